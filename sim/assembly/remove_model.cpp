#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "collision/collision_scene_impl.h"
#include "core/nearest.h"
#include "sim/assembly/change_pairing.h"
#include "sim/assembly/loops.h"
#include "sim/data/change_log.h"
#include "sim/data/lazy_body_poses.h"
#include "sim/data/renumber.h"
#include "sim/data/state_structure.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Drops the contacts of the model, because their names are freed. All other contacts of the last
// step stay readable.
void drop_contacts(World::Impl& world, int model) {
  ContactReadout& readout = world.step.readout;
  const auto is_of_model = [&](const ContactShapes& shapes) {
    const auto owner = [&](int handle) {
      return world.model.shape_model[static_cast<std::size_t>(handle)];
    };
    return owner(shapes.a) == model || owner(shapes.b) == model;
  };
  std::size_t kept = 0;
  for (std::size_t i = 0; i < readout.contacts.size(); ++i) {
    if (is_of_model(readout.shapes[i])) continue;
    readout.contacts[kept] = readout.contacts[i];
    readout.shapes[kept++] = readout.shapes[i];
  }
  readout.contacts.resize(kept);
  readout.shapes.resize(kept);
}

// Removes the shapes of the model. The normals of the last detection and the memory of all other
// shapes are kept.
void remove_shapes(World::Impl& world, const ModelSetup& model) {
  if (model.shapes.empty()) return;
  CollisionScene& scene = world.step.collision;
  if (scene.impl().changed) scene.finalize();
  std::vector<int> handles(scene.impl().objects.size());
  for (std::size_t rank = 0; rank < handles.size(); ++rank)
    handles[rank] = scene.impl().objects[rank].handle;
  const std::vector<PairNormal> normals = scene.impl().last_normals;
  for (const ShapeInstance& shape : model.shapes) scene.remove(shape.handle);
  scene.finalize();
  NewNumbers numbers;
  numbers.ranks_after = scene.num_objects();
  for (const int handle : handles)
    numbers.ranks.push_back(scene.impl().rank_of[static_cast<std::size_t>(handle)]);
  renumber(numbers, world.state.memory);
  std::vector<PairNormal>& kept = scene.impl().last_normals;
  for (PairNormal entry : normals) {
    for (int& rank : entry.pair) rank = numbers.ranks[static_cast<std::size_t>(rank)];
    if (entry.pair[0] != kGone && entry.pair[1] != kGone) kept.push_back(entry);
  }
}

void remove_tree(World::Impl& world, const ModelSetup& model) {
  if (model.tree < 0) return;
  const int tree = model.tree;
  std::vector<int>& trees = world.model.trees;
  NewNumbers numbers;
  numbers.trees = numbers_without(static_cast<int>(trees.size()), tree);
  renumber(numbers, world.state.memory);
  trees.erase(trees.begin() + tree);
  world.model.weigh_trees();
  for (std::size_t t = 0; t < trees.size(); ++t)
    world.model.models[static_cast<std::size_t>(trees[t])]->tree = static_cast<int>(t);
  for (IslandReport& island : world.step.report.islands) {
    if (island.lowest_tree >= 0)
      island.lowest_tree = numbers.trees[static_cast<std::size_t>(island.lowest_tree)];
  }
  renumber_loop_trees(world, numbers.trees);
}

std::shared_ptr<ModelSetup> setup_of_removed() {
  auto setup = std::make_shared<ModelSetup>();
  setup->removed = true;
  return setup;
}

// Replaces a removed model by a static model without shapes, so that all other models keep their
// numbers. Removed models share this data, so that a world to which models are added and from which
// they are removed without end grows as little as possible.
void leave_empty(World::Impl& world, int number) {
  static const std::shared_ptr<ModelSetup> shared = setup_of_removed();
  const auto i = static_cast<std::size_t>(number);
  const auto removed = std::find(world.model.models.begin(), world.model.models.end(), shared);
  world.step.models[i] =
      removed == world.model.models.end()
          ? std::make_shared<ModelScratch>()
          : world.step.models[static_cast<std::size_t>(removed - world.model.models.begin())];
  world.model.models[i] = shared;
  world.state.models.clear(number);
}

void count_scripts(WorldModel& world) {
  world.has_scripts = world.has_target_paths = world.has_motors = false;
  for (const auto& model : world.models) {
    world.has_scripts |= model->script.has_value();
    world.has_target_paths |= !model->target_paths.empty();
    world.has_motors |= !model->motors.empty();
  }
}

}  // namespace

void World::remove(Model& model) {
  Impl& world = impl();
  require_between_steps(world, "remove");
  if (model.impl().world != &world)
    throw Error("the model belongs to another world", "World::remove");
  model.impl().require_present();
  const int number = model.impl().number;
  const std::string name = model.name();
  refuse_in_batch(world, "a model cannot be removed");
  std::optional<NewPairing> changed = pairing_without(world, world.model.model(number));
  // The code below cannot fail.
  forget_islands(world);
  wake_all(world.model, world.state, world.step);
  drop_contacts(world, number);
  remove_loops_of(world, name);
  remove_sensors_of(world, number);
  remove_shapes(world, world.model.model(number));
  remove_tree(world, world.model.model(number));
  std::erase_if(world.ignored, [&](const IgnoredPair& pair) {
    const auto names = [&](const std::string& end) {
      return end == name || end.rfind(name + "/", 0) == 0;
    };
    return names(pair.a) || names(pair.b);
  });
  StepReport& report = world.step.report;
  if (report.deepest_a == number || report.deepest_b == number)
    report.deepest_a = report.deepest_b = -1;
  world.model_of_name.erase(name);
  leave_empty(world, number);
  world.skeletons.forget_unused();
  count_scripts(world.model);
  if (changed) set_pairing(world, std::move(*changed));
  refresh_loops(world);
  model.impl().removed_name = name;
  ++world.removals;
  forget_structure(world);
  log_change(world, ChangeKind::kRemoveModel, [&](ChangeWriter& out) { out.text(name); });
}

void World::remove(std::string_view name) {
  if (Model* model = find(name)) return remove(*model);
  std::vector<std::string> known;
  for (const Model* other : models()) known.push_back(other->name());
  throw Error("unknown model '" + std::string(name) + "'", "World::remove",
              suggest_name(std::string(name), known));
}

}  // namespace cardan
