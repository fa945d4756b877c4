#include "test/support/dense_algebra.h"

#include <Eigen/Dense>

namespace cardan::test::algebra {

MatrixXd multiply(const MatrixXd& A, const MatrixXd& B) { return A * B; }

MatrixXd transposed_product(const MatrixXd& A, const MatrixXd& B) { return A.transpose() * B; }

MatrixXd product_transposed(const MatrixXd& A, const MatrixXd& B) { return A * B.transpose(); }

MatrixXd congruence(const MatrixXd& T, const MatrixXd& A) { return T.transpose() * A * T; }

MatrixXd inverse_congruence(const MatrixXd& M, const MatrixXd& J) {
  return J * M.ldlt().solve(J.transpose());
}

MatrixXd gram(const MatrixXd& Y) { return Y * Y.transpose(); }

MatrixXd inverse(const MatrixXd& A) { return A.inverse(); }

double determinant(const MatrixXd& A) { return A.determinant(); }

VectorXd solve(const MatrixXd& A, const VectorXd& b) { return A.partialPivLu().solve(b); }

MatrixXd solve_columns(const MatrixXd& A, const MatrixXd& B) { return A.partialPivLu().solve(B); }

VectorXd solve_full_pivoting(const MatrixXd& A, const VectorXd& b) {
  return A.fullPivLu().solve(b);
}

std::optional<VectorXd> solve_if_invertible(const MatrixXd& A, const VectorXd& b) {
  const Eigen::FullPivLU<MatrixXd> lu(A);
  if (!lu.isInvertible()) return std::nullopt;
  return lu.solve(b);
}

std::optional<VectorXd> solve_if_conditioned(const MatrixXd& A, const VectorXd& b,
                                             double least_rcond) {
  const Eigen::FullPivLU<MatrixXd> lu(A);
  if (lu.rcond() < least_rcond) return std::nullopt;
  return lu.solve(b);
}

VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b) { return A.ldlt().solve(b); }

MatrixXd solve_symmetric_columns(const MatrixXd& A, const MatrixXd& B) { return A.ldlt().solve(B); }

VectorXd solve_positive_definite(const MatrixXd& A, const VectorXd& b) { return A.llt().solve(b); }

MatrixXd cholesky_factor(const MatrixXd& A) { return A.llt().matrixL(); }

VectorXd least_norm_solution(const MatrixXd& A, const VectorXd& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

MatrixXd pseudo_inverse(const MatrixXd& A) {
  return A.completeOrthogonalDecomposition().pseudoInverse();
}

Eigen::Index rank_by_lu(const MatrixXd& A, double threshold) {
  Eigen::FullPivLU<MatrixXd> lu(A);
  lu.setThreshold(threshold);
  return lu.rank();
}

Eigen::Index rank_by_qr(const MatrixXd& A, double threshold) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
  qr.setThreshold(threshold);
  return qr.rank();
}

VectorXd symmetric_eigenvalues(const MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

VectorXd singular_values(const MatrixXd& A) {
  return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

}  // namespace cardan::test::algebra
