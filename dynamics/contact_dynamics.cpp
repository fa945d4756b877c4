#include <algorithm>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"

namespace cardan {

void contact_inverse_dynamics(const Skeleton& skeleton, Data& data, const double* v,
                              const double* a, const Vector3& gravity,
                              std::span<const PointWrench> contacts, double* tau) {
  rnea(skeleton, data, v, a, gravity, tau);
  for (const PointWrench& contact : contacts) {
    const SpatialForce reaction{-contact.F_W.moment, -contact.F_W.force};
    add_body_wrench(skeleton, data, contact.body, contact.p_W, reaction, tau);
  }
}

void impulse_response(const Skeleton& skeleton, const Data& data, const PointWrench& impulse,
                      double* dv) {
  std::fill(dv, dv + skeleton.nv(), 0.0);
  add_body_wrench(skeleton, data, impulse.body, impulse.p_W, impulse.F_W, dv);
  solve_ltl(skeleton, data, dv);
}

MatrixX delassus_matrix(const Skeleton& skeleton, const Data& data,
                        std::span<const BodyPoint> points) {
  const Eigen::Index rows = 3 * static_cast<Eigen::Index>(points.size());
  // Columns of Yᵀ = D^(−1/2) L⁻ᵀ Jᵀ; A = Y Yᵀ is symmetric by construction.
  MatrixX YT(skeleton.nv(), rows);
  Matrix3X J(3, skeleton.nv());
  for (std::size_t i = 0; i < points.size(); ++i) {
    point_jacobian(skeleton, data, points[i].body, points[i].p_W, J);
    for (int k = 0; k < 3; ++k) {
      const Eigen::Index row = 3 * static_cast<Eigen::Index>(i) + k;
      YT.col(row) = J.row(k).transpose();
      whiten(skeleton, data, YT.col(row).data());
    }
  }
  return YT.transpose() * YT;
}

}  // namespace cardan
