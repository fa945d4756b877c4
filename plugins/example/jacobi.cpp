// A complete contact solver in one file: damped projected Jacobi, for frictionless contacts and
// joint rows.
//
//   λ_i ← P_i(λ_i − ω u_i / A_ii),   u = A λ + b,   all rows at once
//
// P_i = max(0, ·) for NONNEGATIVE rows, the bounds of BOX rows, nothing for FREE ones. With D =
// diag(A) the spectrum of D⁻¹A lies below g = max_i Σ_j |A_ij| / A_ii (Gershgorin), so ω = 1/g
// converges for every symmetric positive semidefinite A.
#include <cardan/projections.h>
#include <cardan/solver.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace {

namespace sdk = cardan::sdk;

constexpr cardan_param kParams[] = {
    sdk::integer_param("max_iterations", "maximum number of iterations if the scene sets no limit",
                       20000, 1, 100000000)};

class Jacobi final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info() {
    static const sdk::SolverInfo kInfo = {
        "jacobi",
        "1.0",
        "damped projected Jacobi, the example of the plugin guide",
        "frictionless",
        sdk::kind_bit(CARDAN_FREE) | sdk::kind_bit(CARDAN_NONNEGATIVE) | sdk::kind_bit(CARDAN_BOX),
        CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL,
        CARDAN_NEEDS_DENSE,
        0,     // rows: no limit …
        2000,  // … but no dense A above this
        0,
        kParams,
        1};
    return kInfo;
  }

  // All allocation happens here.
  void reserve(const cardan_size& size) override {
    u_.resize(static_cast<std::size_t>(begin_reserve(size).m));
  }

  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override {
    if (const std::optional<int> status = begin_solve(problem)) return *status;
    const int m = problem.m();
    const sdk::DenseView A = problem.A();
    Eigen::Map<Eigen::VectorXd> x(lambda, m);
    const Eigen::Map<const Eigen::VectorXd> b(problem.b(), m);
    Eigen::Map<Eigen::VectorXd> velocity(u_.data(), m);

    double g = 1;
    for (int i = 0; i < m; ++i) g = std::max(g, A.row(i).lpNorm<1>() / A(i, i));

    const int limit = problem.max_iterations(int_param(0));
    for (int k = 0;; ++k) {
      velocity.noalias() = A * x;
      velocity += b;
      const sdk::NaturalMap map = sdk::natural_map(problem, lambda, u_.data());
      report.iterations = k;
      report.residual = map.residual;
      report.worst_block = map.worst_block;
      if (map.residual <= problem.tolerance() || k == limit || cancelled()) break;
      if (!std::isfinite(map.residual)) return CARDAN_NUMERIC;
      for (const cardan_block& block : problem.blocks()) {
        for (int i = block.row; i < block.row + block.dim; ++i) {
          x[i] -= velocity[i] / (g * A(i, i));
          if (block.kind == CARDAN_NONNEGATIVE) x[i] = std::max(x[i], 0.0);
          if (block.kind == CARDAN_BOX) x[i] = std::clamp(x[i], block.lo, block.hi);
        }
      }
    }
    if (u != nullptr) std::copy(u_.begin(), u_.begin() + m, u);
    return report.residual <= problem.tolerance() ? CARDAN_SOLVED : CARDAN_ITERATIONS;
  }

 private:
  std::vector<double> u_;
};

}  // namespace

CARDAN_EXPORT_SOLVER(Jacobi);
