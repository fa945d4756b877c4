#pragma once

#include <array>
#include <vector>

#include "cardan/solver.h"
#include "solvers/common/best.h"
#include "solvers/common/newton/linearisation.h"

namespace cardan::solvers {

constexpr const char* kSubsystems[] = {"direct", "iterative", nullptr};
constexpr const char* kRescues[] = {"levenberg", "gradient", nullptr};

/// Parameters that all solvers of the family share. They precede the parameters of each solver.
constexpr std::array<cardan_param, 6> kNewtonParams = {
    sdk::integer_param("max_iterations",
                       "maximum number of Newton steps of a solve, over all starts", 2000, 1,
                       100000000),
    sdk::integer_param("newton_steps", "maximum number of Newton steps of a method from one start",
                       30, 1, 100000),
    sdk::integer_param(
        "starts", "starts beyond the guess and the smoothed one; above 100 rows fewer, as 1/m²", 30,
        0, 1000),
    sdk::choice_param("subsystem",
                      "linear systems: direct (LU), or iterative (conjugate gradients where "
                      "symmetric positive semidefinite, else GMRES(20))",
                      kSubsystems, 0),
    sdk::choice_param("rescue", "what follows a Newton step that does not descend", kRescues, 0),
    sdk::real_param("compliance", "diagonal of a singular system, in units of the diagonal of A",
                    "", 1e-9, 0, 1)};

/// Dense semismooth Newton method with line search for mixed complementarity problems: the base
/// class of the plugins of this family. A derived class chooses the functions.
class NewtonSolver : public sdk::Solver {
 public:
  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

  /// Description with the entries that all solvers of the family share.
  static sdk::SolverInfo make_info(const char* id, const char* doc, const cardan_param* params,
                                   std::int32_t num_params);

 protected:
  /// The row functions that define the merit ½‖H‖² and the Newton direction.
  struct Method {
    RowFunction merit, direction;
  };
  struct Choice {
    Method methods[2];  ///< for each start; the second method begins where the first ended
    int num_methods;
    double penalty;  ///< RowParameters::penalty
    int memory;      ///< number of earlier merits that the line search uses, 1..kMaxMemory
  };
  static constexpr int kMaxMemory = 20;
  virtual Choice choice() const = 0;

 private:
  enum Param { kMaxIterations, kNewtonSteps, kStarts, kSubsystem, kRescue, kCompliance };
  enum Stage { kGuessStage = 1, kSmoothedStage = 2, kFirstStart = 3 };
  /// Reason why a descent ended.
  enum Stop { kMoved, kSolved, kStationary, kNoDescent, kShortStep, kSteps, kBudget, kNotFinite };
  static constexpr int kStops = 8;

  bool run(const sdk::ProblemView& problem, const double* guess, cardan_report& report);
  /// Runs all methods of one start, from x_. Returns true if solved.
  bool attempt(const sdk::ProblemView& problem, cardan_report& report);
  Stop descend(const sdk::ProblemView& problem, const Method& method, cardan_report& report);
  /// Applies Newton to the smoothed function, from x_, while the smoothing decreases from tau to
  /// zero.
  Stop follow_path(const sdk::ProblemView& problem, double tau, cardan_report& report);
  /// Takes one step from x_: the Newton step, or the rescue step if the Newton step does not
  /// descend below `bar`.
  Stop take_step(const Method& method, const RowParameters& parameters, double bar,
                 cardan_report& report);
  /// Puts the Newton direction into step_. Returns its slope, or 0 if it is not a descent
  /// direction.
  double newton_slope(const Method& method, const RowParameters& parameters);
  double rescue_slope();
  /// Armijo line search from x_ along step_; moves x_, y_ and merit_.
  Stop search_line(RowFunction function, const RowParameters& parameters, double bar, double slope);
  void choose_start(int which);
  bool offer(const sdk::ProblemView& problem, const double* x);
  bool offer_lambda(const sdk::ProblemView& problem, const double* lambda);
  void describe_failure();

  Choice choice_{};
  ScaledRows rows_;
  Linearisation merit_, other_;
  SubsystemCount count_;
  std::vector<double> x_, y_, step_, gradient_, trial_, trial_y_, lambda_, u_;
  double history_[kMaxMemory] = {};
  Best best_;
  double speed_ = 0;  ///< max |q|, the scale of x and y (M has a diagonal of about 1)
  int iterations_left_ = 0;
  bool symmetric_ = false;
  int stops_[kStops] = {};
};

}  // namespace cardan::solvers
