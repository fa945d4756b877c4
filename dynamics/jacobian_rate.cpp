#include "cardan/kinematics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/joint_rates.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Spatial acceleration of a body about O when q̈ = 0: the sum of the velocity products of its
/// path.
SpatialVelocity rate_about_O(const Skeleton& skeleton, const Data& data, int body,
                             const double* v) {
  contents::require_velocities(data, "the rate of a Jacobian");
  const double* v_c = column_velocities(skeleton, data, v);
  Spatial A{{0, 0, 0}, {0, 0, 0}};
  for (int i = body; i >= 0; i = skeleton.parent[i])
    A = A + velocity_product(skeleton, data, v_c, i);
  return {{A.a.x, A.a.y, A.a.z}, {A.l.x, A.l.y, A.l.z}};
}

}  // namespace

SpatialVelocity frame_jacobian_rate(const Skeleton& skeleton, const Data& data, int frame,
                                    ReferenceFrame reference, const double* v) {
  const int body = skeleton.frames[frame].body;
  const SpatialVelocity about_O = rate_about_O(skeleton, data, body, v);
  // For a reference point at rest, here the world origin, the spatial acceleration needs no
  // correction.
  if (reference == ReferenceFrame::kWorld) return about_O.shifted(-data.O_W);
  const RigidTransform X_WF = frame_pose(skeleton, data, frame);
  const SpatialVelocity V = data.velocity_at(body, X_WF.p);
  SpatialVelocity rate = about_O.shifted(X_WF.p - data.O_W);
  // In the rotating axes, d/dt(Rᵀ v) = Rᵀ (a − ω × v), which cancels the term of the moving origin.
  if (reference == ReferenceFrame::kLocal)
    return {X_WF.R.transpose() * rate.angular, X_WF.R.transpose() * rate.linear};
  rate.linear += V.angular.cross(V.linear);
  return rate;
}

SpatialVelocity body_jacobian_rate(const Skeleton& skeleton, const Data& data, int body,
                                   const Vector3& p_W, const double* v) {
  const SpatialVelocity V = data.velocity_at(body, p_W);
  SpatialVelocity rate = rate_about_O(skeleton, data, body, v).shifted(p_W - data.O_W);
  rate.linear += V.angular.cross(V.linear);
  return rate;
}

Vector3 point_jacobian_rate(const Skeleton& skeleton, const Data& data, int body,
                            const Vector3& p_W, const double* v) {
  return body_jacobian_rate(skeleton, data, body, p_W, v).linear;
}

}  // namespace cardan
