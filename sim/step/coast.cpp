#include <cmath>

#include "cardan/dynamics/force_free_motion.h"
#include "cardan/dynamics/free_rotation.h"
#include "cardan/dynamics/integrate.h"
#include "cardan/dynamics/kernels/free_body_internal.h"
#include "cardan/dynamics/kernels/quaternion_order_internal.h"
#include "cardan/dynamics/kinematics.h"
#include "cardan/sim/step/coast_internal.h"

namespace cardan {

namespace {

// A tree with a fixed base coasts if its fastest body turns by more than this in a step [rad].
constexpr double kFastTurn = 0.1;

/// A tree coasts if its fastest body turns by more than this in a step [rad]. The bound of a
/// floating tree is low, because coasting conserves its momentum exactly.
double coasting_turn(const Skeleton& skeleton) {
  return skeleton.floating_base() ? kSlowTurn : kFastTurn;
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
  if (skeleton.kind() == SkeletonKind::kFreeBody) return true;
  ensure_kinematics(model);
  const double turn = world.spec.step * fastest_turn(skeleton, *model.work.data);
  return std::isfinite(turn) && turn > coasting_turn(skeleton);
}

int coast(const ModelRef& model, double h, double* q, double* v) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  if (is_free_body(skeleton)) return coast_free_body(skeleton, h, q, v);
  return move_without_forces(skeleton, *model.work.data, model.work.force_free, h, q, v);
}

void push_out_tree(const ModelRef& model, double h, const double* v_push, double* v, double* q) {
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  Data& data = *model.work.data;
  const bool articulated = skeleton.kind() == SkeletonKind::kArticulated;
  const bool keeps = articulated && keeps_momentum(skeleton);
  SpatialForce momentum;
  if (keeps) {
    forward_kinematics(skeleton, data, q, v);
    momentum = central_momentum(skeleton, data).momentum;
  }
  integrate(skeleton, q, v_push, h, q);
  if (keeps) set_central_momentum(skeleton, data, momentum, q, v);
}

}  // namespace cardan
