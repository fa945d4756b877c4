#include <algorithm>
#include <cmath>
#include <span>

#include "cardan/model_spec.h"
#include "constraint/memory_key.h"
#include "core/hash.h"
#include "sim/data/state_snapshot_impl.h"
#include "sim/record/byte_stream.h"
#include "sim/sensors/sensor_work.h"

namespace cardan {

namespace {

// Words before the payload: magic, version, byte order, size of the payload [bytes], checksum.
constexpr std::size_t kHeaderBytes = 40;
constexpr std::uint64_t kVersion = 2;
constexpr std::uint64_t kByteOrder = 0x0102030405060708;
constexpr const char* kSnapshotName = "StateSnapshot::from_bytes";
constexpr const char* kSnapshotHint = "expected what StateSnapshot::bytes() returned";

std::uint64_t magic() {
  std::uint64_t word = 0;
  std::memcpy(&word, "CDNSTATE", sizeof word);
  return word;
}

std::uint64_t checksum_of(std::span<const std::byte> payload) {
  Hash hash;
  for (std::size_t at = 0; at < payload.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, payload.data() + at, std::min<std::size_t>(8, payload.size() - at));
    hash.add_word(word);
  }
  return hash.value();
}

using MemoryEntries = std::vector<ConstraintMemory::Entry>;
constexpr std::size_t kEntryBytes = 12 * 8;
constexpr std::size_t kSleepingContactBytes = 28 * 8;
constexpr std::size_t kSleepGroupBytes = 10 * 8;  // one model, and the sizes of nine lists

template <class Memory, class Visit>
void for_each_list(Memory& memory, const Visit& visit) {
  for (auto* entries : {&memory.contacts, &memory.torsions, &memory.rollings, &memory.limits,
                        &memory.frictions, &memory.motors, &memory.loops})
    visit(*entries);
}

void put_memory(ByteWriter& out, const ConstraintMemory& memory) {
  for_each_list(memory, [&](const MemoryEntries& entries) {
    out.count(entries.size());
    for (const ConstraintMemory::Entry& entry : entries) {
      out.word(entry.key);
      out.word(entry.key_high);
      for (const double* x : {entry.lambda, entry.u, entry.normal}) out.numbers(x, 3);
      out.number(entry.slip);
    }
  });
}

void get_memory(ByteReader& in, ConstraintMemory& memory) {
  for_each_list(memory, [&](MemoryEntries& entries) {
    entries.resize(in.count(kEntryBytes));
    for (ConstraintMemory::Entry& entry : entries) {
      entry.key = in.word();
      entry.key_high = static_cast<std::uint32_t>(in.word());
      for (double* x : {entry.lambda, entry.u, entry.normal}) in.numbers(x, 3);
      entry.slip = in.number();
    }
    const auto ascends = [](const auto& x, const auto& y) { return precedes(x, y); };
    if (!std::is_sorted(entries.begin(), entries.end(), ascends))
      in.fail("the contact memory is not sorted", ByteReader::kDamagedHint);
  });
}

void put_contact(ByteWriter& out, const ContactInfo& contact, const ContactShapes& shapes) {
  for (const Vector3* x : {&contact.point, &contact.normal, &contact.impulse, &contact.force,
                           &contact.moment, &contact.velocity, &contact.slip})
    out.numbers(x->data(), 3);
  for (const double x : {contact.phi, contact.margin}) out.number(x);
  out.word(static_cast<std::uint64_t>(contact.state));
  for (const int number : {contact.shape_a, contact.shape_b, shapes.a, shapes.b})
    out.word(static_cast<std::uint64_t>(number));
}

constexpr int kMostNumber = 1 << 30;

void get_contact(ByteReader& in, ContactInfo& contact, ContactShapes& shapes) {
  for (Vector3* x : {&contact.point, &contact.normal, &contact.impulse, &contact.force,
                     &contact.moment, &contact.velocity, &contact.slip})
    in.numbers(x->data(), 3);
  for (double* x : {&contact.phi, &contact.margin}) *x = in.number();
  contact.state = static_cast<ContactState>(in.integer(0, 2));
  for (int* number : {&contact.shape_a, &contact.shape_b, &shapes.a, &shapes.b})
    *number = in.integer(0, kMostNumber);
}

void put_sleepers(ByteWriter& out, const SleepState& sleep) {
  out.count(static_cast<std::size_t>(sleep.count));
  for (int i = 0; i < sleep.count; ++i) {
    const SleepGroup& group = sleep.groups[static_cast<std::size_t>(i)];
    out.count(group.trees.size());
    for (const int tree : group.trees) out.word(static_cast<std::uint64_t>(tree));
    put_memory(out, group.memory);
    out.count(group.contacts.size());
    for (std::size_t k = 0; k < group.contacts.size(); ++k)
      put_contact(out, group.contacts[k], group.contact_shapes[k]);
  }
}

void get_sleepers(ByteReader& in, SleepState& sleep) {
  sleep.count = static_cast<int>(in.count(kSleepGroupBytes));
  sleep.groups.resize(static_cast<std::size_t>(sleep.count));
  for (SleepGroup& group : sleep.groups) {
    group.trees.resize(in.count(8));
    for (int& tree : group.trees) tree = in.integer(0, kMostNumber);
    const auto not_ascending = [](int x, int y) { return x >= y; };
    if (group.trees.empty() || std::adjacent_find(group.trees.begin(), group.trees.end(),
                                                  not_ascending) != group.trees.end())
      in.fail("the models of a sleeping island are not sorted", ByteReader::kDamagedHint);
    sleep.sleeping_trees += static_cast<int>(group.trees.size());
    get_memory(in, group.memory);
    group.contacts.resize(in.count(kSleepingContactBytes));
    group.contact_shapes.resize(group.contacts.size());
    for (std::size_t k = 0; k < group.contacts.size(); ++k)
      get_contact(in, group.contacts[k], group.contact_shapes[k]);
  }
}

void put_models(ByteWriter& out, const ModelStates& models) {
  // The layout of a model's state; it may differ in another version.
  for (const int number : {StatePlace::kHeader, StatePlace::kVectors, JointLaws::kArrays})
    out.word(static_cast<std::uint64_t>(number));
  out.count(static_cast<std::size_t>(models.size()));
  for (int i = 0; i < models.size(); ++i) {
    const StatePlace& place = models.place(i);
    for (const int number : {place.nq, place.nv, place.law_arrays, place.drive_numbers})
      out.word(static_cast<std::uint64_t>(number));
  }
  out.count(models.block().size());
  out.numbers(models.block().data(), models.block().size());
}

// True if the coordinates are finite and the counts and flags are small integers.
bool is_possible(const ConstModelState& state) {
  constexpr double kMostCount = 1e9;
  const auto is_count = [](double x) { return x >= 0 && x <= kMostCount; };
  const double* header = state.q().data() - StatePlace::kHeader;
  if (!std::all_of(header, header + StatePlace::kHeader, is_count)) return false;
  if (!state.q().allFinite() || !state.v().allFinite() || state.undisturbed() > 2) return false;
  return state.laws().has_valid_flags();
}

void get_models(ByteReader& in, ModelStates& models) {
  bool known = true;
  for (const int number : {StatePlace::kHeader, StatePlace::kVectors, JointLaws::kArrays})
    known = in.word() == static_cast<std::uint64_t>(number) && known;
  if (!known)
    in.fail("the state was made by another version of cardan", "make it again with this version");
  const std::size_t count = in.count(4 * 8);
  for (std::size_t i = 0; i < count; ++i) {
    const int nq = in.integer(0, kMostNumber), nv = in.integer(0, kMostNumber),
              law_arrays = in.integer(0, JointLaws::kArrays), drives = in.integer(0, kMostNumber);
    // Every joint has at least as many coordinates as velocities, and the state is part of the
    // bytes.
    if (nv > nq || static_cast<std::size_t>(nq) > in.left() / 8 ||
        static_cast<std::size_t>(drives) > in.left() / 8)
      in.fail("a model has an impossible size", ByteReader::kDamagedHint);
    if (law_arrays != 0 && law_arrays != JointLaws::kArrays)
      in.fail("a model has an impossible size", ByteReader::kDamagedHint);
    law_arrays > 0 ? models.add(nq, nv, drives) : models.add_without_laws(nq, nv, drives);
    if (models.block().size() > in.left() / 8)
      in.fail("the bytes are truncated", ByteReader::kDamagedHint);
  }
  if (in.count(8) != models.block().size())
    in.fail("the states of the models have the wrong size", ByteReader::kDamagedHint);
  in.numbers(models.block().data(), models.block().size());
  for (int i = 0; i < models.size(); ++i) {
    if (!is_possible(models[i]))
      in.fail("the state of model " + std::to_string(i) + " contains impossible numbers",
              ByteReader::kDamagedHint);
  }
}

void put_normals(ByteWriter& out, const std::vector<PairNormal>& normals) {
  out.count(normals.size());
  for (const PairNormal& entry : normals) {
    for (const int rank : entry.pair) out.word(static_cast<std::uint64_t>(rank));
    out.numbers(entry.normal.data(), 3);
  }
}

void get_normals(ByteReader& in, std::vector<PairNormal>& normals) {
  normals.resize(in.count(5 * 8));
  for (PairNormal& entry : normals) {
    for (int& rank : entry.pair) rank = in.integer(0, kMostNumber);
    in.numbers(entry.normal.data(), 3);
  }
}

void put_sensors(ByteWriter& out, const StateSnapshot::Impl& from) {
  out.count(from.structure->sensors.size());
  for (const SensorSlot& slot : from.structure->sensors) {
    out.text(slot.layout);
    out.count(slot.first);
    out.count(slot.count);
  }
  out.count(from.state.sensors.size());
  out.numbers(from.state.sensors.data(), from.state.sensors.size());
}

void get_sensors(ByteReader& in, std::vector<SensorSlot>& slots, AlignedBlock& block) {
  slots.resize(in.count(3 * 8));
  for (SensorSlot& slot : slots) {
    slot.layout = in.text();
    slot.first = static_cast<std::size_t>(in.word());
    slot.count = static_cast<std::size_t>(in.word());
  }
  block.resize(in.count(8));
  in.numbers(block.data(), block.size());
  std::size_t end = 0;  // of the data of the sensors before
  for (const SensorSlot& slot : slots) {
    if (slot.count > block.size() || slot.first > block.size() - slot.count)
      in.fail("the data of sensor '" + slot.layout + "' lie outside of the state",
              ByteReader::kDamagedHint);
    if (slot.first < end)
      in.fail("the data of sensor '" + slot.layout + "' are also those of another sensor",
              ByteReader::kDamagedHint);
    end = slot.first + slot.count;
    check_saved_sensor(slot.layout, std::span(block.data() + slot.first, slot.count),
                       kSnapshotName);
  }
}

void put_motors(ByteWriter& out, const std::vector<MotorSlot>& motors) {
  out.count(motors.size());
  for (const MotorSlot& motor : motors)
    for (const int number : {motor.model, motor.dof, motor.delay})
      out.word(static_cast<std::uint64_t>(number));
}

void get_motors(ByteReader& in, std::vector<MotorSlot>& motors) {
  motors.resize(in.count(3 * 8));
  for (MotorSlot& motor : motors)
    for (int* number : {&motor.model, &motor.dof, &motor.delay})
      *number = in.integer(0, kMostNumber);
}

void require_header(std::span<const std::byte> bytes) {
  ByteReader in(bytes, kSnapshotName);
  if (bytes.size() < kHeaderBytes) {
    const bool begins = bytes.size() >= 8 && in.word() == magic();
    in.fail(begins ? "the bytes are truncated" : "the bytes are not a cardan state", kSnapshotHint);
  }
  if (in.word() != magic()) in.fail("the bytes are not a cardan state", kSnapshotHint);
  const std::uint64_t version = in.word(), order = in.word();
  if (order != kByteOrder)
    in.fail("the state comes from a machine with another byte order", kSnapshotHint);
  if (version != kVersion)
    in.fail("the state has version " + std::to_string(version) +
                ", but this cardan reads version " + std::to_string(kVersion),
            "make it again with this version");
  const std::uint64_t size = in.word(), sum = in.word();
  const std::size_t given = bytes.size() - kHeaderBytes;
  if (size != given) {
    in.fail(given < size ? "the bytes are truncated" : "there are more bytes than the state has",
            "expected " + std::to_string(size + kHeaderBytes) + " bytes, got " +
                std::to_string(bytes.size()));
  }
  if (checksum_of(bytes.subspan(kHeaderBytes)) != sum)
    in.fail("the checksum does not match the state", "the bytes are damaged");
}

}  // namespace

