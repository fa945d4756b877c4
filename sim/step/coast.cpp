#include <cmath>

#include "cardan/dynamics/energy.h"
#include "cardan/dynamics/force_free_motion.h"
#include "cardan/dynamics/free_rotation.h"
#include "cardan/dynamics/integrate.h"
#include "cardan/dynamics/kernels/free_body_internal.h"
#include "cardan/dynamics/kernels/quaternion_order_internal.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/coast_internal.h"

namespace cardan {

namespace {

// A tree with a fixed base, or one that an exact loop holds, coasts if its fastest body turns by
// more than this in a step [rad].
constexpr double kFastTurn = 0.1, kFastTurnOnLoop = 0.5;

/// A tree coasts if its fastest body turns by more than this in a step [rad]. The bound of a tree
/// that flies is low, because coasting conserves its momentum exactly.
double coasting_turn(const Skeleton& skeleton) {
  return skeleton.floating_base() ? kSlowTurn : kFastTurn;
}

// A free body that a loop holds does not move without forces; with `midpoint`, it does so around
// the forces in the middle of the step.
bool is_held(const WorldModel& world, const ModelRef& model) {
  return model.work.on_exact_loop && world.spec.integrator != Integrator::kMidpoint;
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
  if (skeleton.kind() == SkeletonKind::kIsotropicBody) return false;
  const bool free = skeleton.kind() == SkeletonKind::kFreeBody;
  if (free && !is_held(world, model)) return true;
  ensure_kinematics(model);
  const double turn = world.spec.step * fastest_turn(skeleton, *model.work.data);
  return std::isfinite(turn) && turn > (free ? kFastTurnOnLoop : coasting_turn(skeleton));
}

int coast(const ModelRef& model, double h, double* q, double* v) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (is_free_body(skeleton)) return coast_free_body(skeleton, h, q, v);
  return move_without_forces(skeleton, *model.work.data, model.work.force_free, h, q, v);
}

void push_out_tree(const ModelRef& model, double h, double* v_in, double* q_in) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  StepVectors::Vector push = model.work.vectors.velocity_change();
  push = model.work.vectors.z_push();
  unwhiten(skeleton, data, push.data());
  model.work.push_share = 1;
  if (skeleton.kind() == SkeletonKind::kIsotropicBody)  // its M is constant
    return integrate(skeleton, q_in, push.data(), h, q_in);
  Eigen::Map<VectorX> q(q_in, skeleton.nq()), v(v_in, skeleton.nv());
  forward_kinematics(skeleton, data, q_in, push.data());
  const Vector3 impulse = h * momentum(skeleton, data).force;
  forward_kinematics(skeleton, data, q_in, v_in);
  MotionInvariants before = motion_invariants(skeleton, data, v_in);
  if (model.work.pushed_from_outside) before.momentum.reset();
  const Vector3 center = center_of_mass(skeleton, data);
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
    integrate(skeleton, q_before.data(), push.data(), model.work.push_share * h, q_in);
    if (before.momentum) {  // the centre of mass moves along a straight line
      forward_kinematics(skeleton, data, q_in, v_in);
      const Vector3 moved = model.work.push_share / skeleton.total_mass() * impulse;
      q.head<3>() += center + moved - center_of_mass(skeleton, data);
    }
    if (limit_motion(skeleton, data, before, q_in, v_in)) return;
    v = v_before;
  }
  model.work.push_share = 0;
  q = q_before;
}

}  // namespace cardan
