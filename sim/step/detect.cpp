#include "cardan/sim/step/lazy_body_poses_internal.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// Contacts within this gap enter in any case, so that a resting contact never flickers [m].
constexpr double kContactMargin = 1e-3;

// Scripted bodies reach as far as their scripts take them in this step.
void place_scripted_bodies(World::Impl& world) {
  if (!world.has_scripts) return;
  for (auto& owner : world.models) {
    const Model::Impl& model = owner->impl();
    if (!model.script || model.skeleton) continue;
    for (const ShapedBody& shaped : model.shaped_bodies) {
      const double turn = (model.X_W0_next.R - model.X_W0.R).norm() * shaped.radius;
      const bool moves = model.X_W0_next.R != model.X_W0.R || model.X_W0_next.p != model.X_W0.p;
      world.collision.set_body_resting(shaped.collision_body, !moves);
      world.collision.set_body_pose(shaped.collision_body, model.X_W0);
      world.collision.set_body_margin(shaped.collision_body,
                                      (model.X_W0_next.p - model.X_W0.p).norm() + turn);
    }
  }
}

void report_ladder(const CollisionResult& found, StepReport& report) {
  report.collision_failures = found.fcl_failures;
  report.collision_ladder = found.ladder;
  if (found.ladder.unresolved > 0) {
    report.messages.push_back(std::to_string(found.ladder.unresolved) +
                              " pairs of shapes could not be resolved and have no contact");
  }
}

}  // namespace

void place_bodies(World::Impl& world, const Model::Impl& model) {
  if (model.lazy_poses) return model.lazy_poses->notify(world.collision);
  for (const ShapedBody& shaped : model.shaped_bodies) {
    if (shaped.body < 0) continue;
    world.collision.set_body_pose(shaped.collision_body, model.data->pose(shaped.body));
    world.collision.set_body_margin(shaped.collision_body,
                                    reach(model, shaped.body, shaped.radius));
  }
}

void detect_contacts(World::Impl& world) {
  place_scripted_bodies(world);
  const CollisionResult& found = world.collision.detect(kContactMargin, world.pool);
  world.detected = &found;
  if (world.spec.contact.continuous) sweep_fast_spheres(world, kContactMargin);
  report_ladder(found, world.report);
}

}  // namespace cardan
