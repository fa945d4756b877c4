#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/recording.h"
#include "cardan/step_fields.h"
#include "collision/collision_scene_impl.h"
#include "core/hash.h"
#include "core/number_text.h"
#include "sim/data/change_log.h"
#include "sim/data/state_snapshot_impl.h"
#include "sim/data/world_impl.h"
#include "sim/record/contact_tables.h"
#include "sim/record/model_tables.h"
#include "sim/record/recording_paths.h"
#include "sim/record/sensor_tables.h"
#include "sim/record/state_file_groups.h"
#include "sim/record/world_json.h"

namespace cardan {

namespace {

// Time between flushes, each of which takes some milliseconds. It does not change the file [s].
constexpr double kFlushInterval = 0.5;

void add_entries(const std::vector<ConstraintMemory::Entry>& entries, Hash& hash) {
  hash.add_word(entries.size());
  for (const ConstraintMemory::Entry& entry : entries) {
    hash.add_word(entry.key);
    if (entry.key_high != 0) hash.add_word(entry.key_high);
    hash.add_words(entry.lambda, 3);
    hash.add_words(entry.u, 3);
    hash.add_words(entry.normal, 3);
    if (entry.slip != 0) hash.add_words(&entry.slip, 1);
  }
}

void add_memory(const ConstModelState& model, Hash& hash) {
  hash.add_word(static_cast<std::uint64_t>(model.undisturbed()));
  hash.add_word(model.asleep() ? 1 : 0);
  for (const auto& v : {model.v_moved(), model.v_moved_before()})
    hash.add_words(v.data(), static_cast<std::size_t>(v.size()));
  for (std::size_t dof = 0; dof < model.laws().size(); ++dof)
    hash.add_word(static_cast<std::uint64_t>(model.laws()[dof].as_row));
  hash.add_words(model.drives().data(), static_cast<std::size_t>(model.drives().size()));
}

std::uint64_t memory_hash(const World::Impl& world) {
  Hash hash;
  const ConstraintMemory& memory = world.state.memory;
  for (const auto* entries : {&memory.contacts, &memory.torsions, &memory.rollings, &memory.limits,
                              &memory.frictions, &memory.motors, &memory.loops}) {
    add_entries(*entries, hash);
  }
  for (const int model : world.model.trees) add_memory(world.state.models[model], hash);
  for (const auto& model : world.model.models)
    if (model->drive >= 0 && model->tree < 0) add_memory(world.state.models[model->number], hash);
  for (const PairNormal& entry : last_normals(world)) {
    hash.add_word(static_cast<std::uint64_t>(entry.pair[0]) << 32 |
                  static_cast<std::uint64_t>(entry.pair[1]));
    hash.add_words(entry.normal.data(), 3);
  }
  return hash.value();
}

}  // namespace

StepHashes step_hashes(const World& world) {
  Hash positions, velocities;
  const double time = world.time();
  positions.add_words(&time, 1);
  for (int i = 0; i < world.num_models(); ++i) {
    if (world.model(i).is_removed()) continue;
    const ConstVectorView q = world.model(i).q(), v = world.model(i).v();
    positions.add_words(q.data(), static_cast<std::size_t>(q.size()));
    velocities.add_words(v.data(), static_cast<std::size_t>(v.size()));
  }
  return {positions.value(), velocities.value(), memory_hash(world.impl())};
}

struct Recorder::Impl {
  std::string file;
  double every = 0;
  std::unique_ptr<Hdf5Writer> writer;
  std::optional<RowTables> rows;
  std::optional<ModelTables> models;
  std::optional<SensorTables> sensors;
  std::optional<ContactTables> contacts;
  RowTables::Table *time = nullptr, *kinetic = nullptr, *potential = nullptr,
                   *num_contacts = nullptr, *residual = nullptr;
  struct Event {
    const StepField* field;
    RowTables::Table* table;
    double count = 0;  ///< since the last row
  };
  std::vector<Event> events;
  WaitingTable<std::uint64_t> steps, hashes, changes, payload;
  std::shared_ptr<ChangeLog> log = std::make_shared<ChangeLog>();
  double start = 0, worst_residual = 0;
  std::chrono::steady_clock::time_point flushed;

  ~Impl() { log->closed = true; }

