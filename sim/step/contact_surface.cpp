#include "sim/step/contact_surface.h"

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

// Mean displacement in W of the material that is at p at the pose X, per time h [m/s].
Vector3 chord(const RigidTransform& X, const RigidTransform& X_next, const Vector3& p, double h) {
  return (X_next * (X.inverse() * p) - p) / h;
}

// Motion of a scripted body in a step, as a body with its centre of mass at p moves if it is
// carried: p moves along its chord, and the rest turns about p.
struct CarryingMotion {
  Vector3 velocity, omega;

  CarryingMotion(const RigidTransform& X, const RigidTransform& X_next, const Vector3& p, double h)
      : velocity(chord(X, X_next, p, h)) {
    omega = quaternion_log(Quaternion(Matrix3(X_next.R * X.R.transpose())).normalized()) / h;
  }
  Vector3 at(const Vector3& r) const { return velocity + omega.cross(r); }
};

// Centre of mass of the body of a shape, or the point itself if the body does not move.
Vector3 centre_of(const TouchingShape& side, const Vector3& point) {
  if (side.shape.body < 0 || side.model.tree < 0) return point;
  const auto body = static_cast<std::size_t>(side.shape.body);
  return side.work.data->pose(side.shape.body) * side.model.kernel_skeleton->inertia[body].com;
}

// Adds the mean velocity of a scripted body over the step, as `other` sees it, or its velocity in
// the middle of the step, and the velocity of a conveyor's surface relative to its body.
void add_motion(const WorldModel& world, const TouchingShape& side, const TouchingShape& other,
                double sign, ContactConstraint& row) {
  const MaterialSpec& material = world.materials.material(side.shape.material);
  if (!material.surface_velocity.isZero(0)) {
    const Vector3 belt = shape_axes(side) * material.surface_velocity;
    row.surface_velocity += sign * (belt - row.normal.dot(belt) * row.normal);
  }
  if (!is_scripted(side.model, side.shape)) return;
  const Vector3 point = row.point + (sign < 0 ? row.offset_a : row.offset_b);
  if (world.spec.integrator == Integrator::kMidpoint) {
    const Vector3 r = point - side.work.X_W0.p;
    const SpatialVelocity V = side.work.V_W0.shifted(r);
    row.surface_velocity += sign * V.linear;
    // A jump is an impact along the normal; along the surface, friction carries over it.
    const double jump = row.normal.dot(side.work.V_W0_jump.shifted(r).linear);
    row.surface_change += sign * jump * row.normal;
    row.surface_spin += sign * V.angular;
    return;
  }
  const RigidTransform &X_now = side.work.X_W0, &X_next = side.work.X_W0_next;
  const double h = world.spec.step;
  const RigidTransform& X_last = side.work.X_W0_last;
  const Vector3 centre = centre_of(other, point), arm = point - centre;
  const CarryingMotion now(X_now, X_next, centre, h);
  const CarryingMotion last(X_last, X_now, X_last * (X_now.inverse() * centre), h);
  Vector3 velocity = now.at(arm);
  // The gap follows the material of the surface.
  velocity += row.normal.dot(chord(X_now, X_next, point, h) - velocity) * row.normal;
  row.surface_velocity += sign * velocity;
  row.surface_change += sign * (now.at(arm) - last.at(arm));
  row.surface_spin += sign * now.omega;
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
  add_motion(world, b, a, +1, row);
  add_motion(world, a, b, -1, row);
}

}  // namespace cardan
