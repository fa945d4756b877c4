#include <algorithm>

#include "cardan/dynamics/bias_terms.h"
#include "cardan/dynamics/crba.h"
#include "cardan/dynamics/force_free_motion.h"
#include "cardan/dynamics/free_rotation.h"
#include "cardan/dynamics/kernels/quaternion_order_internal.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/dynamics/rnea.h"
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

// Turn of the fastest body in a step above which a tree with a fixed base flies [rad]. A floating
// tree flies above kSlowTurn, because its momentum is then exact.
constexpr double kFlightTurn = 0.1;

double flight_turn(const Skeleton& skeleton) {
  return skeleton.floating_base() ? kSlowTurn : kFlightTurn;
}

/// Factor of M̂ at q, which a flight has overwritten.
void restore_factor(const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  forward_kinematics(skeleton, data, model.state.q().data(), model.state.v().data());
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
  add_to_diagonal(skeleton, data, model.work.vectors.damping_diagonal().data());
  factorize_ltl(skeleton, data);
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
  model.work.vectors.bias_velocity() = change;
  q_next = model.state.q();
  model.work.rotation_parts =
      move_without_forces(skeleton, data, model.work.force_free, h, q_next.data(), change.data());
  change -= model.state.v();
  model.work.change_known = model.work.rotation_parts > 0;
  if (!model.work.change_known) restore_factor(model);
  return model.work.change_known;
}

/// Evaluates C at (v + v⁺) / 2, which belongs to the same moment as q; free_motion.cpp had to guess
/// v⁺. The step is then the symmetric leapfrog rule, whose energy does not drift.
void use_middle_velocity(const WorldModel& world, const ModelRef& model) {
  constexpr int kPasses = 2;
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  StepVectors::Vector z = model.work.vectors.z(), v_bias = model.work.vectors.bias_velocity(),
                      change = model.work.vectors.velocity_change();
  const Eigen::Map<const VectorX> bias(data.bias.data(), skeleton.nv());
  for (int pass = 0; pass < kPasses; ++pass) {
    change = z;
    unwhiten(skeleton, data, change.data());
    v_bias = model.state.v() + 0.5 * change;
    change = bias;
    forward_kinematics(skeleton, data, model.state.q().data(), v_bias.data());
    bias_forces(skeleton, data, v_bias.data(), world.spec.gravity);
    change = world.spec.step * (change - bias);
    whiten(skeleton, data, change.data());
    z += change;
  }
  model.work.change_known = false;
  model.work.corrected = true;
}

/// Motion of a tree that no impulse disturbed. True if it flies.
bool move_undisturbed_tree(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  const double turn = world.spec.step * fastest_turn(skeleton, *model.work.data);
  const bool may_fly = world.spec.integrator != Integrator::kMidpoint;
  if (may_fly && turn > flight_turn(skeleton)) return fly_tree(world, model);
  if (turn > kSlowTurn) use_middle_velocity(world, model);
  return false;
}

}  // namespace

double flight_turn(const Skeleton& skeleton) {
  return skeleton.floating_base() ? kSlowTurn : kFlightTurn;
}

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
  model.work.flight_impulse = impulse;
  model.work.rotation_parts = rotation.substeps;
}

void move_undisturbed(const WorldModel& world, const StepIslands& islands, const ModelRef& model) {
  model.work.in_free_flight = model.work.corrected = false;
  const SkeletonKind kind = model.setup.kernel_skeleton->kind();
  if (kind == SkeletonKind::kIsotropicBody || islands.set.island_of(model.setup.tree) >= 0) return;
  if (model.work.has_push_out || model.setup.script || model.work.coasts) return;
  model.work.in_free_flight = kind == SkeletonKind::kFreeBody ? model.work.rotation_parts > 0
                                                              : move_undisturbed_tree(world, model);
}

}  // namespace cardan
