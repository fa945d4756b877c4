#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

#include "cardan/skeleton_builder.h"

namespace cardan {

namespace {

constexpr double kSlack = 1e-3;   ///< relative violation attributed to rounding in a file [-]
constexpr double kMargin = 1e-6;  ///< smallest second moment relative to the largest moment [-]

Matrix3 symmetric_part(const Matrix3& I) { return 0.5 * (I + I.transpose()); }

/// The point of the cone {Σ s_k g_k, s ≥ 0} nearest to e. The columns g_k are independent. For
/// three generators, all subsets are tried: the solution has s > 0 on its subset, and no other
/// generator improves it (Karush–Kuhn–Tucker: g_k · (e − p) ≤ 0).
Vector3 nearest_in_cone(const Matrix3& generators, const Vector3& e) {
  Vector3 best = Vector3::Zero();
  double best_distance = e.squaredNorm();
  for (int subset = 1; subset < 8; ++subset) {
    Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> G(3, 0);
    for (int k = 0; k < 3; ++k) {
      if (!(subset >> k & 1)) continue;
      G.conservativeResize(3, G.cols() + 1);
      G.col(G.cols() - 1) = generators.col(k);
    }
    const auto gram = (G.transpose() * G).eval();
    const auto s = gram.partialPivLu().solve(G.transpose() * e).eval();
    if (s.minCoeff() < 0) continue;
    const Vector3 p = G * s;
    const double distance = (e - p).squaredNorm();
    if (distance >= best_distance) continue;
    best = p;
    best_distance = distance;
  }
  return best;
}

}  // namespace

const char* inertia_defect(const Matrix3& inertia, Vector3& moments) {
  moments.setZero();
  if (inertia.isZero(0)) return nullptr;
  moments = Eigen::SelfAdjointEigenSolver<Matrix3>(symmetric_part(inertia)).eigenvalues();
  const double slack = kSlack * std::max(std::abs(moments[0]), std::abs(moments[2]));
  if (moments[0] < -slack) return "is not positive";
  if (moments[0] + moments[1] < moments[2] - slack) return "breaks the triangle inequality";
  if ((inertia - inertia.transpose()).cwiseAbs().maxCoeff() > slack) {
    return "is not symmetric (its symmetric part is used)";
  }
  return nullptr;
}

Matrix3 nearest_possible_inertia(const Matrix3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> eigen(symmetric_part(inertia));
  const Vector3& e = eigen.eigenvalues();
  // Moments are (s2 + s3, s3 + s1, s1 + s2), where s_k = ∫ x_k² dm ≥ 0 are the second moments.
  Matrix3 generators;
  generators << 0, 1, 1, 1, 0, 1, 1, 1, 0;
  const double margin = kMargin * e.cwiseAbs().maxCoeff();
  const Vector3 apex = Vector3::Constant(2 * margin);  // all s_k = margin
  const Vector3 moments = apex + nearest_in_cone(generators, e - apex);
  return symmetric_part(eigen.eigenvectors() * moments.asDiagonal() *
                        eigen.eigenvectors().transpose());
}

}  // namespace cardan
