#include "cardan/sim/record/recorder.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>

#include "cardan/collision/collision_scene_internal.h"
#include "cardan/core/alive.h"
#include "cardan/core/error.h"
#include "cardan/core/hash.h"
#include "cardan/core/hdf5_file_internal.h"
#include "cardan/sim/record/change_log_internal.h"
#include "cardan/sim/record/recording_paths_internal.h"
#include "cardan/sim/record/spec_json_internal.h"
#include "cardan/sim/record/state_file_internal.h"
#include "cardan/sim/record/state_snapshot_internal.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

namespace {

constexpr int kBufferedRows = 256;
// Time between flushes, each of which takes some milliseconds. It does not change the file [s].
constexpr double kFlushInterval = 0.5;

/// A table with rows waiting to be written.
template <typename Number>
struct Waiting {
  Hdf5Series series;
  std::vector<Number> buffer;

  void add(std::span<const Number> values) {
    buffer.insert(buffer.end(), values.begin(), values.end());
  }
  void add(Number value) { buffer.push_back(value); }
  void flush() {
    series.append(std::span<const Number>(buffer));
    buffer.clear();
  }
};
using Column = Waiting<double>;

void add_entries(const std::vector<ConstraintMemory::Entry>& entries, Hash& hash) {
  hash.add_word(entries.size());
  for (const ConstraintMemory::Entry& entry : entries) {
    hash.add_word(entry.key);
    if (entry.key_high != 0) hash.add_word(entry.key_high);
    hash.add_words(entry.lambda, 3);
    hash.add_words(entry.u, 3);
    hash.add_words(entry.normal, 3);
  }
}

void add_memory(const ConstModelState& model, Hash& hash) {
  hash.add_word(static_cast<std::uint64_t>(model.undisturbed()));
  hash.add_word(model.asleep() ? 1 : 0);
  for (const auto& v : {model.v_moved(), model.v_moved_before()})
    hash.add_words(v.data(), static_cast<std::size_t>(v.size()));
  for (std::size_t dof = 0; dof < model.laws().size(); ++dof)
    hash.add_word(static_cast<std::uint64_t>(model.laws()[dof].as_row));
}

std::uint64_t memory_hash(const World::Impl& world) {
  Hash hash;
  const ConstraintMemory& memory = world.state.memory;
  for (const auto* entries : {&memory.contacts, &memory.torsions, &memory.rollings, &memory.limits,
                              &memory.frictions, &memory.motors, &memory.loops}) {
    add_entries(*entries, hash);
  }
  for (const int model : world.model.trees) add_memory(world.state.models[model], hash);
  for (const PairNormal& entry : last_normals(world)) {
    hash.add_word(static_cast<std::uint64_t>(entry.pair[0]) << 32 |
                  static_cast<std::uint64_t>(entry.pair[1]));
    hash.add_words(entry.normal.data(), 3);
  }
  return hash.value();
}

struct ModelColumns {
  const Model* model = nullptr;
  std::string path;
  Column *q = nullptr, *v = nullptr, *position = nullptr, *quaternion = nullptr;
  bool present = true;
  Waiting<std::uint64_t>* presence = nullptr;  ///< null: present in every row
};

std::string repeated(const std::string& unit, int times) {
  std::string units;
  for (int i = 0; i < times; ++i) units.append(i > 0 ? "," : "").append(unit);
  return units;
}

// Units of the columns of q and v, by the joints that they belong to.
struct JointUnits {
  std::string q, v;
};
JointUnits units_of(const Skeleton& skeleton) {
  std::vector<std::string> q(static_cast<std::size_t>(skeleton.nq()), "1"),
      v(static_cast<std::size_t>(skeleton.nv()), "rad/s");
  for (int body = 0; body < skeleton.num_bodies(); ++body) {
    const auto i = static_cast<std::size_t>(body);
    const auto first_q = static_cast<std::size_t>(skeleton.q_start[i]),
               first_v = static_cast<std::size_t>(skeleton.v_start[i]);
    switch (skeleton.body_joint[i]) {
      case BodyJoint::kRevolute:
      case BodyJoint::kScrew:
        if (first_q < q.size()) q[first_q] = "rad";
        break;
      case BodyJoint::kPrismatic:
        if (first_q < q.size()) q[first_q] = "m";
        if (first_v < v.size()) v[first_v] = "m/s";
        break;
      case BodyJoint::kSpherical:
        break;
      case BodyJoint::kFloating:
        std::fill_n(q.begin() + static_cast<std::ptrdiff_t>(first_q), 3, "m");
        std::fill_n(v.begin() + static_cast<std::ptrdiff_t>(first_v) + 3, 3, "m/s");
        break;
    }
  }
  JointUnits units;
  for (const std::string& unit : q) units.q.append(units.q.empty() ? "" : ",").append(unit);
  for (const std::string& unit : v) units.v.append(units.v.empty() ? "" : ",").append(unit);
  return units;
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
  std::deque<Column> columns;  // addresses stay valid
  Column *time = nullptr, *kinetic = nullptr, *potential = nullptr, *contacts = nullptr,
         *residual = nullptr;
  std::vector<ModelColumns> models;
  std::size_t known_models = 0;  ///< of the world, removed ones and static ones included
  std::size_t added_models = 0;
  std::deque<Waiting<std::uint64_t>> presences;  // addresses stay valid
  Waiting<std::uint64_t> steps, hashes, changes, payload;
  std::shared_ptr<ChangeLog> log = std::make_shared<ChangeLog>();
  double start = 0, worst_residual = 0;
  std::int64_t rows = 0;
  int buffered = 0;
  std::chrono::steady_clock::time_point flushed;

  ~Impl() { log->closed = true; }

  Column* add_column(const std::string& path, int width, const std::string& units) {
    columns.push_back({writer->make_series(path, width), {}});
    writer->annotate(path, "units", units);
    return &columns.back();
  }
  void open(const World& world);
  void write_origin(const World& world);
  ModelColumns& open_model(const Model& model, const std::string& key);
  void add_model(const Model& model);
  std::string unused_key(const std::string& name) const;
  void mark(ModelColumns& columns_of, bool present);
  void follow_models(const World& world);
  void take_changes();
  void add_hashes(const World& world);
  void add_row(const World& world);
  void flush();
  void flush_file();
};

void Recorder::Impl::open(const World& world) {
  const std::string description = world_json(world);  // throws before a file is there
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
  time = add_column("/time", 1, "s");
  kinetic = add_column("/kinetic_energy", 1, "J");
  potential = add_column("/potential_energy", 1, "J");
  contacts = add_column("/contacts", 1, "1");
  residual = add_column("/worst_residual", 1, "m/s");
  std::vector<std::string> names;
  for (const Model* model : world.models()) {
    if (!model->skeleton()) continue;
    open_model(*model, model->name());
    names.push_back(model->name());
  }
  known_models = static_cast<std::size_t>(world.num_models());
  writer->write_fixed("/model_names", names);
  start = world.time();
  world.impl().logs.push_back(log);
  flush_file();
}

void Recorder::Impl::write_origin(const World& world) {
  const auto& origin = world.impl().origin;
  if (!origin || origin->text.empty()) return;
  writer->write_fixed("/scene/file", origin->file);
  writer->write_fixed("/scene/text", origin->text);
  std::vector<std::string> overrides;
  for (const auto& [path, value] : origin->overrides) overrides.push_back(path + "=" + value);
  writer->write_fixed("/scene/overrides", overrides);
}

ModelColumns& Recorder::Impl::open_model(const Model& model, const std::string& key) {
  const std::string path = "/models/" + key;
  const Skeleton& skeleton = *model.skeleton();
  std::vector<std::string> names;
  std::vector<std::uint64_t> q_start, v_start;
  for (const JointInfo& joint : skeleton.joints) {
    names.push_back(joint.name);
    q_start.push_back(static_cast<std::uint64_t>(joint.q_start));
    v_start.push_back(static_cast<std::uint64_t>(joint.v_start));
  }
  writer->write_fixed(path + "/joint_names", names);
  writer->write(path + "/joint_q_start", q_start);
  writer->write(path + "/joint_v_start", v_start);
  const JointUnits units = units_of(skeleton);
  models.push_back({&model, path, add_column(path + "/q", skeleton.nq(), units.q),
                    add_column(path + "/v", skeleton.nv(), units.v),
                    add_column(path + "/base_position", 3, repeated("m", 3)),
                    add_column(path + "/base_quaternion", 4, repeated("1", 4))});
  return models.back();
}

std::string Recorder::Impl::unused_key(const std::string& name) const {
  std::string key = name;
  const auto is_used = [&](const ModelColumns& columns_of) {
    return columns_of.path == "/models/" + key;
  };
  for (int k = 2; std::any_of(models.begin(), models.end(), is_used); ++k)
    key = name + "~" + std::to_string(k);
  return key;
}

void Recorder::Impl::mark(ModelColumns& columns_of, bool present) {
  columns_of.present = present;
  if (columns_of.presence == nullptr) {
    presences.push_back({writer->make_integer_series(columns_of.path + "/presence", 2), {}});
    columns_of.presence = &presences.back();
  }
  columns_of.presence->add(static_cast<std::uint64_t>(rows));
  columns_of.presence->add(present ? 1 : 0);
}

namespace {

void add_absent(Column& column, std::size_t width, std::int64_t rows) {
  const std::vector<double> absent(width, std::numeric_limits<double>::quiet_NaN());
  for (std::int64_t row = 0; row < rows; ++row) {
    column.add(std::span<const double>(absent));
    if (column.buffer.size() >= width * kBufferedRows) column.flush();
  }
}

// Adds absent rows to every table of a model.
void add_absent(ModelColumns& columns_of, std::int64_t rows) {
  for (Column* column : {columns_of.q, columns_of.v, columns_of.position, columns_of.quaternion})
    add_absent(*column, column->series.width(), rows);
}

}  // namespace

// A model that was added while the recording runs. Its tables are as long as all others.
void Recorder::Impl::add_model(const Model& model) {
  const std::string key = unused_key(model.name());
  ModelColumns& columns_of = open_model(model, key);
  writer->write_fixed(columns_of.path + "/name", model.name());
  writer->write_fixed(added_model_path(added_models++), key);
  flush();
  add_absent(columns_of, rows);
  flush();
  mark(columns_of, true);
}

void Recorder::Impl::follow_models(const World& world) {
  for (ModelColumns& columns_of : models)
    if (columns_of.present && columns_of.model->is_removed()) mark(columns_of, false);
  for (; known_models < static_cast<std::size_t>(world.num_models()); ++known_models) {
    const Model& model = world.model(static_cast<int>(known_models));
    if (!model.is_removed() && model.skeleton()) add_model(model);
  }
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
  if (hashes.buffer.size() >= 3 * kBufferedRows) hashes.flush();
}

void Recorder::Impl::add_row(const World& world) {
  steps.add(static_cast<std::uint64_t>(world.steps() + log->steps_ahead));
  time->add(world.time());
  kinetic->add(world.kinetic_energy());
  potential->add(world.potential_energy());
  contacts->add(static_cast<double>(world.contacts().size()));
  residual->add(worst_residual);
  worst_residual = 0;
  for (ModelColumns& columns_of : models) {
    if (!columns_of.present) {
      add_absent(columns_of, 1);
      continue;
    }
    columns_of.q->add(span_of(columns_of.model->q()));
    columns_of.v->add(span_of(columns_of.model->v()));
    const RigidTransform X_WB = columns_of.model->base_pose();
    const Quaternion rotation(X_WB.R);
    columns_of.position->add({X_WB.p.data(), 3});
    for (const double x : {rotation.w(), rotation.x(), rotation.y(), rotation.z()}) {
      columns_of.quaternion->add(x);
    }
  }
  ++rows;
  if (++buffered == kBufferedRows) flush();
}

void Recorder::Impl::flush() {
  for (Column& column : columns) column.flush();
  for (Waiting<std::uint64_t>& presence : presences) presence.flush();
  steps.flush();
  hashes.flush();
  take_changes();
  changes.flush();
  payload.flush();
  buffered = 0;
}

void Recorder::Impl::flush_file() {
  flush();
  writer->flush();
  flushed = std::chrono::steady_clock::now();
}

Recorder::Recorder(std::string file, double every) : impl_(std::make_unique<Impl>()) {
  if (!(every >= 0)) {
    throw Error("the interval between rows is " + std::to_string(every), file,
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
  impl.follow_models(world);
  impl.add_hashes(world);
  impl.worst_residual = std::max(impl.worst_residual, world.report().worst_residual);
  // Half a step of slack: the time of a world is a rounded multiple of its step.
  const double due = impl.start + static_cast<double>(impl.rows) * impl.every;
  if (impl.every == 0 || world.time() + impl.log->time_ahead + 0.5 * world.time_step() > due)
    impl.add_row(world);
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - impl.flushed;
  if (since.count() > kFlushInterval) impl.flush_file();
}

void Recorder::close() {
  Impl& impl = alive(impl_, "the recorder");
  if (!impl.writer) throw Error("nothing was recorded", impl.file);
  impl.flush();
  impl.log->closed = true;
  impl.columns.clear();  // the tables close before their file
  impl.presences.clear();
  for (Waiting<std::uint64_t>* table : {&impl.steps, &impl.hashes, &impl.changes, &impl.payload})
    *table = {};
  impl.writer->commit();
  impl.writer.reset();
}

}  // namespace cardan
