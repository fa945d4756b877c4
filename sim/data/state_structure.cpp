#include "sim/data/state_structure.h"

#include <algorithm>
#include <sstream>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/hash.h"
#include "sim/data/sensor_setup.h"

namespace cardan {

namespace {

// Data that must agree for a state to have the same meaning: models in order, their joints and
// shapes. Gains, materials, step and solver may differ.
std::string signature_of(const WorldModel& world) {
  std::string text;
  for (const auto& model : world.models) {
    if (model->removed) continue;
    text += model->name + ": " + std::to_string(model->shapes.size()) + " shapes";
    if (model->skeleton) {
      for (const JointInfo& joint : model->skeleton->joints) {
        text += ", " + joint.name + " " + joint_type_name(joint.type);
      }
    }
    text += "\n";
  }
  for (const LoopRecord& record : world.loop_records) text += record.name + "\n";
  return text;
}

std::vector<SensorSlot> slots_of(const WorldModel& world) {
  std::vector<SensorSlot> slots;
  for (const auto& sensor : world.sensors)
    slots.push_back({layout_of(*sensor), sensor->place.first, sensor->place.count()});
  return slots;
}

std::vector<MotorSlot> motors_of(const WorldModel& world, const StateStructure& structure) {
  std::vector<MotorSlot> motors;
  for (const int model : structure.models)
    for (const MotorSetup& motor : world.model(model).motors)
      motors.push_back({structure.place_of(model), motor.dof, motor.delay});
  return motors;
}

std::uint64_t layout_hash(const WorldModel& world, const ModelStates& states,
                          const std::vector<SensorSlot>& sensors) {
  Hash hash;
  for (const SensorSlot& sensor : sensors) hash.add(std::string_view(sensor.layout));
  for (const auto& model : world.models) {
    if (model->removed) continue;
    const StatePlace& place = states.place(model->number);
    for (const int count : {place.nq, place.nv, place.law_arrays, place.drive_numbers})
      hash.add_word(static_cast<std::uint64_t>(count));
    if (!model->skeleton) continue;
    for (const DofProperties& dof : model->skeleton->dof) hash.add_word(dof.friction > 0 ? 1 : 0);
  }
  return hash.value();
}

void list_present(const WorldModel& world, StateStructure& structure) {
  for (const auto& model : world.models)
    if (!model->removed) structure.models.push_back(model->number);
  structure.has_gaps = structure.models.size() < world.models.size();
  for (std::size_t handle = 0; handle < world.shape_model.size(); ++handle)
    if (!world.model(world.shape_model[handle]).removed)
      structure.handles.push_back(static_cast<int>(handle));
}

}  // namespace

std::shared_ptr<const StateStructure> structure_of(const World::Impl& world) {
  const std::lock_guard lock(world.structure_mutex);
  if (!world.structure) {
    auto structure = std::make_shared<StateStructure>();
    structure->signature = signature_of(world.model);
    Hash hash;
    hash.add(std::string_view(structure->signature));
    structure->hash = hash.value();
    structure->sensors = slots_of(world.model);
    structure->layout = layout_hash(world.model, world.state.models, structure->sensors);
    list_present(world.model, *structure);
    structure->motors = motors_of(world.model, *structure);
    world.structure = std::move(structure);
  }
  return world.structure;
}

void forget_structure(World::Impl& world) { world.structure.reset(); }

namespace {

constexpr std::size_t kShown = 60;  // [bytes]

std::string beginning(const std::string& line) {
  return std::string("'").append(line, 0, kShown).append(line.size() > kShown ? "...'" : "'");
}

}  // namespace

std::string first_difference(const std::string& here, const std::string& there) {
  std::istringstream a(here), b(there);
  std::string line_a, line_b;
  do {
    const bool more_here = static_cast<bool>(std::getline(a, line_a));
    const bool more_there = static_cast<bool>(std::getline(b, line_b));
    if (!more_here && more_there) return "the state also has " + beginning(line_b);
    if (more_here && !more_there) return "the state lacks " + beginning(line_a);
    if (!more_here) return "they differ only in line ends";
  } while (line_a == line_b);
  const auto parts = std::mismatch(line_a.begin(), line_a.end(), line_b.begin(), line_b.end());
  const auto same = static_cast<std::size_t>(parts.first - line_a.begin());
  const std::size_t from = same < kShown / 2 ? 0 : same - kShown / 2;
  const auto shown = [&](const std::string& line) {
    const std::string part = line.substr(std::min(from, line.size()), kShown);
    return (from > 0 ? "'..." : "'") + part + (from + kShown < line.size() ? "...'" : "'");
  };
  return "expected " + shown(line_a) + " where the state has " + shown(line_b);
}

void require_same_signature(const std::string& here, const std::string& there,
                            const std::string& where) {
  if (here == there) return;
  throw Error("the state belongs to another world", where, first_difference(here, there));
}

}  // namespace cardan
