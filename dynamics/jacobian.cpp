#include <algorithm>
#include <cassert>

#include "cardan/kinematics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/columns.h"

namespace cardan {

namespace {

/// Columns of a body about the world point p_W, axes of W: [ω; v_O + ω × (p_W − O)].
template <typename Add>
void for_each_column(const Skeleton& skeleton, const Data& data, int body, const Vector3& p_W,
                     const Add& add) {
  if (body < 0) return;
  contents::require_poses(data, "a Jacobian");
  const Vector3 r = p_W - data.O_W;
  kernel::for_each_column_above(skeleton, body, [&](int c) {
    const double* S = &data.S[6 * c];
    const double ratio = skeleton.column_ratio[c];
    const Vector3 angular = ratio * Vector3(S[0], S[1], S[2]);
    const Vector3 linear = ratio * Vector3(S[3], S[4], S[5]);
    add(skeleton.column_dof[c], angular, Vector3(linear + angular.cross(r)));
  });
}

}  // namespace

void frame_jacobian(const Skeleton& skeleton, const Data& data, int frame, ReferenceFrame reference,
                    Eigen::Ref<Matrix6X> J) {
  assert(J.cols() == skeleton.nv());
  J.setZero();
  const RigidTransform X_WF = frame_pose(skeleton, data, frame);
  const Vector3 p_W = reference == ReferenceFrame::kWorld ? Vector3(Vector3::Zero()) : X_WF.p;
  const Matrix3 R =
      reference == ReferenceFrame::kLocal ? Matrix3(X_WF.R.transpose()) : Matrix3::Identity();
  for_each_column(skeleton, data, skeleton.frames[frame].body, p_W,
                  [&](int d, const Vector3& angular, const Vector3& linear) {
                    J.block<3, 1>(0, d) += R * angular;
                    J.block<3, 1>(3, d) += R * linear;
                  });
}

void body_jacobian(const Skeleton& skeleton, const Data& data, int body, const Vector3& p_W,
                   Eigen::Ref<Matrix6X> J) {
  assert(J.cols() == skeleton.nv());
  J.setZero();
  for_each_column(skeleton, data, body, p_W,
                  [&](int d, const Vector3& angular, const Vector3& linear) {
                    J.block<3, 1>(0, d) += angular;
                    J.block<3, 1>(3, d) += linear;
                  });
}

void point_jacobian(const Skeleton& skeleton, const Data& data, int body, const Vector3& p_W,
                    Eigen::Ref<Matrix3X> J) {
  assert(J.cols() == skeleton.nv());
  J.setZero();
  for_each_column(skeleton, data, body, p_W,
                  [&](int d, const Vector3&, const Vector3& linear) { J.col(d) += linear; });
}

void body_columns(const Skeleton& skeleton, const Data& data, int body, double* columns) {
  contents::require_poses(data, "body_columns");
  const int last = skeleton.body_last_dof[body];
  std::fill(columns, columns + 6 * (skeleton.depth[last] + 1), 0.0);
  kernel::for_each_column_above(skeleton, body, [&](int c) {
    double* column = columns + 6 * skeleton.depth[skeleton.column_dof[c]];
    for (int k = 0; k < 6; ++k) column[k] += skeleton.column_ratio[c] * data.S[6 * c + k];
  });
}

}  // namespace cardan
