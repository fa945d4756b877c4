#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "apps/trajectory.h"
#include "cardan/run_report.h"
#include "view/replay_data.h"

namespace cardan::app {

/// One run of the scene.
struct Outcome {
  std::string label, solver;
  std::string formulation;  ///< id of the formulation
  std::string refused;      ///< the reason why there was no run, else ""
  std::string ended;        ///< how the process ended if it gave no result, else ""
  RunSummary summary;
  double cone_residual = 0;  ///< worst residual with the exact cones [m/s]
  double tolerance = 0;      ///< tolerance of the judge in this run [m/s]
  bool finished = true;      ///< false: stopped at the wall-clock limit
  Trajectory trajectory{1};
  std::optional<view::ReplayData>
      replay;  ///< present if it was requested and the run handed it over
};

/// True if there are steps to show.
inline bool ran(const Outcome& outcome) {
  return outcome.refused.empty() && !outcome.trajectory.time().empty();
}

/// "refused: …", or a description of how the process ended.
std::string why_not_run(const Outcome& outcome);

/// Kinetic plus potential energy at the end, minus that at the start [J].
inline double energy_change(const Outcome& outcome) {
  return outcome.summary.energy_end - outcome.summary.energy_start;
}

/// "FORMULATION/SOLVER", with the solver that ran.
std::string name_of(const Outcome& outcome);

/// Reference run of the comparison: the most accurate of the completed runs with exact cones that
/// never used the last resort; otherwise the first that ran. Null if none ran.
const Outcome* find_reference(const std::vector<Outcome>& outcomes);

/// Row of one run in the table and in the JSON.
struct OutcomeRow {
  const Outcome* outcome = nullptr;
  bool reference = false;
  double difference = 0, travel = NAN, stop = NAN;
  Vector3 rest = Vector3::Constant(NAN);
};

/// Rows relative to the reference (null: nothing ran), for one model ("": none).
std::vector<OutcomeRow> rows_of(const std::vector<Outcome>& outcomes, const Outcome* reference,
                                const std::string& model);

/// "solved", or the number of islands that were not solved.
std::string status_of(const Outcome& outcome);

/// Prints the table to standard output, with a legend of the columns.
void print_table(const std::vector<OutcomeRow>& rows, const std::string& model);

/// A JSON list of objects (docs/commands.md).
std::string json_of(const std::vector<OutcomeRow>& rows, const std::string& model);

/// The table in Markdown.
std::string markdown_of(const std::vector<OutcomeRow>& rows, const std::string& model);

}  // namespace cardan::app
