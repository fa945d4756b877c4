#include "cardan/sim/step/contact_surface_internal.h"

namespace cardan {

namespace {

Matrix3 shape_axes(const TouchingShape& side) {
  return body_pose(side.model, side.work, side.shape.body).R * side.shape.X_BS.R;
}

// Tangent 1 is along the direction of anisotropic friction, which is that of A if A has one, else
// that of B.
void lay_tangents(const WorldModel& world, const TouchingShape& a, const TouchingShape& b,
                  ContactConstraint& row) {
  constexpr double kAlongNormal = 1e-6;
  make_tangents(row.normal, &row.tangent1, &row.tangent2);
  if (row.surface.mu_ratio == 1) return;
  for (const TouchingShape* side : {&a, &b}) {
    const MaterialSpec& material = world.materials.material(side->shape.material);
    if (!material.direction) continue;
    Vector3 along = shape_axes(*side) * *material.direction;
    along -= row.normal.dot(along) * row.normal;
    if (along.norm() < kAlongNormal) continue;
    row.tangent1 = along.normalized();
    row.tangent2 = row.normal.cross(row.tangent1);
    return;
  }
  row.surface.mu_ratio = 1;  // the direction is perpendicular to this contact plane
}

// Adds the mean velocity of a scripted body over the step, or its velocity in the middle of the
// step, and the velocity of a conveyor's surface relative to its body.
void add_motion(const WorldModel& world, const TouchingShape& side, double sign,
                ContactConstraint& row) {
  const MaterialSpec& material = world.materials.material(side.shape.material);
  if (!material.surface_velocity.isZero(0)) {
    const Vector3 belt = shape_axes(side) * material.surface_velocity;
    row.surface_velocity += sign * (belt - row.normal.dot(belt) * row.normal);
  }
  if (!is_scripted(side.model, side.shape)) return;
  if (world.spec.integrator == Integrator::kMidpoint) {
    const SpatialVelocity V = side.work.V_W0.shifted(row.point - side.work.X_W0.p);
    row.surface_velocity += sign * V.linear;
    row.surface_spin += sign * V.angular;
    return;
  }
  const RigidTransform &X_now = side.work.X_W0, &X_next = side.work.X_W0_next;
  const double h = world.spec.step;
  const Vector3 p_B = X_now.inverse() * row.point;
  const Vector3 velocity = (X_next * p_B - row.point) / h;
  row.surface_velocity += sign * velocity;
  row.surface_change += sign * (velocity - (row.point - side.work.X_W0_last * p_B) / h);
  if (row.surface.mu_torsion == 0 && row.surface.mu_rolling == 0) return;
  const Quaternion turn(Matrix3(X_next.R * X_now.R.transpose()));
  row.surface_spin += sign / h * quaternion_log(turn.normalized());
}

}  // namespace

bool is_scripted(const ModelSetup& model, const ShapeInstance& shape) {
  return model.script && (!model.skeleton || shape.body == 0);
}

void lay_surfaces(const WorldModel& world, const TouchingShape& a, const TouchingShape& b,
                  ContactConstraint& row) {
  world.materials.pair(a.shape.material, b.shape.material, row.surface);
  lay_tangents(world, a, b, row);
  if (!world.has_scripts && !world.materials.has_belts()) return;  // only trees move
  add_motion(world, b, +1, row);
  add_motion(world, a, -1, row);
}

}  // namespace cardan
