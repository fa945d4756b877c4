#pragma once

#include <vector>

/// Iterative solution of K x = rhs with a dense row-major K (rows `k` apart), from x = 0.
namespace cardan::solvers {

/// Σ aᵢ bᵢ in the order of the entries.
inline double inner_product(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

struct KrylovResult {
  bool converged;
  int iterations;
};

class Krylov {
 public:
  static constexpr int kRestart = 20;

  void reserve(int rows);

  /// Conjugate gradients with the diagonal as preconditioner, for a symmetric positive semidefinite
  /// K and a rhs in its range. Ends when ‖rhs − K x‖ ≤ tolerance ‖rhs‖, or if a direction has no
  /// curvature.
  KrylovResult conjugate_gradients(const double* K, int k, const double* rhs, double tolerance,
                                   int limit, double* x);
  /// GMRES(20) [Saad & Schultz 1986] for any K.
  KrylovResult generalised_residuals(const double* K, int k, const double* rhs, double tolerance,
                                     int limit, double* x);

 private:
  /// Runs one cycle from x, whose residual r_ has the norm `size`. Returns the number of steps.
  int cycle(const double* K, int k, double size, double goal, int steps, double* x);

  std::vector<double> r_, p_, Kp_, z_;
  std::vector<double> basis_;  ///< kRestart + 1 vectors
};

}  // namespace cardan::solvers
