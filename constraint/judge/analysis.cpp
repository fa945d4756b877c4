#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cardan/problem.h"
#include "constraint/judge/scaled_matrix.h"

namespace cardan {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Singular values below this times the largest count as zero.
constexpr double kZero = 1e-11;

void add_diagonal(const ScaledMatrix& scaled, ProblemAnalysis& analysis) {
  double largest = 0, least = std::numeric_limits<double>::infinity();
  for (const double a : scaled.diagonal) {
    if (!(a > 0)) {
      ++analysis.zero_diagonals;
      continue;
    }
    largest = std::max(largest, a);
    least = std::min(least, a);
  }
  if (largest > 0) analysis.diagonal_ratio = largest / least;
}

// Singular values in descending order: the absolute eigenvalues of a symmetric A, else the upper
// half of the eigenvalues of [0 A; Aᵀ 0]. Eigen's own decompositions would take half a minute to
// compile.
VectorXd singular_values(const MatrixXd& A) {
  const Index m = A.rows();
  const auto eigenvalues = [](const MatrixXd& symmetric) -> VectorXd {
    return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
  };
  VectorXd values;
  if ((A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-14 * A.cwiseAbs().maxCoeff()) {
    values = eigenvalues(A).cwiseAbs();
  } else {
    MatrixXd both = MatrixXd::Zero(2 * m, 2 * m);
    both.bottomLeftCorner(m, m) = A.transpose();
    values = eigenvalues(both).tail(m);
  }
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

void add_rank(const MatrixXd& A, ProblemAnalysis& analysis) {
  const VectorXd values = singular_values(A);
  analysis.largest = values[0];
  for (Index i = 0; i < values.size(); ++i) {
    if (!(values[i] > kZero * values[0])) break;
    ++analysis.rank;
    analysis.smallest = values[i];
  }
  if (analysis.rank > 0) analysis.condition = analysis.largest / analysis.smallest;
}

// With column pivoting Aᵀ P = Q [R1 R2; 0 0]: the columns after the rank are the columns before it
// times R1⁻¹ R2.
void add_redundant_rows(const MatrixXd& A, const ScaledMatrix& scaled, ProblemAnalysis& analysis) {
  const Index rank = analysis.rank, m = A.rows();
  if (rank == m) return;
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(A.transpose());
  const auto& order = qr.colsPermutation().indices();
  const MatrixXd R = qr.matrixR().topRows(rank);
  const MatrixXd C =
      R.leftCols(rank).triangularView<Eigen::Upper>().solve(R.rightCols(m - rank)).eval();
  for (Index k = 0; k < m - rank; ++k) {
    RedundantRow redundant;
    redundant.row = order[rank + k];
    const double own = scaled.scale[redundant.row];
    for (Index i = 0; i < rank; ++i) {
      // Tests the rows of A without scaling: ã_i = D_ii a_i D.
      if (std::abs(C(i, k)) < 1e-6) continue;
      redundant.others.emplace_back(order[i], C(i, k) * scaled.scale[order[i]] / own);
    }
    std::sort(redundant.others.begin(), redundant.others.end(), [](const auto& a, const auto& b) {
      return std::abs(a.second) != std::abs(b.second) ? std::abs(a.second) > std::abs(b.second)
                                                      : a.first < b.first;
    });
    analysis.redundant.push_back(redundant);
  }
  std::sort(analysis.redundant.begin(), analysis.redundant.end(),
            [](const RedundantRow& a, const RedundantRow& b) { return a.row < b.row; });
}

void add_pivots(const MatrixXd& A, ProblemAnalysis& analysis) {
  constexpr std::size_t kShown = 3;
  const Eigen::LDLT<MatrixXd> ldlt(0.5 * (A + A.transpose()));
  Eigen::VectorXi order =
      Eigen::VectorXi::LinSpaced(static_cast<int>(A.rows()), 0, static_cast<int>(A.rows()) - 1);
  order = (ldlt.transpositionsP() * order).eval();
  const VectorXd D = ldlt.vectorD();
  for (Index i = 0; i < std::min<Index>(analysis.rank, D.size()); ++i) {
    analysis.smallest_pivots.push_back({order[i], D[i]});
  }
  std::sort(analysis.smallest_pivots.begin(), analysis.smallest_pivots.end(),
            [](const RowPivot& a, const RowPivot& b) {
              return a.value != b.value ? a.value < b.value : a.row < b.row;
            });
  if (analysis.smallest_pivots.size() > kShown) analysis.smallest_pivots.resize(kShown);
}

}  // namespace

ProblemAnalysis analyse(const Problem& problem) {
  ProblemAnalysis analysis;
  analysis.complete = problem.m() <= kMaxAnalysedRows;
  if (!analysis.complete || problem.m() == 0) return analysis;
  const ScaledMatrix scaled = scale_matrix(problem);
  add_diagonal(scaled, analysis);
  analysis.asymmetry = (scaled.A - scaled.A.transpose()).cwiseAbs().maxCoeff();
  add_rank(scaled.A, analysis);
  add_redundant_rows(scaled.A, scaled, analysis);
  add_pivots(scaled.A, analysis);
  analysis.jam = find_jam_stress(problem);
  return analysis;
}

}  // namespace cardan
