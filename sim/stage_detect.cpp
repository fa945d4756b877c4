#include <cmath>

#include "cardan/dynamics/four_internal.h"
#include "cardan/dynamics/kernel_internal.h"
#include "cardan/sim/stages_internal.h"

namespace cardan {

namespace {

// Contacts within this gap enter in any case, so that a resting contact never flickers [m].
constexpr double kContactMargin = 1e-3;

// How far any point of the body's shapes can move in one step [m]: h (|v| + |ω| radius) at its
// origin, with what free motion (gravity, efforts, wrenches) adds to the velocity in this step.
double reach(const Model::Impl& model, const ShapedBody& shaped, double h) {
  using kernel::Spatial, kernel::Vec;
  const Spatial V = kernel::load_spatial(&model.data->V[6 * shaped.body]);
  const Spatial change = kernel::load_spatial(model.free_change[shaped.body].data());
  const Vec p = kernel::load(&model.data->p[3 * shaped.body]);
  const Vec velocity = V.l + kernel::cross(V.a, p), shift = change.l + kernel::cross(change.a, p);
  // Four roots at once.
  double norms[4];
  kernel::Four(kernel::dot(velocity, velocity), kernel::dot(shift, shift), kernel::dot(V.a, V.a),
               kernel::dot(change.a, change.a))
      .store(norms);
  Eigen::Map<Eigen::Array4d> roots(norms);
  roots = roots.sqrt();
  const double reach = h * (norms[0] + norms[1] + (norms[2] + norms[3]) * shaped.radius);
  return std::isfinite(reach) ? reach : 0;
}

// The same of a scripted body, whose motion is known.
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
  for (const ShapedBody& shaped : model.shaped_bodies) {
    if (shaped.body < 0) continue;
    world.collision.set_body_pose(shaped.collision_body, model.data->pose(shaped.body));
    world.collision.set_body_margin(shaped.collision_body, reach(model, shaped, world.spec.step));
  }
}

void detect_contacts(World::Impl& world) {
  place_scripted_bodies(world);
  const CollisionResult& found = world.collision.detect(kContactMargin, world.pool);
  world.detected = &found;
  if (world.spec.contact.continuous) sweep_fast_balls(world, kContactMargin);
  report_ladder(found, world.report);
}

}  // namespace cardan
