#pragma once

#include <Eigen/Core>
#include <optional>

/// Dense algebra on matrices of dynamic size, for tests. Eigen's decompositions and large products
/// are compiled once, in dense_algebra.cpp, which shortens the compilation of the tests. Uses no
/// code of cardan.
namespace cardan::test::algebra {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A B.
MatrixXd multiply(const MatrixXd& A, const MatrixXd& B);

/// Aᵀ B.
MatrixXd transposed_product(const MatrixXd& A, const MatrixXd& B);

/// A Bᵀ.
MatrixXd product_transposed(const MatrixXd& A, const MatrixXd& B);

/// Tᵀ A T.
MatrixXd congruence(const MatrixXd& T, const MatrixXd& A);

/// J M⁻¹ Jᵀ of a semidefinite M, by M = P L D Lᵀ Pᵀ. Reads the lower triangle of M.
MatrixXd inverse_congruence(const MatrixXd& M, const MatrixXd& J);

/// Y Yᵀ.
MatrixXd gram(const MatrixXd& Y);

/// The inverse of a square A, by LU with partial pivoting.
MatrixXd inverse(const MatrixXd& A);

/// The determinant of a square A, by LU with partial pivoting.
double determinant(const MatrixXd& A);

/// Solves A x = b by LU with partial pivoting.
VectorXd solve(const MatrixXd& A, const VectorXd& b);

/// Solves A X = B by LU with partial pivoting.
MatrixXd solve_columns(const MatrixXd& A, const MatrixXd& B);

/// Solves A x = b by LU with full pivoting.
VectorXd solve_full_pivoting(const MatrixXd& A, const VectorXd& b);

/// Solves A x = b by LU with full pivoting. Returns nullopt if a pivot is zero by Eigen's
/// threshold.
std::optional<VectorXd> solve_if_invertible(const MatrixXd& A, const VectorXd& b);

/// Solves A x = b by LU with full pivoting. Returns nullopt if the estimate of 1/cond(A) is below
/// least_rcond.
std::optional<VectorXd> solve_if_conditioned(const MatrixXd& A, const VectorXd& b,
                                             double least_rcond);

/// Solves A x = b of a semidefinite A by A = P L D Lᵀ Pᵀ. Reads the lower triangle of A.
VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b);

/// Solves A X = B of a semidefinite A by A = P L D Lᵀ Pᵀ. Reads the lower triangle of A.
MatrixXd solve_symmetric_columns(const MatrixXd& A, const MatrixXd& B);

/// Solves A x = b of a positive definite A by A = L Lᵀ. Reads the lower triangle of A.
VectorXd solve_positive_definite(const MatrixXd& A, const VectorXd& b);

/// The lower triangular L of a positive definite A = L Lᵀ.
MatrixXd cholesky_factor(const MatrixXd& A);

/// The least-squares solution x of A x = b with minimum norm, by a complete orthogonal
/// decomposition.
VectorXd least_norm_solution(const MatrixXd& A, const VectorXd& b);

/// The pseudoinverse of A, by a complete orthogonal decomposition.
MatrixXd pseudo_inverse(const MatrixXd& A);

/// The rank of A by LU with full pivoting: pivots above threshold times the largest one count.
Eigen::Index rank_by_lu(const MatrixXd& A, double threshold);

/// The rank of A by QR with column pivoting: pivots above threshold times the largest one count.
Eigen::Index rank_by_qr(const MatrixXd& A, double threshold);

/// Eigenvalues of a symmetric A in ascending order. Reads the lower triangle of A.
VectorXd symmetric_eigenvalues(const MatrixXd& A);

/// Singular values of A in descending order, by Jacobi rotations.
VectorXd singular_values(const MatrixXd& A);

}  // namespace cardan::test::algebra
