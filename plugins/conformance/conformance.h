#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// One question put to a solver.
struct ConformanceCheck {
  enum class Outcome {
    kPassed,
    kFailed,
    kUnsolved,  ///< a hard problem, and the solver said honestly that it did not solve it
    kSkipped,   ///< not asked, or not known here
  };

  std::string name;
  Outcome outcome = Outcome::kPassed;
  std::string detail;    ///< why it failed or was skipped; status and iterations where it passed
  bool promise = false;  ///< about conduct: its name is what a user may rely on if it passed
};

struct CARDAN_API ConformanceReport {
  std::string solver;  ///< id; of the checks of loading, the file
  std::string takes;   ///< kinds and formulations
  std::vector<ConformanceCheck> checks;

  /// No check failed and at least one passed.
  bool passed() const;
  /// Counts of the problems that were asked and have a solution, and of those that were solved.
  int num_problems() const;
  int num_solved() const;
  /// One line per check, then the counts and what a user may rely on.
  std::string text() const;
};

/// Access of the calling program to the process.
struct ConformanceOptions {
  /// Heap allocations of the calling thread so far; null: they are not counted, and the check
  /// whether solve allocates is skipped.
  std::int64_t (*count_allocations)() = nullptr;
};

/// Puts canned problems of known answer or known trouble to the solver, as far as its kinds and
/// required properties go, and judges them with the engine's own residual: analytic rows, blocks
/// and tables that stick and slide, duplicate and zero rows, a singular A, μ from 0 to 1e6, mass
/// ratios of 1e6, captured islands of a robot, jams without a solution; the contacts in every
/// formulation. Then its conduct: equal bits from equal input, two instances on two threads, warm
/// start, budget, cancelling, NaN, guard words, allocation, floating-point control word, locale,
/// signals, standard output, threads. A hard problem left unsolved is no
/// failure; to say SOLVED of a wrong answer is. Throws nothing: errors are in the report.
/// Standard output of the process is diverted while it runs.
CARDAN_API ConformanceReport check_solver(const cardan_solver_desc& desc,
                                          const ConformanceOptions& options = {});

/// Loads a library and checks what that changes in the process. Throws Error where it does not
/// load.
CARDAN_API ConformanceReport check_loading(const std::filesystem::path& file);

/// Loads a library and checks it: first what loading it changes in the process, then each of its
/// solvers. Throws Error where it does not load.
CARDAN_API std::vector<ConformanceReport> check_plugin(const std::filesystem::path& file,
                                                       const ConformanceOptions& options = {});

}  // namespace cardan
