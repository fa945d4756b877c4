#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string_view>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/nearest.h"
#include "sim/data/change_log.h"
#include "sim/data/renumber.h"
#include "sim/data/spec_json.h"
#include "sim/sensors/resolve_sensor.h"
#include "sim/sensors/sensor_face.h"
#include "sim/sensors/sensor_work.h"

namespace cardan {

void DeleteSensorPart::operator()(SensorWork* work) const { delete work; }

namespace {

using Owned = std::unique_ptr<SensorSetup, DeleteSensorPart>;

// Number of the model in a list with one entry a model; −1 if it is new.
int& place_in(std::vector<int>& places, int model) {
  if (places.size() <= static_cast<std::size_t>(model))
    places.resize(static_cast<std::size_t>(model) + 1, -1);
  return places[static_cast<std::size_t>(model)];
}

int motion_index(const World::Impl& world, SensorWork& work, int model) {
  int& place = place_in(work.motion_of_model, model);
  if (place >= 0) return place;
  const ModelSetup& setup = world.model.model(model);
  TreeMotion motion;
  motion.model = model;
  motion.data = std::make_unique<Data>(*setup.kernel_skeleton);
  motion.q = world.state.models[model].q();
  for (VectorX* x : {&motion.v, &motion.v_bias, &motion.v_dot, &motion.effort})
    *x = VectorX::Zero(setup.kernel_skeleton->nv());
  work.motions.push_back(std::move(motion));
  return place = static_cast<int>(work.motions.size()) - 1;
}

int script_index(SensorWork& work, int model) {
  int& place = place_in(work.script_of_model, model);
  if (place >= 0) return place;
  work.scripts.push_back({model, {}, {}});
  return place = static_cast<int>(work.scripts.size()) - 1;
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

// Scratch for one more sensor.
void add_work(World::Impl& world, SensorSetup& sensor) {
  if (!world.step.sensors) world.step.sensors.reset(new SensorWork);
  SensorWork& work = *world.step.sensors;
  follow_motion(world, work, sensor);
  if (work.sample.size() < static_cast<std::size_t>(sensor.place.width))
    work.sample.resize(static_cast<std::size_t>(sensor.place.width));
  if (sensor.kind != SensorKind::kRanges || work.view) return;
  work.view = std::make_unique<WorldView::Impl>();
  work.view->world = &world;
}

// Scratch for the sensors of the world; none if there are no sensors.
void make_work(World::Impl& world) {
  world.step.sensors.reset();
  for (const Owned& sensor : world.model.sensors) add_work(world, *sensor);
}

void clear_reading(double* block, const SensorPlace& place) {
  const SensorData<double> data(block, place);
  std::fill_n(block + place.first, place.count(), 0.0);
  std::fill_n(data.reading(), place.width, std::numeric_limits<double>::quiet_NaN());
}

int find_number(const World::Impl& world, std::string_view name) {
  const auto found = world.sensor_of_name.find(name);
  return found == world.sensor_of_name.end() ? -1 : found->second->impl().number;
}

int require_number(const World::Impl& world, std::string_view name) {
  if (const int number = find_number(world, name); number >= 0) return number;
  std::vector<std::string> known;
  for (const Owned& sensor : world.model.sensors) known.push_back(sensor->spec.name);
  throw Error("unknown sensor '" + std::string(name) + "'", "sensors",
              known.empty() ? "the world has none" : suggest_name(name, known));
}

}  // namespace

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
  world.sensor_of_name.emplace(spec.name, world.sensors.back());
  add_work(world, *world.model.sensors.back());
  forget_structure(world);
  log_change(world, ChangeKind::kAddSensor,
             [&](ChangeWriter& out) { out.text(sensor_json(spec)); });
  return *world.sensors.back();
}

namespace {

// Removes the sensors for which gone(setup) is true.
template <class Gone>
void erase_sensors(World::Impl& world, const Gone& gone) {
  std::size_t kept = 0;
  AlignedBlock moved;  // the data of the other sensors, without gaps
  for (std::size_t i = 0; i < world.model.sensors.size(); ++i) {
    Owned& setup = world.model.sensors[i];
    if (gone(*setup)) {
      world.sensor_of_name.erase(setup->spec.name);
      world.sensors[i]->impl().number = -1;
      continue;
    }
    SensorPlace& place = setup->place;
    const std::size_t first = moved.size();
    moved.resize(first + place.size());
    std::copy_n(world.state.sensors.data() + place.first, place.size(), moved.data() + first);
    place.first = first;
    world.sensors[i]->impl().number = static_cast<int>(kept);
    world.sensors[kept] = world.sensors[i];
    std::swap(world.model.sensors[kept++], setup);
  }
  world.sensors.resize(kept);
  world.model.sensors.resize(kept);
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
  const SensorSetup* setup =
      world.model.sensors[static_cast<std::size_t>(require_number(world, name))].get();
  erase_sensors(world, [&](const SensorSetup& sensor) { return &sensor == setup; });
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
  erase_sensors(world, [&](const SensorSetup& sensor) { return names_model(sensor, model); });
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

void check_saved_sensor(const std::string& layout, std::span<const double> data,
                        const std::string& file) {
  const auto is_count = [](double x) {
    constexpr double kMost = 9e15;  // up to here, a double holds whole numbers exactly
    return x >= 0 && x <= kMost && x == std::floor(x);
  };
  if (data.size() < SensorPlace::kHeader || !is_count(data[0]) || !is_count(data[1]))
    throw Error("the data of sensor '" + layout + "' have no valid counts", file,
                "the file is damaged");
}

namespace {

using SavedData = std::map<std::string_view, std::span<const double>>;  // by layout

void take_data(World::Impl& world, const SavedData& saved) {
  double* block = world.state.sensors.data();
  for (const Owned& sensor : world.model.sensors) {
    const SensorPlace& place = sensor->place;
    const auto data = saved.find(layout_of(*sensor));
    if (data != saved.end() && data->second.size() == place.count()) {
      std::copy_n(data->second.data(), place.count(), block + place.first);
    } else {
      clear_reading(block, place);
    }
  }
}

}  // namespace

void restore_sensors(World::Impl& world, const std::vector<SavedSensor>& saved) {
  SavedData data;
  for (const SavedSensor& one : saved) data.emplace(one.layout, one.data);
  take_data(world, data);
}

void restore_sensors(World::Impl& world, const std::vector<SensorSlot>& slots,
                     const AlignedBlock& block) {
  SavedData data;
  for (const SensorSlot& slot : slots)
    data.emplace(slot.layout, std::span(block.data() + slot.first, slot.count));
  take_data(world, data);
}

}  // namespace cardan
