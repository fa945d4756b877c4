#include <algorithm>

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

bool flies(const ModelRef& model) {
  if (model.work.rotation_parts == 0 || model.work.has_push_out) return false;
  const double *z = model.work.vectors.z().data(), *z0 = model.work.vectors.z0().data();
  return std::equal(z, z + 6, z0);
}

}  // namespace cardan
