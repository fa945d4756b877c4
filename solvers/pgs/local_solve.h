#pragma once

/// Problems of one block with all others fixed: u = W x + q with a symmetric positive definite W of
/// n ≤ 6 rows, column-major without gaps.
namespace cardan::pgs {

constexpr int kMaxRows = 6;

/// Lower Cholesky factor of W + αI; false if the matrix is not positive definite.
bool cholesky(const double* W, int n, double alpha, double* L);

/// x = −(L Lᵀ)⁻¹ q.
void solve_negative(const double* L, int n, const double* q, double* x);

/// Friction of maximum dissipation: ‖x‖ ≤ R; u = 0 inside, else u = −αx with α ≥ 0 and ‖x‖ = R.
/// This is the trust-region problem min ½ xᵀWx + qᵀx over the ball, solved by Newton's method on
/// the secular equation 1/R = 1/‖x(α)‖ [Moré and Sorensen 1983, Alg. 3.2]. Exact to within
/// rounding.
void solve_ball(const double* W, int n, const double* q, double radius, double* x);

/// One Coulomb contact: rows (normal, tangents), x ∈ K, û ∈ K*, x·û = 0. Open and sticking contacts
/// are solved exactly. Sliding contacts are solved by alternating the normal row and the ball of
/// radius μ x_n, starting from the given x, at most `passes` times. x in: guess, out: solution.
void solve_coulomb(const double* W, int n, double mu, const double* q, int passes, double* x);

/// One block of the convex cone law: min ½ xᵀWx + qᵀx over K. Open and interior points are solved
/// exactly. Points on the boundary are solved by projected gradient steps of length 1/‖W‖, starting
/// from the given x, at most `passes` times. x in: guess, out: solution.
void solve_convex_cone(const double* W, int n, double mu, const double* q, int passes, double* x);

}  // namespace cardan::pgs
