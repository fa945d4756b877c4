#include "sim/step/coast.h"

#include <cmath>

#include "cardan/energy.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "dynamics/force_free_motion.h"
#include "dynamics/free_rotation.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/quaternion_order.h"

namespace cardan {

namespace {

// Turn of the fastest body in a step above which a tree coasts [rad], if its base is fixed or an
// exact loop holds it; the second is that of a single body. Loops expect straight lines.
constexpr double kFastTurn = 0.1, kFastTurnOfHeldBody = 0.5;

// A tree that a loop holds does not move without forces; with `midpoint`, it does so around the
// forces in the middle of the step.
bool is_held(const WorldModel& world, const ModelRef& model) {
  return model.work.on_exact_loop && world.spec.integrator != Integrator::kMidpoint;
}

// The bound of a tree that flies is low, because coasting conserves its momentum exactly.
double coasting_turn(const Skeleton& skeleton, bool held) {
  if (skeleton.kind() == SkeletonKind::kFreeBody) return kFastTurnOfHeldBody;
  return skeleton.floating_base() && !held ? kSlowTurn : kFastTurn;
}

int coast_free_body(const Skeleton& skeleton, double h, double* q_in, double* v_in) {
  const SpatialInertia& body = skeleton.inertia[0];
  Eigen::Map<Vector3> p(q_in), omega(v_in), v_O(v_in + 3);
  const Quaternion orientation = load_quaternion(q_in + 3).normalized();
  const FreeRotation rotation = rotate_freely(body.inertia, orientation, omega, h);
  const Vector3 c = orientation * body.com, c_next = rotation.turn * c;
  const Vector3 v_com = v_O + omega.cross(c);
  p += h * v_com + (c - c_next);
  store_quaternion(q_in + 3, (rotation.turn * orientation).normalized());
  omega = rotation.angular_velocity;
  v_O = v_com - rotation.angular_velocity.cross(c_next);
  return rotation.substeps;
}

}  // namespace

bool must_coast(const WorldModel& world, const ModelRef& model) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  // The base of a scripted tree moves as its script says, and not without forces.
  if (skeleton.kind() == SkeletonKind::kIsotropicBody || model.setup.script) return false;
  const bool held = is_held(world, model);
  if (skeleton.kind() == SkeletonKind::kFreeBody && !held) return true;
  ensure_kinematics(model);
  const double turn = world.spec.step * fastest_turn(skeleton, *model.work.data);
  return std::isfinite(turn) && turn > coasting_turn(skeleton, held);
}

int coast(const ModelRef& model, double h, double* q, double* v) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (is_free_body(skeleton)) return coast_free_body(skeleton, h, q, v);
  return move_without_forces(skeleton, *model.work.data, model.work.force_free, h, q, v);
}

namespace {

// Moves q by a constant velocity for h [s], while v stays. The centre of mass of a flying tree
// moves along a straight line. Needs kinematics with v at q.
void displace(const ModelRef& model, double h, const Vector3& V_center, const double* motion,
              const double* v, double* q_in) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const Vector3 wanted = center_of_mass(skeleton, data) + h * V_center;
  integrate(skeleton, q_in, motion, h, q_in);
  if (!keeps_momentum(skeleton)) return;
  forward_kinematics(skeleton, data, q_in, v);
  Eigen::Map<Vector3>(q_in) += wanted - center_of_mass(skeleton, data);
}

Vector3 center_velocity(const Skeleton& skeleton, Data& data, const double* q, const double* v) {
  forward_kinematics(skeleton, data, q, v);
  return momentum(skeleton, data).force / skeleton.total_mass();
}

// Writes the velocity that belongs to a whitened one.
void unwhiten_to(const ModelRef& model, const StepVectors::Vector& z,
                 StepVectors::Vector velocity) {
  velocity = z;
  unwhiten(*model.setup.kernel_skeleton, *model.work.data, velocity.data());
}

void shift_tree(const ModelRef& model, double h, double* v, double* q) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const StepVectors::Vector shift = model.work.vectors.velocity_change();
  if (skeleton.kind() == SkeletonKind::kIsotropicBody)  // its M is constant
    return integrate(skeleton, q, shift.data(), h, q);
  const Vector3 moved = center_velocity(skeleton, data, q, shift.data());
  forward_kinematics(skeleton, data, q, v);
  const MotionInvariants before = motion_invariants(skeleton, data, v);
  displace(model, h, moved, shift.data(), v, q);
  keep_motion(skeleton, data, before, q, v);
}

void push_out_tree(const ModelRef& model, double h, double* v_in, double* q_in) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const StepVectors::Vector push = model.work.vectors.push();
  model.work.push_share = 1;
  if (skeleton.kind() == SkeletonKind::kIsotropicBody)  // its M is constant
    return integrate(skeleton, q_in, push.data(), h, q_in);
  Eigen::Map<VectorX> q(q_in, skeleton.nq()), v(v_in, skeleton.nv());
  const Vector3 moved = center_velocity(skeleton, data, q_in, push.data());
  forward_kinematics(skeleton, data, q_in, v_in);
  MotionInvariants before = motion_invariants(skeleton, data, v_in);
  if (model.work.pushed_from_outside) before.momentum.reset();
  double own[13];  // a free body has no ForceFreeWork
  const bool free = skeleton.kind() == SkeletonKind::kFreeBody;
  ForceFreeWork& work = model.work.force_free;
  Eigen::Map<VectorX> q_before(free ? own : work.q_begin.data(), skeleton.nq());
  Eigen::Map<VectorX> v_before(free ? own + 7 : work.v_begin.data(), skeleton.nv());
  q_before = q;
  v_before = v;
  // The rigid motion with the old momentum may need more energy in the new posture than there is.
  // A shorter push then changes the posture less.
  constexpr double kShortest = 1.0 / 64;
  for (; model.work.push_share >= kShortest; model.work.push_share /= 2) {
    displace(model, model.work.push_share * h, moved, push.data(), v_in, q_in);
    if (limit_motion(skeleton, data, before, q_in, v_in)) return;
    q = q_before;
    v = v_before;
    forward_kinematics(skeleton, data, q_in, v_in);
  }
  model.work.push_share = 0;
  q = q_before;
}

}  // namespace

void displace_tree(const ModelRef& model, double h, double* v, double* q) {
  StepVectors& vectors = model.work.vectors;
  // Both before q moves, because an articulated factor belongs to the kinematics at q.
  if (model.work.has_shift) unwhiten_to(model, vectors.z_shift(), vectors.velocity_change());
  if (model.work.has_push_out) unwhiten_to(model, vectors.z_push(), vectors.push());
  if (model.work.has_shift) shift_tree(model, h, v, q);
  if (model.work.has_push_out) push_out_tree(model, h, v, q);
}

}  // namespace cardan
