#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cardan/cardan_solver.h"
#include "cardan/export.h"

namespace cardan {

/// One check of a solver.
struct ConformanceCheck {
  /// Result of one check.
  enum class Outcome {
    kPassed,
    kFailed,
    kUnsolved,  ///< the solver reported that it did not solve a hard problem
    kSkipped,   ///< the check was skipped, or its result is unknown
  };

  std::string name;
  Outcome outcome = Outcome::kPassed;
  std::string
      detail;  ///< reason for a failure or a skip, or status and iterations if the check passed
  bool promise = false;  ///< true if the check concerns behaviour; if it passed, users may rely on
                         ///< this behaviour
};

/// Results of the checks of one solver, or of loading one library.
struct CARDAN_API ConformanceReport {
  std::string solver;  ///< id of the solver, or the file for checks of loading
  std::string takes;   ///< block kinds and formulations that the solver supports
  std::vector<ConformanceCheck> checks;

  /// True if no check failed and at least one passed.
  bool passed() const;
  /// Number of posed problems that have a solution, and the number of them that were solved.
  int num_problems() const;
  int num_solved() const;
  /// Text with one line per check, followed by the counts and the behaviour on which users may
  /// rely.
  std::string text() const;
};

/// Functions of the calling program that the checks use.
struct ConformanceOptions {
  /// Returns the number of heap allocations of the calling thread so far. If null, allocations are
  /// not counted, and the check for allocations in solve is skipped.
  std::int64_t (*count_allocations)() = nullptr;
};

/// Runs the solver on the canned problems whose kinds and properties it accepts, and judges the
/// answers with the engine's own residual. Each problem has a known answer or a known difficulty:
/// rows with analytic solutions, blocks and tables that stick and slide, duplicate and zero rows, a
/// singular A, μ from 0 to 1e6, mass ratios of 1e6, captured islands of a robot, and jams without a
/// solution. Problems with contacts are posed in every formulation. The function then checks the
/// behaviour of the solver: bitwise equal results for equal input, two instances on two threads,
/// warm start, budget, cancellation, NaN, guard words, allocation, floating-point control word,
/// locale, signals, standard output, and threads. An unsolved hard problem is not a failure, but a
/// wrong answer with the status SOLVED is a failure. Does not throw; the report contains the
/// errors. The standard output of the process is redirected during the checks.
CARDAN_API ConformanceReport check_solver(const cardan_solver_desc& desc,
                                          const ConformanceOptions& options = {});

/// Loads a library and checks which parts of the state of the process change when it is loaded.
/// Throws Error if the library cannot be loaded.
CARDAN_API ConformanceReport check_loading(const std::filesystem::path& file);

/// Loads a library as check_loading does, and then checks each solver in it. Throws Error if the
/// library cannot be loaded.
CARDAN_API std::vector<ConformanceReport> check_plugin(const std::filesystem::path& file,
                                                       const ConformanceOptions& options = {});

}  // namespace cardan
