#include "sim/data/change_log.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "cardan/error.h"

namespace cardan {

void ChangeWriter::number(double x) { words_.push_back(std::bit_cast<std::uint64_t>(x)); }

void ChangeWriter::text(std::string_view text) { bytes(std::as_bytes(std::span(text))); }

void ChangeWriter::bytes(std::span<const std::byte> bytes) {
  count(bytes.size());
  const std::size_t first = words_.size();
  words_.resize(first + (bytes.size() + 7) / 8, 0);
  if (!bytes.empty()) std::memcpy(words_.data() + first, bytes.data(), bytes.size());
}

void ChangeReader::fail(const std::string& what) const {
  throw Error(what, where_, "the file was damaged or changed: record the run again");
}

std::uint64_t ChangeReader::word() {
  if (at_ == end_) fail("a recorded change ends too early");
  return *at_++;
}

double ChangeReader::number() { return std::bit_cast<double>(word()); }

VectorX ChangeReader::vector() {
  const std::uint64_t size = word();
  if (size > static_cast<std::uint64_t>(end_ - at_)) fail("a recorded change ends too early");
  VectorX x(static_cast<Eigen::Index>(size));
  numbers(x.data(), size);
  return x;
}

Vector3 ChangeReader::vector3() {
  Vector3 x;
  numbers(x.data(), 3);
  return x;
}

std::vector<std::byte> ChangeReader::bytes() {
  const std::uint64_t size = word();
  const auto left = static_cast<std::uint64_t>(end_ - at_);
  if (size > 8 * left) fail("a recorded change ends too early");
  std::vector<std::byte> bytes(size);
  if (size > 0) std::memcpy(bytes.data(), at_, size);
  at_ += (size + 7) / 8;
  return bytes;
}

std::string ChangeReader::text() {
  const std::vector<std::byte> characters = bytes();
  return {reinterpret_cast<const char*>(characters.data()), characters.size()};
}

void ChangeLog::add(std::int64_t step_of_world, ChangeKind kind,
                    const std::vector<std::uint64_t>& words) {
  const auto step = static_cast<std::uint64_t>(step_of_world + steps_ahead);
  changes.push_back({step, hashes, kind, words.size()});
  payload.insert(payload.end(), words.begin(), words.end());
}

void add_to_logs(const World::Impl& world, ChangeKind kind, const ChangeWriter& payload) {
  std::erase_if(world.logs, [](const std::shared_ptr<ChangeLog>& log) { return log->closed; });
  for (const std::shared_ptr<ChangeLog>& log : world.logs)
    log->add(world.state.steps, kind, payload.words());
}

void keep_count(const World::Impl& world) {
  for (const std::shared_ptr<ChangeLog>& log : world.logs) {
    const auto last = static_cast<std::uint64_t>(log->last_step());
    for (LoggedChange& change : log->changes) change.step = std::min(change.step, last);
    log->steps_ahead = log->last_step() - world.state.steps;
    log->time_ahead = log->last_time - world.state.time;
  }
}

const char* change_name(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::kSetQ:
      return "set_q";
    case ChangeKind::kSetV:
      return "set_v";
    case ChangeKind::kEfforts:
      return "set_efforts";
    case ChangeKind::kEffort:
      return "set_effort";
    case ChangeKind::kPd:
      return "set_pd";
    case ChangeKind::kPdTarget:
      return "set_pd_target";
    case ChangeKind::kWrench:
      return "apply_wrench";
    case ChangeKind::kWake:
      return "wake";
    case ChangeKind::kSceneForces:
      return "apply_forces";
    case ChangeKind::kBasePose:
      return "set_base_pose";
    case ChangeKind::kBaseVelocity:
      return "set_base_velocity";
    case ChangeKind::kPoseTarget:
      return "set_pose_target";
    case ChangeKind::kVelocityTarget:
      return "set_velocity_target";
    case ChangeKind::kMass:
      return "set_mass";
    case ChangeKind::kPayload:
      return "add_payload";
    case ChangeKind::kGravity:
      return "set_gravity";
    case ChangeKind::kMaterial:
      return "set_material";
    case ChangeKind::kPair:
      return "set_pair";
    case ChangeKind::kAddModel:
      return "add";
    case ChangeKind::kRemoveModel:
      return "remove";
    case ChangeKind::kAddLoops:
      return "add_loops";
    case ChangeKind::kRemoveLoop:
      return "remove_loop";
    case ChangeKind::kCloseLoops:
      return "close_loops";
    case ChangeKind::kIgnore:
      return "ignore_collision";
    case ChangeKind::kRestore:
      return "restore_state";
    case ChangeKind::kSetState:
      return "set_state";
    case ChangeKind::kForgetContacts:
      return "reset_contact_memory";
    case ChangeKind::kAddSensor:
      return "add_sensor";
    case ChangeKind::kRemoveSensor:
      return "remove_sensor";
    case ChangeKind::kSeed:
      return "set_seed";
    case ChangeKind::kAddMaterials:
      return "add_materials";
  }
  return "unknown";
}

}  // namespace cardan
