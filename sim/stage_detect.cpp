#include <cmath>

#include "cardan/sim/stages_internal.h"

namespace cardan {

namespace {

// Contacts within this gap enter in any case, so that a resting contact never flickers [m].
constexpr double kContactMargin = 1e-3;

// How far any point of the shape can move in one step [m]: h (|v| + |ω| radius) at the body origin,
// with what free motion (gravity, efforts, wrenches) adds to the velocity in this step.
double reach(const Model::Impl& model, const ShapeInstance& shape, double h) {
  const RigidTransform X_WB = model.data->pose(shape.body);
  const SpatialVelocity V = model.data->velocity_at(shape.body, X_WB.p);
  const Vector6& change = model.free_change[shape.body];
  const Vector3 turn = change.head<3>();
  const Vector3 shift = change.tail<3>() + turn.cross(X_WB.p - model.data->O_W);
  const double reach =
      h * (V.linear.norm() + shift.norm() + (V.angular.norm() + turn.norm()) * shape.radius);
  return std::isfinite(reach) ? reach : 0;
}

// The same of a scripted body, whose motion is known.
void place_scripted_shapes(World::Impl& world) {
  for (auto& owner : world.models) {
    const Model::Impl& model = owner->impl();
    if (!model.script || model.skeleton) continue;
    for (const ShapeInstance& shape : model.shapes) {
      const RigidTransform X_WS = model.X_W0 * shape.X_BS;
      const RigidTransform X_WS_next = model.X_W0_next * shape.X_BS;
      const double turn = (X_WS_next.R - X_WS.R).norm() * shape.radius;
      world.collision.set_pose(shape.handle, X_WS);
      world.collision.set_extra_margin(shape.handle, (X_WS_next.p - X_WS.p).norm() + turn);
    }
  }
}

}  // namespace

void detect_contacts(World::Impl& world) {
  place_scripted_shapes(world);
  for (Model::Impl* model : world.trees) {
    for (const ShapeInstance& shape : model->shapes) {
      if (shape.body < 0) continue;
      world.collision.set_pose(shape.handle, model->data->pose(shape.body) * shape.X_BS);
      world.collision.set_extra_margin(shape.handle, reach(*model, shape, world.spec.step));
    }
  }
  const CollisionResult& found = world.collision.detect(kContactMargin);
  world.detected = &found;
  world.report.collision_failures = found.fcl_failures;
  if (found.unresolved_pairs > 0) {
    world.report.messages.push_back(std::to_string(found.unresolved_pairs) +
                                    " pairs of shapes could not be resolved and have no contact");
  }
}

}  // namespace cardan
