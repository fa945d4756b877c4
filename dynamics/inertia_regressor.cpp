#include <cassert>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "dynamics/kernels/columns.h"

namespace cardan {

namespace {

using Matrix3x6 = Eigen::Matrix<double, 3, 6>;
using Matrix6x10 = Eigen::Matrix<double, 6, 10>;

/// L(w) with I w = L(w) [xx xy xz yy yz zz].
Matrix3x6 inertia_product(const Vector3& w) {
  Matrix3x6 L;
  L << w.x(), w.y(), w.z(), 0, 0, 0,  //
      0, w.x(), 0, w.y(), w.z(), 0,   //
      0, 0, w.x(), 0, w.y(), w.z();
  return L;
}

/// Newton–Euler equations about the body's origin, in the axes of the body: force m a + (α~ + ω~
/// ω~) h, moment h × a + I α + ω × I ω, as a matrix that multiplies [m, h, I]. `a` is the origin's
/// acceleration minus gravity.
Matrix6x10 body_regressor(const Vector3& omega, const Vector3& alpha, const Vector3& a) {
  Matrix6x10 F = Matrix6x10::Zero();
  F.block<3, 3>(0, 1) = -skew(a);
  F.block<3, 6>(0, 4) = inertia_product(alpha) + skew(omega) * inertia_product(omega);
  F.block<3, 1>(3, 0) = a;
  F.block<3, 3>(3, 1) = skew(alpha) + skew(omega) * skew(omega);
  return F;
}

}  // namespace

VectorX inertia_parameters(const Skeleton& skeleton) {
  VectorX parameters(10 * skeleton.num_bodies());
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const SpatialInertia& body = skeleton.inertia[i];
    const Matrix3 I = body.inertia + body.mass * (body.com.squaredNorm() * Matrix3::Identity() -
                                                  body.com * body.com.transpose());
    parameters.segment<10>(10 * i) << body.mass, body.mass * body.com, I(0, 0), I(0, 1), I(0, 2),
        I(1, 1), I(1, 2), I(2, 2);
  }
  return parameters;
}

void inertia_regressor(const Skeleton& skeleton, Data& data, const double* v, const double* a,
                       const Vector3& gravity, Eigen::Ref<MatrixX> Y) {
  assert(Y.rows() == skeleton.nv() && Y.cols() == 10 * skeleton.num_bodies());
  Y.setZero();
  forward_accelerations(skeleton, data, v, a);
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const RigidTransform X_WB = data.pose(i);
    const SpatialVelocity acceleration = acceleration_at(data, i, X_WB.p);
    const Matrix3 R_BW = X_WB.R.transpose();
    const Vector3 omega = R_BW * Eigen::Map<const Vector3>(&data.V[6 * i]);
    const Matrix6x10 F =
        body_regressor(omega, R_BW * acceleration.angular, R_BW * (acceleration.linear - gravity));
    kernel::for_each_column_above(skeleton, i, [&](int c) {
      // The column with the body's origin as reference point, in the axes of the body.
      const Eigen::Map<const Vector3> angular(&data.S[6 * c]), linear(&data.S[6 * c + 3]);
      Vector6 S_B;
      S_B << R_BW * angular, R_BW * (linear + angular.cross(X_WB.p - data.O_W));
      Y.row(skeleton.column_dof[c]).segment<10>(10 * i) +=
          skeleton.column_ratio[c] * S_B.transpose() * F;
    });
  }
}

}  // namespace cardan