std::vector<std::byte> StateSnapshot::bytes() const {
  const Impl& from = filled(*this);
  ByteWriter payload;
  payload.text(from.structure->signature);
  payload.word(from.structure->layout);
  for (const double x : {from.step, from.state.time, from.state.time_offset}) payload.number(x);
  payload.word(static_cast<std::uint64_t>(from.state.steps));
  put_models(payload, from.state.models);
  put_memory(payload, from.state.memory);
  put_normals(payload, from.normals);
  put_sleepers(payload, from.state.sleep);
  put_sensors(payload, from);
  put_motors(payload, from.structure->motors);
  const std::vector<std::byte> content = payload.take();
  const std::uint64_t header[] = {magic(), kVersion, kByteOrder, content.size(),
                                  checksum_of(content)};
  static_assert(sizeof header == kHeaderBytes);
  std::vector<std::byte> bytes(kHeaderBytes + content.size());
  std::memcpy(bytes.data(), header, kHeaderBytes);
  std::memcpy(bytes.data() + kHeaderBytes, content.data(), content.size());
  return bytes;
}

StateSnapshot StateSnapshot::from_bytes(std::span<const std::byte> bytes) {
  require_header(bytes);
  ByteReader in(bytes.subspan(kHeaderBytes), kSnapshotName);
  StateSnapshot snapshot;
  Impl& to = snapshot.make_impl();
  auto structure = std::make_shared<StateStructure>();
  structure->signature = in.text();
  Hash hash;
  hash.add(std::string_view(structure->signature));
  structure->hash = hash.value();
  structure->layout = in.word();
  to.step = in.number();
  to.state.time = in.number();
  to.state.time_offset = in.number();
  to.state.steps = static_cast<std::int64_t>(in.word());
  if (!std::isfinite(to.step) || !std::isfinite(to.state.time) ||
      !std::isfinite(to.state.time_offset) || to.state.steps < 0)
    in.fail("the time is not a finite number", ByteReader::kDamagedHint);
  get_models(in, to.state.models);
  get_memory(in, to.state.memory);
  get_normals(in, to.normals);
  get_sleepers(in, to.state.sleep);
  get_sensors(in, structure->sensors, to.state.sensors);
  get_motors(in, structure->motors);
  if (!in.at_end()) in.fail("there are more bytes than the state has", ByteReader::kDamagedHint);
  to.structure = std::move(structure);
  return snapshot;
}

}  // namespace cardan
