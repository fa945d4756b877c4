#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "collision/collision_scene_impl.h"
#include "collision/copy_objects.h"
#include "sim/assembly/add_loop.h"
#include "sim/assembly/change_pairing.h"
#include "sim/data/lazy_body_poses.h"
#include "sim/data/sensor_setup.h"
#include "sim/data/state_structure.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

WorldModel with_threads(const WorldModel& model, int threads) {
  WorldModel copy = model;
  copy.spec.threads = threads;
  return copy;
}

std::shared_ptr<ModelScratch> copy_scratch(const ModelScratch& from) {
  auto copy = std::make_shared<ModelScratch>();
  copy->data = from.data;
  copy->usable = from.usable;
  copy->vectors = from.vectors;
  copy->motors = from.motors;
  copy->told_clamping = from.told_clamping;
  copy->runge_kutta = from.runge_kutta;
  copy->force_free = from.force_free;
  copy->tension = from.tension;
  copy->X_W0 = from.X_W0;
  copy->X_W0_next = from.X_W0_next;
  copy->X_W0_last = from.X_W0_last;
  copy->V_W0 = from.V_W0;
  return copy;
}

// A robot whose bodies are placed on request needs its own group in the new scene.
void copy_lazy_poses(World::Impl& world, const ModelSetup& setup) {
  const ShapedBody& first = setup.shaped_bodies.front();
  ModelScratch& work = world.step.model(setup.number);
  work.lazy_poses = make_lazy_body_poses({setup, world.state.models, work, world.model.spec.step},
                                         first.collision_body - first.body, world.step.collision);
}

}  // namespace

World::Impl::Impl(const Impl& other, int threads)
    : model(with_threads(other.model, threads)),
      state(other.state),
      step(threads),
      registry(other.registry),
      skeletons(other.skeletons),
      next_body(other.next_body),
      findings(other.findings),
      removals(other.removals),
      ignored(other.ignored),
      origin(other.origin) {
  copy_objects(other.step.collision, step.collision);
  const auto removed = std::make_shared<ModelScratch>();
  for (std::size_t i = 0; i < model.models.size(); ++i)
    step.models.push_back(model.models[i]->removed ? removed : copy_scratch(*other.step.models[i]));
  for (const auto& setup : model.models)
    if (!setup->removed && other.step.model(setup->number).lazy_poses)
      copy_lazy_poses(*this, *setup);
  step.models_with_trees = other.step.models_with_trees;
  step.profiling = other.step.profiling;
  StepWorkers& workers = step.workers;
  for (int worker = 0; worker < workers.pool.threads(); ++worker)
    workers.chains.push_back(make_chain(model.pairing));
  workers.shadow = make_shadow(model.spec.contact, model.pairing, registry, workers.pool.threads());
  set_loops(*this, model.loop_records);
  state.sensors = {};  // clone() adds the sensors
}

World World::clone() const { return clone(impl().model.spec.threads); }

World World::clone(int threads) const {
  const Impl& from = impl();
  if (threads < 1) {
    throw Error("a clone with " + std::to_string(threads) + " threads", "World::clone",
                "at least 1");
  }
  const StateSnapshot snapshot = state();
  std::unique_ptr<Impl> built;
  {
    // Views of this world may compute its trees at the same time.
    const std::lock_guard lock(from.view_mutex);
    built = std::make_unique<Impl>(from, threads);
  }
  World copy(std::move(built));
  Impl& world = copy.impl();
  for (const auto& original : from.faces) {
    auto face = std::make_unique<Model::Impl>();
    face->world = &world;
    face->number = original->impl().number;
    face->removed_name = original->impl().removed_name;
    world.faces.push_back(std::unique_ptr<Model>(new Model(std::move(face))));
  }
  for (const auto& setup : world.model.models)
    if (!setup->removed) world.model_of_name.emplace(setup->name, setup->number);
  for (const auto& sensor : from.model.sensors) copy.add_sensor(sensor->spec);
  copy.set_state(snapshot);
  return copy;
}

}  // namespace cardan