  void open(const World& world);
  void require_next_step(const World& world) const;
  void write_origin(const World& world);
  void take_changes();
  void add_hashes(const World& world);
  void count_events(const StepReport& report);
  void add_row(const World& world);
  void flush();
  void flush_file();
  void close();
};

void Recorder::Impl::open(const World& world) {
  const std::string description = world_json(world);  // throws before a file is created
  writer = std::make_unique<Hdf5Writer>(file);
  writer->keep_structure_between_flushes();
  writer->write_fixed("/format", std::string("cardan-recording-3"));
  writer->write_fixed("/formulation", world.formulation());
  writer->write_fixed("/solver", world.solver());
  writer->write_fixed("/world", description);
  write_origin(world);
  write_state(*writer, "/start", state_of(world));
  steps.series = writer->make_integer_series("/step", 1);
  hashes.series = writer->make_integer_series("/hashes", 3);
  changes.series = writer->make_integer_series("/changes/table", 4);
  payload.series = writer->make_integer_series("/changes/payload", 1);
  const double step = world.time_step();
  writer->write("/time_step", std::span<const double>(&step, 1));
  writer->annotate("/time_step", "units", "s");
  rows.emplace(*writer);
  time = &rows->add("/time", 1, "s");
  kinetic = &rows->add("/kinetic_energy", 1, "J");
  potential = &rows->add("/potential_energy", 1, "J");
  num_contacts = &rows->add("/contacts", 1, "1");
  residual = &rows->add("/worst_residual", 1, "m/s");
  for (const char* name : std::span(kWorldTables).subspan(kEventTables))
    events.push_back({&step_field(name), &rows->add(in_group("", name), 1, "1")});
  contacts.emplace(*writer);
  models.emplace(*rows, world);
  sensors.emplace(*rows, world);
  start = world.time();
  log->first_step = world.steps();
  world.impl().logs.push_back(log);
  flush_file();
}

// Every step has its hashes, so none can be missing.
void Recorder::Impl::require_next_step(const World& world) const {
  const std::int64_t step = world.steps() + log->steps_ahead, due = log->last_step() + 1;
  if (step == due) return;
  throw Error(step < due ? "step " + std::to_string(step) + " is already recorded"
                         : "step " + std::to_string(due) + " was not recorded",
              file, "call record() once before the first step and once after each step");
}

void Recorder::Impl::write_origin(const World& world) {
  const auto& origin = world.impl().origin;
  if (!origin || origin->text.empty()) return;
  writer->write_fixed("/scene/file", origin->file);
  writer->write_fixed("/scene/text", origin->text);
  std::vector<std::string> overrides;
  for (const auto& [path, value] : origin->overrides)
    overrides.push_back(std::string(path).append("=").append(value));
  writer->write_fixed("/scene/overrides", overrides);
}

void Recorder::Impl::take_changes() {
  for (const LoggedChange& change : log->changes) {
    for (const std::uint64_t word :
         {change.step, change.hashes, static_cast<std::uint64_t>(change.kind), change.words})
      changes.add(word);
  }
  payload.add(std::span<const std::uint64_t>(log->payload));
  log->changes.clear();
  log->payload.clear();
}

void Recorder::Impl::add_hashes(const World& world) {
  const StepHashes now = step_hashes(world);
  for (const std::uint64_t hash : {now.positions, now.velocities, now.memory}) hashes.add(hash);
  ++log->hashes;
  log->last_time = world.time() + log->time_ahead;
  if (hashes.buffer.size() >= 3 * RowTables::kBufferedRows) hashes.flush();
}

void Recorder::Impl::count_events(const StepReport& report) {
  worst_residual = std::max(worst_residual, report.worst_residual);
  for (Event& event : events) event.count += event.field->value(report);
}

void Recorder::Impl::add_row(const World& world) {
  steps.add(static_cast<std::uint64_t>(world.steps() + log->steps_ahead));
  time->add(world.time());
  kinetic->add(world.kinetic_energy());
  potential->add(world.potential_energy());
  const std::span<const ContactInfo> touching = world.contacts();
  num_contacts->add(static_cast<double>(touching.size()));
  contacts->add_row(touching);
  residual->add(worst_residual);
  worst_residual = 0;
  for (Event& event : events) {
    event.table->add(event.count);
    event.count = 0;
  }
  models->add_row();
  sensors->add_row();
  if (rows->end_row()) flush();
}

void Recorder::Impl::flush() {
  rows->flush();
  models->flush();
  contacts->flush();
  steps.flush();
  hashes.flush();
  take_changes();
  changes.flush();
  payload.flush();
}

void Recorder::Impl::flush_file() {
  flush();
  writer->flush();
  flushed = std::chrono::steady_clock::now();
}

// The tables close before their file.
void Recorder::Impl::close() {
  flush();
  log->closed = true;
  contacts.reset();
  sensors.reset();
  models.reset();
  rows.reset();
  for (WaitingTable<std::uint64_t>* table : {&steps, &hashes, &changes, &payload}) *table = {};
  writer->commit();
  writer.reset();
}

Recorder::Recorder(std::string file, double every) : impl_(std::make_unique<Impl>()) {
  if (!(every >= 0)) {
    throw Error("the interval between rows is " + number_text(every), file,
                "expected seconds; 0 records every step");
  }
  impl_->file = std::move(file);
  impl_->every = every;
}
Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

void Recorder::record(const World& world) {
  Impl& impl = alive(impl_, "the recorder");
  if (!impl.writer) impl.open(world);
  impl.require_next_step(world);
  impl.models->follow(world);
  impl.sensors->follow(world);
  impl.add_hashes(world);
  impl.count_events(world.report());
  // Half a step of slack: the time of a world is a rounded multiple of its step.
  const double due = impl.start + static_cast<double>(impl.rows->rows()) * impl.every;
  if (impl.every == 0 || world.time() + impl.log->time_ahead + 0.5 * world.time_step() > due)
    impl.add_row(world);
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - impl.flushed;
  if (since.count() > kFlushInterval) impl.flush_file();
}

void Recorder::close() {
  Impl& impl = alive(impl_, "the recorder");
  if (!impl.writer) throw Error("nothing was recorded", impl.file);
  impl.close();
}

}  // namespace cardan
