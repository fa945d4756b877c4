#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// The outcome of one run of one scene, as `cardan regress` hands it from the process that ran it
/// to the one that reports it (JSON, docs/regression.md). Data alone.
namespace cardan::app {

/// One run: a scene with a pair and, in a sweep, values of its other axes.
struct CaseId {
  std::string scene;        ///< name of the scene
  std::string file;         ///< its path as given
  std::string formulation;  ///< label: "polyhedral:directions=4"
  std::string solver;       ///< id of the first of the chain
  /// Further axes of the sweep and their values: "step" → "0.005"
  std::vector<std::pair<std::string, std::string>> point;

  std::string label() const;  ///< "stand cone/conic step=0.005"
};

enum class CaseStatus {
  kPassed,
  kFailed,       ///< an expectation did not hold
  kKnown,        ///< only what `known_failures` names did not hold
  kSkipped,      ///< the solver does not take the formulation
  kError,        ///< bad scene or configuration: no run
  kCrashed,      ///< the process ended by a signal or an unknown status
  kTimedOut,     ///< killed at the limit of time
  kInterrupted,  ///< Ctrl-C before it ended
};

/// A named series over the run with the band it was judged by, for plots; thinned to at most about
/// 2000 points, extremes kept. Bounds are ±infinity where nothing is asked: an open side, or a time
/// outside of the window.
struct CaseSeries {
  std::string name, unit;
  std::vector<double> time;  ///< [s]
  std::vector<double> value;
  std::vector<double> lower, upper;  ///< band at those times; empty: none
  std::vector<double> golden;        ///< reference; empty: none
};

/// One expectation after the run.
struct CaseCheck {
  std::string text;  ///< the line of the scene
  int line = 0;
  std::string quantity;  ///< name, or that of the worst column of a golden trajectory
  std::string unit;
  bool passed = false;
  bool known = false;           ///< failed as `known_failures` says
  std::string because;          ///< of the known failure
  double measured = 0;          ///< worst value (after reduction), NaN if there is none
  double lower = 0, upper = 0;  ///< what was allowed at that moment; ±infinity where open
  double time = 0;              ///< [s] of the worst value
  std::string message;          ///< one line: what was expected, what came out, when
  int series = -1;              ///< index into CaseResult::series, −1: none
};

/// An island that was solved by no solver, or not as it was asked.
struct CaseTrouble {
  std::int64_t step = 0;
  double time = 0;
  std::string report;    ///< one line: who, status, residual
  std::string captured;  ///< file of the problem, "" if none was written
};

/// The value of one run for an expectation `across` a sweep.
struct CaseAcross {
  int line = 0;      ///< of the expectation
  double value = 0;  ///< NaN: there is none
};

/// A golden trajectory as this run would have it, for --bless.
struct CaseGolden {
  std::string file, text;
};

struct CaseResult {
  CaseId id;
  std::vector<std::string> tags;
  CaseStatus status = CaseStatus::kError;
  std::string message;  ///< of an error, a crash, a skip; one line
  std::vector<CaseCheck> checks;
  std::vector<CaseSeries> series;
  std::vector<CaseTrouble> troubles;  ///< the first of them
  std::vector<CaseAcross> across;
  std::vector<CaseGolden> recorded;

  double wall_seconds = 0, simulated = 0, step = 0;
  std::int64_t steps = 0;
  double worst_residual = 0, max_penetration = 0;
  std::int64_t iterations = 0, fallbacks = 0, failed_islands = 0;
  std::string state_hash;
  /// The end of what its process printed, set by the process that reports; a crash is told here.
  std::string printed;
};

/// One JSON object; NaN and infinities are the strings "nan", "inf", "-inf".
std::string case_result_json(const CaseResult& result);
/// Throws Error where the text is not what case_result_json writes.
CaseResult parse_case_result(const std::string& json);

/// "passed", "failed", "known", …
const char* name_of(CaseStatus status);

}  // namespace cardan::app
