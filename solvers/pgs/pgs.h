#pragma once

#include <vector>

#include "cardan/sdk/solver.h"

namespace cardan::pgs {

/// Projected Gauss–Seidel on u = Aλ + b, matrix-free: z = Yᵀλ is kept current, a row costs its
/// non-zeros. See README.md.
class PgsSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  bool prepare(const sdk::ProblemView& problem);
  double sweep(const sdk::ProblemView& problem, bool backward, double* lambda);
  double relax_rows(const sdk::ProblemView& problem, const cardan_block& block, bool backward,
                    double* lambda);
  double relax_block(const sdk::ProblemView& problem, const cardan_block& block, double* lambda);
  double move_row(const sdk::ProblemView& problem, int row, double to, double* lambda);
  double check(const sdk::ProblemView& problem, const double* lambda, cardan_report& report);
  void accelerate(const sdk::ProblemView& problem, double* lambda);

  std::vector<double> z_;         ///< Yᵀλ, cols
  std::vector<double> u_;         ///< Aλ + b of the last check, m
  std::vector<double> best_;      ///< λ of the smallest residual so far, m
  std::vector<double> diagonal_;  ///< A_ii, m
  std::vector<double> W_;  ///< diagonal blocks of CONE, CONE_CONVEX, BALL_MU: dim² from 6·row on
  std::vector<double> before_;     ///< λ before the sweep (NNCG), m
  std::vector<double> direction_;  ///< p of NNCG, m
  double gradient_ = 0;            ///< ‖g‖² of the last sweep (NNCG)
};

}  // namespace cardan::pgs
