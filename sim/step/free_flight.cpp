#include <algorithm>

#include "cardan/dynamics/bias_terms.h"
#include "cardan/dynamics/force_free_motion.h"
#include "cardan/dynamics/free_rotation.h"
#include "cardan/dynamics/kernels/quaternion_order_internal.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/free_flight_internal.h"

namespace cardan {

namespace {

using Freedoms = Eigen::Map<Vector6>;

/// (M + diagonal) Δv of a body whose centre of mass is c from O; inertia about it, axes of W.
Vector6 momentum_change(const SpatialInertia& body, const Matrix3& R, const Vector3& c,
                        const double* diagonal, const Vector6& dv) {
  const Vector3 d_omega = dv.head<3>();
  const Vector3 force = body.mass * (dv.tail<3>() + d_omega.cross(c));
  Vector6 change;
  change << R * (body.inertia * (R.transpose() * d_omega)) + c.cross(force), force;
  return change + Eigen::Map<const Vector6>(diagonal).cwiseProduct(dv);
}

/// No impulse acted on the tree in this step, and nothing moves its base.
bool is_undisturbed(const ModelRef& model) {
  if (model.work.has_push_out || model.setup.script) return false;
  const StepVectors::Vector z = model.work.vectors.z(), z0 = model.work.vectors.z0();
  return std::equal(z.data(), z.data() + z.size(), z0.data());
}

/// Below this turn of a link per step, the velocity products of free_motion.cpp suffice [rad].
constexpr double kFastTurn = 0.005;

bool turns_fast(const WorldModel& world, const ModelRef& model) {
  return world.spec.step * fastest_turn(*model.setup.kernel_skeleton, *model.work.data) > kFastTurn;
}

/// Forces act first, at q; then the tree moves without them [Hairer, Lubich & Wanner 2006, ch.
/// II.5]. False if that motion is not finite.
bool fly_tree(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const double h = world.spec.step;
  StepVectors::Vector change = model.work.vectors.velocity_change();
  StepVectors::Vector q_next = model.work.vectors.q_next();
  // z0 without the velocity products.
  gravity_forces(skeleton, data, world.spec.gravity, change.data());
  change = h * (Eigen::Map<const VectorX>(data.bias.data(), skeleton.nv()) - change);
  whiten(skeleton, data, change.data());
  change += model.work.vectors.z0();
  unwhiten(skeleton, data, change.data());
  change += model.state.v();
  q_next = model.state.q();
  model.work.rotation_parts =
      move_without_forces(skeleton, data, model.work.force_free, h, q_next.data(), change.data());
  change -= model.state.v();
  model.work.change_known = model.work.rotation_parts > 0;
  return model.work.change_known;
}

}  // namespace

void add_free_flight(const ModelRef& model, double h) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const SpatialInertia& body = skeleton.inertia[0];
  const Data& data = *model.work.data;
  Freedoms z0(model.work.vectors.z0().data());
  Vector6 v = z0;
  unwhiten(skeleton, data, v.data());
  v += Freedoms(model.state.v().data());

  const Eigen::Map<const Matrix3> R(data.R.data());
  const double* q = model.state.q().data();
  const Quaternion orientation = load_quaternion(q + 3).normalized();
  const FreeRotation rotation = rotate_freely(body.inertia, orientation, Vector3(v.head<3>()), h);
  const Vector3 c = R * body.com, c_next = rotation.turn * c;
  const Vector3 v_com = v.tail<3>() + v.head<3>().cross(c);

  double* q_next = model.work.vectors.q_next().data();
  Eigen::Map<Vector3>{q_next} = Eigen::Map<const Vector3>(q) + h * v_com + (c - c_next);
  store_quaternion(q_next + 3, (rotation.turn * orientation).normalized());
  Vector6 dv;
  dv << rotation.angular_velocity, v_com - rotation.angular_velocity.cross(c_next);
  dv -= v;

  Vector6 impulse = momentum_change(body, R, c, model.work.vectors.damping_diagonal().data(), dv);
  whiten(skeleton, data, impulse.data());
  z0 += impulse;
  model.work.rotation_parts = rotation.substeps;
}

void fly_if_undisturbed(const WorldModel& world, const ModelRef& model) {
  const bool articulated = model.setup.kernel_skeleton->kind() == SkeletonKind::kArticulated;
  model.work.in_free_flight =
      is_undisturbed(model) && (articulated ? turns_fast(world, model) && fly_tree(world, model)
                                            : model.work.rotation_parts > 0);
}

}  // namespace cardan
