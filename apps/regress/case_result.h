#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Result of one run of one scene, as data. `cardan regress` transfers it as JSON from the process
/// that runs the case to the process that reports it (docs/regression.md).
namespace cardan::app {

/// Identifies a run: a scene with a pair and, in a sweep, values of the other axes.
struct CaseId {
  std::string scene;        ///< name of the scene
  std::string file;         ///< path as given
  std::string formulation;  ///< label: "polyhedral:directions=4"
  std::string solver;       ///< id of the first solver of the chain
  /// Other axes of the sweep with their values: "step" → "0.005"
  std::vector<std::pair<std::string, std::string>> point;

  std::string label() const;  ///< "stand cone/conic step=0.005"
};

enum class CaseStatus {
  kPassed,
  kFailed,       ///< an expectation failed
  kKnown,        ///< only expectations listed in `known_failures` failed
  kSkipped,      ///< the solver does not support the formulation
  kError,        ///< invalid scene or configuration: no run
  kCrashed,      ///< the process ended by a signal or with an unknown status
  kTimedOut,     ///< killed at the time limit
  kInterrupted,  ///< Ctrl-C before the end
};

/// A named series of a run with the band of its check, for plots. Thinned to at most about 2000
/// points; extremes are kept. Bounds are ±infinity where nothing is checked: an open side, or a
/// time outside the window.
struct CaseSeries {
  std::string name, unit;
  std::vector<double> time;  ///< [s]
  std::vector<double> value;
  std::vector<double> lower, upper;  ///< band at these times; empty if there is none
  std::vector<double> golden;        ///< reference; empty if there is none
};

/// Result of one expectation.
struct CaseCheck {
  std::string text;  ///< line of the scene
  int line = 0;
  std::string quantity;  ///< name; for a golden trajectory, that of the worst column
  std::string unit;
  bool passed = false;
  bool known = false;           ///< failed as listed in `known_failures`
  std::string because;          ///< reason of the known failure
  double measured = 0;          ///< worst value (after reduction), NaN if there is none
  double lower = 0, upper = 0;  ///< allowed range at that time; ±infinity: open
  double time = 0;              ///< time of the worst value [s]
  std::string message;          ///< one line: expected value, measured value, time
  int series = -1;              ///< index into CaseResult::series, −1: none
};

/// An island that no solver solved, or that was not solved as requested.
struct CaseTrouble {
  std::int64_t step = 0;
  double time = 0;
  std::string report;    ///< one line: solver, status, residual
  std::string captured;  ///< problem file, "" if none was written
};

/// Value of one run for an `across` expectation of a sweep.
struct CaseAcross {
  int line = 0;      ///< line of the expectation
  double value = 0;  ///< NaN: no value
};

/// Golden trajectory as recorded by this run, for --bless.
struct CaseGolden {
  std::string file, text;
};

struct CaseResult {
  CaseId id;
  std::vector<std::string> tags;
  CaseStatus status = CaseStatus::kError;
  std::string message;  ///< reason for an error, a crash or a skip; one line
  std::vector<CaseCheck> checks;
  std::vector<CaseSeries> series;
  std::vector<CaseTrouble> troubles;  ///< the first ones only
  std::vector<CaseAcross> across;
  std::vector<CaseGolden> recorded;

  double wall_seconds = 0, simulated = 0, step = 0;
  std::int64_t steps = 0;
  double worst_residual = 0, max_penetration = 0;
  std::int64_t iterations = 0, fallbacks = 0, failed_islands = 0;
  std::string state_hash;
  std::string replay;  ///< replay page of the run, "" if none was written
  /// Last output of the process, set by the reporting process; it shows the cause of a crash.
  std::string printed;
};

/// One JSON object; NaN and infinities are the strings "nan", "inf", "-inf".
std::string case_result_json(const CaseResult& result);
/// Throws Error for text that case_result_json did not write.
CaseResult parse_case_result(const std::string& json);

/// "passed", "failed", "known", …
const char* name_of(CaseStatus status);

}  // namespace cardan::app
