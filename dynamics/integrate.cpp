#include "cardan/skeleton.h"
#include "dynamics/kernels/free_body.h"
#include "dynamics/kernels/quaternion_order.h"

namespace cardan {

namespace {

/// q ← exp(h ω) ⊗ q, with ω in the parent's axes. Renormalised, so drift does not accumulate.
void turn(const double* q, const double* omega, double h, double* q_out) {
  const Vector3 rotation_vector = h * Eigen::Map<const Vector3>(omega);
  const Quaternion turned = (quaternion_exp(rotation_vector) * load_quaternion(q)).normalized();
  store_quaternion(q_out, turned);
}

/// Moves the position and the quaternion of a floating joint.
void move_floating(const double* q, const double* v, double h, double* q_out) {
  for (int k = 0; k < 3; ++k) q_out[k] = q[k] + h * v[3 + k];
  turn(q + 3, v, h, q_out + 3);
}

/// Rotation vector, in the parent's axes, from q0 to q1.
void turn_between(const double* q0, const double* q1, double* omega) {
  const Quaternion between = load_quaternion(q1) * load_quaternion(q0).conjugate();
  Eigen::Map<Vector3>{omega} = quaternion_log(between.normalized());
}

}  // namespace

void integrate(const Skeleton& skeleton, const double* q, const double* v, double h,
               double* q_out) {
  if (is_free_body(skeleton)) return move_floating(q, v, h, q_out);
  const int nb = skeleton.num_bodies();
  for (int i = 0; i < nb; ++i) {
    const int a = skeleton.q_start[i], d = skeleton.v_start[i];
    if (d >= skeleton.nv()) continue;  // a follower
    if (skeleton.body_nv[i] == 1) {
      q_out[a] = q[a] + h * v[d];
    } else if (skeleton.body_nv[i] == 3) {
      turn(q + a, v + d, h, q_out + a);
    } else {
      move_floating(q + a, v + d, h, q_out + a);
    }
  }
}

void difference(const Skeleton& skeleton, const double* q0, const double* q1, double* v) {
  const int nb = skeleton.num_bodies();
  for (int i = 0; i < nb; ++i) {
    const int a = skeleton.q_start[i], d = skeleton.v_start[i];
    if (d >= skeleton.nv()) continue;  // a follower
    if (skeleton.body_nv[i] == 1) {
      v[d] = q1[a] - q0[a];
    } else if (skeleton.body_nv[i] == 3) {
      turn_between(q0 + a, q1 + a, v + d);
    } else {
      turn_between(q0 + a + 3, q1 + a + 3, v + d);
      for (int k = 0; k < 3; ++k) v[d + 3 + k] = q1[a + k] - q0[a + k];
    }
  }
}

}  // namespace cardan
