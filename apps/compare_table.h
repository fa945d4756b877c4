#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "cardan/sim/record/run_report.h"
#include "trajectory.h"

namespace cardan::app {

/// One run of the scene.
struct Outcome {
  std::string label, solver;
  std::string formulation;  ///< its id
  std::string refused;      ///< why there was no run, else ""
  std::string ended;        ///< how its process ended in place of the run, else ""
  RunSummary summary;
  double cone_residual = 0;  ///< worst, of the exact cones [m/s]
  bool finished = true;      ///< false: the limit of the clock ended it
  Trajectory trajectory{1};
};

/// Whether there are steps to show.
inline bool ran(const Outcome& outcome) {
  return outcome.refused.empty() && !outcome.trajectory.time().empty();
}

/// "refused: …", or how the process ended.
std::string why_not_run(const Outcome& outcome);

/// Energy at the end minus that at the start, kinetic and potential [J].
inline double energy_change(const Outcome& outcome) {
  return outcome.summary.energy_end - outcome.summary.energy_start;
}

/// "FORMULATION/SOLVER", the solver that ran.
std::string name_of(const Outcome& outcome);

/// The run that the others are measured from: the most accurate of those with exact cones that
/// ended and never used the last resort; without such a one the first that ran. Null if none ran.
const Outcome* find_reference(const std::vector<Outcome>& outcomes);

/// The row of one run in the table and in the JSON.
struct OutcomeRow {
  const Outcome* outcome = nullptr;
  bool reference = false;
  double difference = 0, travel = NAN, stop = NAN;
  Vector3 rest = Vector3::Constant(NAN);
};

/// Beside the reference (null: nothing ran), and of one model ("" none).
std::vector<OutcomeRow> rows_of(const std::vector<Outcome>& outcomes, const Outcome* reference,
                                const std::string& model);

/// "solved", or how many islands were not.
std::string status_of(const Outcome& outcome);

/// To standard output, with a line that explains the columns.
void print_table(const std::vector<OutcomeRow>& rows, const std::string& model);

/// A list of objects (docs/commands.md).
std::string json_of(const std::vector<OutcomeRow>& rows, const std::string& model);

/// The columns of the table, as a table of Markdown.
std::string markdown_of(const std::vector<OutcomeRow>& rows, const std::string& model);

}  // namespace cardan::app
