#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>

#include "cardan/constraint/problem_files/matrix_properties_internal.h"
#include "cardan/core/types.h"

namespace cardan {

namespace {

// A factorisation of so many rows takes a second or two.
constexpr int kMostRows = 2000, kMostRowsRegular = 1000;

MatrixX dense_matrix(const Problem& problem) {
  Problem copy = problem;
  copy.form_dense();
  const Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>> A(copy.A.data(), copy.m(), copy.m(),
                                                             Eigen::OuterStride<>(copy.lda));
  return A;
}

// A Cholesky factor of the symmetric part exists when it is lifted by what rounding in a file with
// seven digits does.
bool is_monotone(const MatrixX& A) {
  constexpr double kDigits = 1e-6;
  const double scale = A.diagonal().cwiseAbs().maxCoeff();
  if (!(scale > 0)) return (A + A.transpose()).isZero(0);
  MatrixX symmetric = 0.5 * (A + A.transpose());
  symmetric.diagonal().array() += kDigits * scale;
  return Eigen::LLT<MatrixX>(symmetric).info() == Eigen::Success;
}

// Bit by bit, as SYMMETRIC promises.
bool is_symmetric(const SparseRows& S) {
  for (int i = 0; i < S.rows(); ++i) {
    for (std::int32_t k = S.start[i]; k < S.start[i + 1]; ++k) {
      const int j = S.index[k];
      const auto begin = S.index.begin() + S.start[j], end = S.index.begin() + S.start[j + 1];
      const auto mirror = std::lower_bound(begin, end, i);
      if (mirror == end || *mirror != i) return false;
      if (S.value[mirror - S.index.begin()] != S.value[k]) return false;
    }
  }
  return true;
}

bool is_regular(const MatrixX& A) {
  constexpr double kSmallest = 1e-12;
  return Eigen::PartialPivLU<MatrixX>(A).rcond() > kSmallest;
}

}  // namespace

std::uint32_t computed_properties(const Problem& problem, std::vector<std::string>& notes) {
  const int m = problem.m();
  // Y and S carry A, be Y empty or not.
  std::uint32_t properties = CARDAN_FACTORED;
  if (m == 0) return properties;
  if (is_symmetric(problem.S)) properties |= CARDAN_SYMMETRIC;
  // A = Y Yᵀ needs no proof.
  const bool factored = problem.Y.cols > 0 && problem.S.value.empty();
  if (m > kMostRows) {
    if (factored) properties |= CARDAN_MONOTONE | CARDAN_COPOSITIVE;
    std::string note = "properties of the matrix were not computed: it has more than ";
    notes.push_back(note.append(std::to_string(kMostRows)).append(" rows"));
    return properties;
  }
  const MatrixX A = dense_matrix(problem);
  if (A.diagonal().minCoeff() > 0) properties |= CARDAN_POSITIVE_DIAGONAL;
  if (factored || is_monotone(A)) properties |= CARDAN_MONOTONE;
  if ((properties & CARDAN_MONOTONE) != 0 || A.minCoeff() >= 0) properties |= CARDAN_COPOSITIVE;
  if (m <= kMostRowsRegular && is_regular(A)) properties |= CARDAN_REGULAR;
  return properties;
}

}  // namespace cardan
