#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/pgs/group_solve.h"

namespace cardan::pgs {

/// Projected Gauss–Seidel on u = Aλ + b, matrix-free: every update also updates z = Yᵀλ, so the
/// cost of a row is proportional to its number of non-zeros. Groups whose rows cannot be solved one
/// by one are solved as a whole (docs/solvers/pgs.md).
class PgsSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  /// Rows that a sweep solves at once: one block, or all blocks of a group.
  struct Part {
    int first, blocks;  ///< blocks
    int row, rows;
    bool whole;              ///< the group is solved as one complementarity problem
    std::size_t matrix = 0;  ///< position of W in group_W_
  };

  /// Prepares the sweeps. Returns nullptr, or the reason why the problem is not supported.
  const char* prepare(const sdk::ProblemView& problem);
  bool add_group(const sdk::ProblemView& problem, int first, int blocks);
  double relax_part(const sdk::ProblemView& problem, const Part& part, bool backward,
                    double* lambda);
  double relax_group(const sdk::ProblemView& problem, const Part& part, double* lambda);
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
  std::vector<Part> parts_;
  std::vector<double> group_W_;  ///< matrices of the groups solved whole, row-major
  std::vector<double> group_q_, group_x_, scale_;  ///< rows of the largest group; √step, m
  std::vector<char> is_free_;                      ///< by row, m
  GroupSolver group_solver_;
  double gradient_ = 0;  ///< ‖g‖² of the last sweep (NNCG)
};

}  // namespace cardan::pgs
