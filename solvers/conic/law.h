#pragma once

namespace cardan::conic {

/// The set of one cell with its present bounds: what projections and their derivatives need.
struct Set {
  int kind;  ///< CARDAN_FREE … CARDAN_BALL_MU; BOX_MU stands with its present bounds ∓hi
  int dim;
  double mu;      ///< of cones
  double lo, hi;  ///< of boxes; hi is the radius of BALL_MU
};

/// p = P(a), the Euclidean projection. a and p may be the same.
void project(const Set& set, const double* a, double* p);

/// λ − P(λ − d), without the cancellation of a subtraction: λ itself, or d, changed in place.
const double* natural_step(const Set& set, const double* lambda, double* d);

/// û: u, and for CONE u + μ‖u_t‖ e_n (De Saxcé 1998).
void shift(const Set& set, const double* u, double* u_hat);

/// DP (dim × dim, row-major): an element of the generalised derivative of P at a, and dP/dhi (dim
/// numbers) for the kinds whose bound moves with the parent's impulse; zero otherwise.
/// On the side of a cone, with t = a_t/|a_t|, k = 1/(1 + μ²), s = k (a_n + μ|a_t|):
///   [k, kμ tᵀ; kμ t, μ (kμ t tᵀ + s/|a_t| (I − t tᵀ))].
void differentiate(const Set& set, const double* a, double* DP, double* by_bound);

/// Where DP vanishes and the bound is fixed, the rows of the set leave a Newton system.
bool vanishes(const double* DP, const double* by_bound, int dim);

/// Solves the problem of one cell, λ ∈ set, û = W λ + q (shifted) in the dual sense, for any kind
/// and dim ≤ 6: open and stick directly, then semismooth Newton on the natural map with a line
/// search and projected steps between. lambda in: start; out: the best point found.
void solve_local(const Set& set, const double* W, const double* W_inverse, const double* q,
                 double* lambda);

}  // namespace cardan::conic
