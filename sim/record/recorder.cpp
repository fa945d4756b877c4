#include "cardan/sim/record/recorder.h"

#include <deque>

#include "cardan/collision/collision_scene_internal.h"
#include "cardan/core/alive.h"
#include "cardan/core/error.h"
#include "cardan/core/hash.h"
#include "cardan/core/hdf5_file_internal.h"
#include "cardan/sim/record/state_file_internal.h"
#include "cardan/sim/sensors/sensor.h"
#include "cardan/sim/world_internal.h"

namespace cardan {

namespace {

constexpr int kBufferedRows = 256;

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
  hash.add_words(model.motors().data(), static_cast<std::size_t>(model.motors().size()));
}

std::uint64_t memory_hash(const World::Impl& world) {
  Hash hash;
  const ConstraintMemory& memory = world.state.memory;
  for (const auto* entries : {&memory.contacts, &memory.torsions, &memory.rollings, &memory.limits,
                              &memory.frictions, &memory.motors, &memory.loops}) {
    add_entries(*entries, hash);
  }
  for (const int model : world.model.trees) add_memory(world.state.models[model], hash);
  for (const PairNormal& entry : world.step.collision.impl().last_normals) {
    hash.add_word(static_cast<std::uint64_t>(entry.pair[0]) << 32 |
                  static_cast<std::uint64_t>(entry.pair[1]));
    hash.add_words(entry.normal.data(), 3);
  }
  return hash.value();
}

struct ModelColumns {
  const Model* model = nullptr;
  Column *q = nullptr, *v = nullptr, *position = nullptr, *quaternion = nullptr;
};

struct SensorColumns {
  const Sensor* sensor = nullptr;
  Column* time = nullptr;
  std::vector<Column*> quantities;
};

// "x y z".
std::string joined_components(const SensorQuantity& quantity) {
  std::string text;
  for (const std::string& component : quantity.components)
    text.append(text.empty() ? "" : " ").append(component);
  return text;
}

}  // namespace

StepHashes step_hashes(const World& world) {
  Hash positions, velocities;
  const double time = world.time();
  positions.add_words(&time, 1);
  for (int i = 0; i < world.num_models(); ++i) {
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
  std::vector<SensorColumns> sensors;
  Waiting<std::uint64_t> steps, hashes;
  double start = 0, worst_residual = 0;
  std::int64_t rows = 0;
  int buffered = 0;

  Column* add_column(const std::string& path, int width) {
    columns.push_back({writer->make_series(path, width), {}});
    return &columns.back();
  }
  void open(const World& world);
  void open_model(const Model& model);
  void open_sensor(const Sensor& sensor);
  void add_hashes(const World& world);
  void add_row(const World& world);
  void flush();
};

void Recorder::Impl::open(const World& world) {
  writer = std::make_unique<Hdf5Writer>(file);
  writer->write_fixed("/format", std::string("cardan-recording-2"));
  writer->write_fixed("/formulation", world.formulation());
  writer->write_fixed("/solver", world.solver());
  write_state(*writer, "/start", state_of(world));
  steps.series = writer->make_integer_series("/step", 1);
  hashes.series = writer->make_integer_series("/hashes", 3);
  const double step = world.time_step();
  writer->write("/time_step", std::span<const double>(&step, 1));
  time = add_column("/time", 1);
  kinetic = add_column("/kinetic_energy", 1);
  potential = add_column("/potential_energy", 1);
  contacts = add_column("/contacts", 1);
  residual = add_column("/worst_residual", 1);
  std::vector<std::string> names;
  for (int i = 0; i < world.num_models(); ++i) {
    if (!world.model(i).skeleton()) continue;
    open_model(world.model(i));
    names.push_back(world.model(i).name());
  }
  writer->write_fixed("/model_names", names);
  for (const Sensor* sensor : world.sensors()) open_sensor(*sensor);
  start = world.time();
}

void Recorder::Impl::open_model(const Model& model) {
  const std::string path = "/models/" + model.name();
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
  models.push_back({&model, add_column(path + "/q", skeleton.nq()),
                    add_column(path + "/v", skeleton.nv()), add_column(path + "/base_position", 3),
                    add_column(path + "/base_quaternion", 4)});
}

void Recorder::Impl::open_sensor(const Sensor& sensor) {
  const std::string path = "/sensors/" + sensor.name();
  SensorColumns columns_of{&sensor, add_column(path + "/time", 1), {}};
  writer->write_attribute(path, "kind", std::string(sensor.kind()));
  writer->write_attribute(path + "/time", "unit", "s");
  for (const SensorQuantity& quantity : sensor.quantities()) {
    const std::string table = path + "/" + quantity.name;
    columns_of.quantities.push_back(add_column(table, quantity.size));
    writer->write_attribute(table, "unit", quantity.unit);
    if (quantity.size > 1 && quantity.size <= 4)
      writer->write_attribute(table, "components", joined_components(quantity));
  }
  sensors.push_back(std::move(columns_of));
}

void Recorder::Impl::add_hashes(const World& world) {
  const StepHashes now = step_hashes(world);
  for (const std::uint64_t hash : {now.positions, now.velocities, now.memory}) hashes.add(hash);
  if (hashes.buffer.size() >= 3 * kBufferedRows) hashes.flush();
}

void Recorder::Impl::add_row(const World& world) {
  steps.add(static_cast<std::uint64_t>(world.steps()));
  time->add(world.time());
  kinetic->add(world.kinetic_energy());
  potential->add(world.potential_energy());
  contacts->add(static_cast<double>(world.contacts().size()));
  residual->add(worst_residual);
  worst_residual = 0;
  for (ModelColumns& columns_of : models) {
    columns_of.q->add(span_of(columns_of.model->q()));
    columns_of.v->add(span_of(columns_of.model->v()));
    const RigidTransform X_WB = columns_of.model->base_pose();
    const Quaternion rotation(X_WB.R);
    columns_of.position->add({X_WB.p.data(), 3});
    for (const double x : {rotation.w(), rotation.x(), rotation.y(), rotation.z()}) {
      columns_of.quaternion->add(x);
    }
  }
  for (SensorColumns& columns_of : sensors) {
    columns_of.time->add(columns_of.sensor->time());
    const auto& quantities = columns_of.sensor->quantities();
    for (std::size_t i = 0; i < quantities.size(); ++i)
      columns_of.quantities[i]->add(columns_of.sensor->values(quantities[i].name));
  }
  ++rows;
  if (++buffered == kBufferedRows) flush();
}

void Recorder::Impl::flush() {
  for (Column& column : columns) column.flush();
  steps.flush();
  hashes.flush();
  buffered = 0;
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
  impl.add_hashes(world);
  impl.worst_residual = std::max(impl.worst_residual, world.report().worst_residual);
  // Half a step of slack: the time of a world is a rounded multiple of its step.
  const double due = impl.start + static_cast<double>(impl.rows) * impl.every;
  if (impl.every == 0 || world.time() + 0.5 * world.time_step() > due) impl.add_row(world);
}

void Recorder::close() {
  Impl& impl = alive(impl_, "the recorder");
  if (!impl.writer) throw Error("nothing was recorded", impl.file);
  impl.flush();
  impl.columns.clear();  // the tables close before their file
  impl.steps = {};
  impl.hashes = {};
  impl.writer->commit();
  impl.writer.reset();
}

}  // namespace cardan
