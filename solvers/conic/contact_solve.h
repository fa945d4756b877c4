#pragma once

namespace cardan::conic {

/// One Coulomb contact with all other impulses fixed: u = W λ + q, rows n, t1, t2, CONE(3).
struct OneContact {
  const double* W;          ///< 3×3 symmetric, column-major [1/kg]
  const double* W_inverse;  ///< generalised inverse of W
  double mu;
};

/// Solves the one-contact problem exactly: open (q_n ≥ 0), stick (u = 0) or slide (u_n = 0, λ_t =
/// −μ λ_n u_t/‖u_t‖). lambda in: the iterate, whose tangential part is the first direction of
/// friction; out: the solution. u = W λ + q at the iterate. Returns false, with lambda unchanged,
/// if no case holds (W is singular or not positive semidefinite).
bool solve_contact(const OneContact& contact, const double* u, const double* q, double* lambda);

}  // namespace cardan::conic
