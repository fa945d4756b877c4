#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/sim/build/renumber_internal.h"
#include "cardan/sim/record/change_log_internal.h"
#include "cardan/sim/record/spec_json_internal.h"
#include "cardan/sim/sensors/sensor_face_internal.h"
#include "cardan/sim/sensors/sensor_work_internal.h"

namespace cardan {

void DeleteSensorPart::operator()(SensorSetup* setup) const { delete setup; }
void DeleteSensorPart::operator()(SensorWork* work) const { delete work; }

namespace {

using Owned = std::unique_ptr<SensorSetup, DeleteSensorPart>;

int motion_index(const World::Impl& world, SensorWork& work, int model) {
  for (std::size_t i = 0; i < work.motions.size(); ++i)
    if (work.motions[i].model == model) return static_cast<int>(i);
  const ModelSetup& setup = world.model.model(model);
  TreeMotion motion;
  motion.model = model;
  motion.data = std::make_unique<Data>(*setup.kernel_skeleton);
  motion.q = world.state.models[model].q();
  for (VectorX* x : {&motion.v, &motion.v_bias, &motion.v_dot, &motion.effort})
    *x = VectorX::Zero(setup.kernel_skeleton->nv());
  work.motions.push_back(std::move(motion));
  return static_cast<int>(work.motions.size()) - 1;
}

int script_index(SensorWork& work, int model) {
  for (std::size_t i = 0; i < work.scripts.size(); ++i)
    if (work.scripts[i].model == model) return static_cast<int>(i);
  work.scripts.push_back({model, {}, {}});
  return static_cast<int>(work.scripts.size()) - 1;
}

// Adds the model of the sensor to the list of models whose motion in a step is kept.
void follow_motion(const World::Impl& world, SensorWork& work, SensorSetup& sensor) {
  if (sensor.kind == SensorKind::kJoint)
    sensor.motion = motion_index(world, work, sensor.joint.model);
  if (sensor.kind == SensorKind::kForceTorque)
    sensor.motion = motion_index(world, work, sensor.subtree.model);
  if (sensor.kind != SensorKind::kImu) return;
  const ModelSetup& model = world.model.model(sensor.frame.model);
  sensor.frame.scripted = !model.skeleton && model.script.has_value();
  if (sensor.frame.scripted) {
    sensor.frame.motion = script_index(work, sensor.frame.model);
  } else if (model.skeleton && sensor.frame.body >= 0) {
    sensor.frame.motion = motion_index(world, work, sensor.frame.model);
  }
}

// Scratch for the sensors of the world; none if there are no sensors.
void make_work(World::Impl& world) {
  world.step.sensors.reset();
  if (world.model.sensors.empty()) return;
  world.step.sensors.reset(new SensorWork);
  SensorWork& work = *world.step.sensors;
  int width = 0;
  for (const Owned& sensor : world.model.sensors) {
    follow_motion(world, work, *sensor);
    width = std::max(width, sensor->place.width);
    if (sensor->kind != SensorKind::kRanges || work.view) continue;
    work.view = std::make_unique<WorldView::Impl>();
    work.view->world = &world;
  }
  work.sample.resize(static_cast<std::size_t>(width));
}

void clear_reading(double* block, const SensorPlace& place) {
  const SensorData<double> data(block, place);
  std::fill_n(block + place.first, place.count(), 0.0);
  std::fill_n(data.reading(), place.width, std::numeric_limits<double>::quiet_NaN());
}

int find_number(const World::Impl& world, std::string_view name) {
  const auto& list = world.model.sensors;
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Owned& sensor) { return sensor->spec.name == name; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

int require_number(const World::Impl& world, std::string_view name) {
  if (const int number = find_number(world, name); number >= 0) return number;
  std::vector<std::string> known;
  for (const Owned& sensor : world.model.sensors) known.push_back(sensor->spec.name);
  throw Error("unknown sensor '" + std::string(name) + "'", "sensors",
              known.empty() ? "the world has none" : suggest_name(name, known));
}

}  // namespace

std::string layout_of(const SensorSetup& sensor) {
  std::string text = sensor.spec.name;
  text.append(" ").append(sensor_kind_name(sensor.kind));
  const SensorPlace& place = sensor.place;
  for (const int size :
       {place.width, place.walks, place.delay, place.wrench ? 6 : 0, sensor.period})
    text.append(" ").append(std::to_string(size));
  return text;
}

Sensor& World::add_sensor(const SensorSpec& spec) {
  Impl& world = impl();
  require_between_steps(world, "add_sensor");
  if (find_number(world, spec.name) >= 0) {
    throw Error("two sensors are named '" + spec.name + "'", "sensors", "give each its own name");
  }
  Owned setup = resolve_sensor(world, spec);
  AlignedBlock& block = world.state.sensors;
  setup->place.first = block.size();
  block.resize(block.size() + setup->place.size());
  clear_reading(block.data(), setup->place);
  auto face = std::make_unique<Sensor::Impl>();
  face->world = &world;
  face->number = static_cast<int>(world.model.sensors.size());
  face->name = spec.name;
  world.model.sensors.push_back(std::move(setup));
  world.sensor_faces.push_back(std::make_unique<Sensor>(std::move(face)));
  world.sensors.push_back(world.sensor_faces.back().get());
  make_work(world);
  forget_structure(world);
  log_change(world, ChangeKind::kAddSensor,
             [&](ChangeWriter& out) { out.text(sensor_json(spec)); });
  return *world.sensors.back();
}

namespace {

void erase_sensor(World::Impl& world, int number) {
  world.sensors[static_cast<std::size_t>(number)]->impl().number = -1;
  world.sensors.erase(world.sensors.begin() + number);
  world.model.sensors.erase(world.model.sensors.begin() + number);
  // Closes the gap in the block: moves the data of the other sensors together.
  AlignedBlock moved;
  for (std::size_t i = 0; i < world.model.sensors.size(); ++i) {
    SensorPlace& place = world.model.sensors[i]->place;
    const std::size_t first = moved.size();
    moved.resize(first + place.size());
    std::copy_n(world.state.sensors.data() + place.first, place.size(), moved.data() + first);
    place.first = first;
    world.sensors[i]->impl().number = static_cast<int>(i);
  }
  world.state.sensors = std::move(moved);
}

// True if the sensor is on the model or measures relative to it or to its shapes.
bool names_model(const SensorSetup& sensor, int model) {
  for (const int other : {sensor.frame.model, sensor.reference.model, sensor.joint.model,
                          sensor.subtree.model, sensor.on.model, sensor.with.model})
    if (other == model) return true;
  return false;
}

}  // namespace

void World::remove_sensor(std::string_view name) {
  Impl& world = impl();
  require_between_steps(world, "remove_sensor");
  const std::string own_name(name);  // the name may belong to the sensor
  erase_sensor(world, require_number(world, name));
  make_work(world);
  forget_structure(world);
  log_change(world, ChangeKind::kRemoveSensor, [&](ChangeWriter& out) { out.text(own_name); });
}

namespace {

// Removes a model from the list of models and links that the rays of a sensor ignore.
void forget_ignored(SensorSetup& sensor, const ModelSetup& model) {
  auto* ranges = std::get_if<RangesSpec>(&sensor.spec.kind);
  if (ranges == nullptr) return;
  std::erase_if(ranges->ignore, [&](const std::string& name) {
    return name == model.name || name.starts_with(model.name + "/");
  });
  std::erase_if(sensor.ignored, [&](const ShapeSet& set) { return set.model == model.number; });
}

}  // namespace

void remove_sensors_of(World::Impl& world, int model) {
  if (world.model.sensors.empty()) return;
  for (int i = static_cast<int>(world.model.sensors.size()) - 1; i >= 0; --i)
    if (names_model(*world.model.sensors[static_cast<std::size_t>(i)], model))
      erase_sensor(world, i);
  for (const Owned& sensor : world.model.sensors) forget_ignored(*sensor, world.model.model(model));
  make_work(world);
}

void add_payload_to_sensors(World::Impl& world, int model, const std::string& link,
                            const SpatialInertia& load) {
  SpatialInertia& total = world.model.models[static_cast<std::size_t>(model)]->payloads[link];
  total = total + load;
  for (const Owned& sensor : world.model.sensors)
    if (sensor->subtree.model == model && !sensor->subtree.links.empty())
      sensor->subtree.part = resolve_sensor(world, sensor->spec)->subtree.part;
}

std::uint64_t World::seed() const { return impl().model.spec.seed; }

void World::set_seed(std::uint64_t seed) {
  Impl& world = impl();
  world.model.spec.seed = seed;
  for (const Owned& sensor : world.model.sensors) sensor->key = noise_key(seed, sensor->spec.name);
  log_change(world, ChangeKind::kSeed, [&](ChangeWriter& out) { out.count(seed); });
}

std::span<Sensor* const> World::sensors() const { return impl().sensors; }

Sensor& World::sensor(std::string_view name) const {
  return *impl().sensors[static_cast<std::size_t>(require_number(impl(), name))];
}

std::vector<SavedSensor> saved_sensors(const World::Impl& world) {
  std::vector<SavedSensor> saved;
  for (const Owned& sensor : world.model.sensors) {
    const double* data = world.state.sensors.data() + sensor->place.first;
    saved.push_back({layout_of(*sensor), {data, data + sensor->place.count()}});
  }
  return saved;
}

void check_saved_sensors(const std::vector<SavedSensor>& saved, const std::string& file) {
  const auto is_count = [](double x) {
    constexpr double kMost = 9e15;  // up to here, a double holds whole numbers exactly
    return x >= 0 && x <= kMost && x == std::floor(x);
  };
  for (const SavedSensor& sensor : saved) {
    const bool counts = sensor.data.size() >= SensorPlace::kHeader && is_count(sensor.data[0]) &&
                        is_count(sensor.data[1]);
    if (!counts)
      throw Error("the data of sensor '" + sensor.layout + "' have no valid counts", file,
                  "the file is damaged");
  }
}

namespace {

// find(layout, count): data of a sensor with this layout and number of doubles, or null.
template <class Find>
void take_data(World::Impl& world, const Find& find) {
  double* block = world.state.sensors.data();
  for (const Owned& sensor : world.model.sensors) {
    const SensorPlace& place = sensor->place;
    if (const double* data = find(layout_of(*sensor), place.count())) {
      std::copy_n(data, place.count(), block + place.first);
    } else {
      clear_reading(block, place);
    }
  }
}

}  // namespace

void restore_sensors(World::Impl& world, const std::vector<SavedSensor>& saved) {
  take_data(world, [&](const std::string& layout, std::size_t count) -> const double* {
    for (const SavedSensor& one : saved)
      if (one.layout == layout && one.data.size() == count) return one.data.data();
    return nullptr;
  });
}

void restore_sensors(World::Impl& world, const std::vector<SensorSlot>& slots,
                     const AlignedBlock& block) {
  take_data(world, [&](const std::string& layout, std::size_t count) -> const double* {
    for (const SensorSlot& slot : slots)
      if (slot.layout == layout && slot.count == count) return block.data() + slot.first;
    return nullptr;
  });
}

}  // namespace cardan
