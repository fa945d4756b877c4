#include "constraint/judge/scaled_matrix.h"

#include <cmath>

namespace cardan {

ScaledMatrix scale_matrix(const Problem& problem) {
  Problem copy = problem;
  copy.form_dense();
  const int m = problem.m();
  ScaledMatrix scaled;
  scaled.A = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>(
      copy.A.data(), m, m, Eigen::OuterStride<>(copy.lda));
  scaled.diagonal = scaled.A.diagonal();
  scaled.scale.resize(m);
  for (int i = 0; i < m; ++i) {
    scaled.scale[i] = scaled.diagonal[i] > 0 ? 1 / std::sqrt(scaled.diagonal[i]) : 1;
  }
  scaled.A = (scaled.scale.asDiagonal() * scaled.A * scaled.scale.asDiagonal()).eval();
  return scaled;
}

}  // namespace cardan
