#pragma once

#include <limits>
#include <string>
#include <vector>

#include "cardan/cardan_solver.h"
#include "cardan/export.h"
#include "cardan/problem_file.h"
#include "cardan/solver_spec.h"

namespace cardan {

/// Settings for solving a problem file.
struct ProblemReplaySettings {
  double tolerance = 0;  ///< tolerance [m/s]; 0 for the tolerance of the problem
  bool cold = false;     ///< true to start from zero instead of the guess in the file
  /// Options, each passed to every solver that has an option of this name.
  std::vector<SolverOption> options;
};

/// Answer of one solver to one problem, with the residual that the engine computes.
struct ProblemReplay {
  /// The value that stands for "not known".
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string solver;
  std::string unfit;  ///< reason why the solver was not called, or ""
  std::string ended;  ///< how the solver ended its process instead of answering, or ""
  int status = CARDAN_UNSUPPORTED;
  /// Residual computed by the engine [m/s]; infinity if λ is not finite, NaN if the solver was not
  /// called.
  double residual = kNone;
  /// Residual with the matrix of the file [m/s] if the solver received only its symmetric part,
  /// otherwise NaN.
  double own_residual = kNone;
  double siconos_error = kNone;  ///< error measure of Siconos; NaN unless all blocks are CONE
  int iterations = 0;
  double seconds = 0;
  std::vector<double> lambda, u;  ///< answer; empty if the solver was not called
  /// Largest differences from the best answer in the list; NaN if there is no best answer.
  double impulse_difference = kNone, velocity_difference = kNone;
  std::string remark;    ///< error text of the solver
  double tolerance = 0;  ///< tolerance used for the status SOLVED [m/s]
};

/// Returns the reason why the solver does not support the problem of the file, or "". The problem
/// is lowered first if the solver lacks box kinds. A solver that needs symmetry gets the symmetric
/// part of the matrix.
CARDAN_API std::string why_unfit(const ProblemFile& file, const cardan_solver_desc& solver);

/// Solves the problem with one solver and computes the residual. Throws Error for an option that
/// the solver rejects.
CARDAN_API ProblemReplay replay_problem(const ProblemFile& file, const cardan_solver_desc& solver,
                                        const ProblemReplaySettings& settings);

/// Sets the differences from the SOLVED answer with the smallest residual, or NaN if there is no
/// SOLVED answer.
CARDAN_API void compare_to_best(std::vector<ProblemReplay>& replays);

}  // namespace cardan
