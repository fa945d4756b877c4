#pragma once

#include <limits>
#include <string>
#include <vector>

#include "cardan/constraint/problem_files/problem_file.h"
#include "cardan/host/contact_solver.h"

namespace cardan::app {

/// How a problem is given to solvers.
struct ReplaySettings {
  double tolerance = 0;               ///< [m/s]; 0: the problem's own
  bool cold = false;                  ///< from zero in place of the guess in the file
  std::vector<SolverOption> options;  ///< for each solver that has one of this name
};

/// The answer of one solver to one problem, judged here.
struct Replay {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string solver;
  std::string unfit;  ///< why it was not called, else ""
  std::string ended;  ///< how it ended its process in place of an answer, else ""
  int status = CARDAN_UNSUPPORTED;
  /// [m/s], the judge's; infinity where λ is not finite, NaN where the solver was not called.
  double residual = kNone;
  /// With the file's own matrix, where the solver got its symmetric part [m/s]; else NaN.
  double own_residual = kNone;
  double siconos_error = kNone;  ///< NaN unless all blocks are CONE
  int iterations = 0;
  double seconds = 0;
  std::vector<double> lambda, u;  ///< empty where it was not called
  /// Largest difference to the best answer of the list; NaN where there is none to compare.
  double impulse_difference = kNone, velocity_difference = kNone;
  std::string remark;    ///< what the solver said of its failure
  double tolerance = 0;  ///< [m/s], that counted as solved
};

/// "" when the solver takes the problem of the file, lowered where it lacks box kinds, or with the
/// symmetric part of its matrix where it needs symmetry; else the reason.
std::string why_unfit(const ProblemFile& file, const cardan_solver_desc& solver);

/// Gives the problem to one solver and judges the answer. Throws Error for an option it refuses.
Replay replay(const ProblemFile& file, const cardan_solver_desc& solver,
              const ReplaySettings& settings);

/// Fills the differences to the SOLVED answer with the smallest residual; NaN where there is none.
void compare_to_best(std::vector<Replay>& replays);

}  // namespace cardan::app
