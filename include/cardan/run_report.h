#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/step_fields.h"
#include "cardan/world.h"

namespace cardan {

/// Totals of a run over its steps: each number of a step is a sum, the largest or the last value,
/// as its row in step_fields() says. add() must be called after each step.
struct RunTotals : StepFigures {
  std::int64_t steps = 0;
  std::int64_t islands = 0;  ///< number of solved islands, summed over the steps
  LadderCounts collision_ladder;
  /// StepReport::deepest_a and deepest_b of the step with the deepest reported penetration.
  int deepest_a = -1, deepest_b = -1;
  double deepest_time = 0, deepest = 0;  ///< time [s] and depth [m] of this penetration
  /// Number of islands passed to the shadow solver, and number of islands that it solved.
  std::int64_t shadow_islands = 0, shadow_solved = 0;
  ShadowReport worst_shadow;            ///< largest value of each number over the steps
  std::int64_t worst_shadow_step = -1;  ///< step of the largest velocity difference
  /// Wall-clock time of each stage, if the run was profiled.
  std::array<std::int64_t, static_cast<int>(Stage::kCount)> nanoseconds{};
  std::string first_stuck;    ///< message about the first model whose motion was not finite
  std::string first_message;  ///< first message of the run

  CARDAN_API void add(const StepReport& report);

 private:
  void add_shadow(const StepReport& report);
};

/// Summary of a finished run, whose world is in its last state.
struct RunSummary {
  std::string scene;  ///< name of the scene
  std::string file;
  std::string formulation, solver;
  std::string shadow;           ///< first solver of the shadow chain, "" if there is no shadow
  double step = 0;              ///< time step [s]
  double wall_seconds = 0;      ///< wall-clock time of the steps only [s]
  double energy_start = 0;      ///< kinetic plus potential energy at the start [J]
  double energy_end = 0;        ///< kinetic plus potential energy at the end [J]
  bool profiled = false;        ///< true if the times of the stages were measured
  std::string ended = "whole";  ///< "limit" (a time limit was reached) or "interrupted" if not all
                                ///< requested steps were taken
  RunTotals totals;
};

/// Returns the simulated time per second of wall-clock time, or 0 if the clock did not advance.
CARDAN_API double real_time_factor(const RunSummary& summary);

/// Returns the state hash as written in reports: 16 hexadecimal digits.
CARDAN_API std::string state_hash_text(const World& world);

/// Returns the name of a stage: "dynamics", "detect", ….
CARDAN_API const char* stage_name(Stage stage);

/// Returns the report as JSON with the keys of docs/commands.md, indented by two spaces. Non-finite
/// numbers become null.
CARDAN_API std::string run_report_json(const RunSummary& summary, const World& world);

class World;

/// The code behind a solver of the chain of a world.
struct SolverSource {
  std::string id, version;
  std::string place;    ///< path of the library, or "in-process"
  std::string hash;     ///< hash of the bytes of the library, 16 hexadecimal digits; "" for an
                        ///< in-process solver
  std::string shadows;  ///< places of later solvers with the same id, "" if none
  bool replaces_shipped = false;  ///< true if the solver replaces a solver that ships with cardan
};

/// Returns one entry per solver of the chain of the world, in order.
CARDAN_API std::vector<SolverSource> solver_sources(const World& world);

/// Returns one line for each solver that replaces a solver shipped with cardan.
CARDAN_API std::vector<std::string> replaced_solvers(const World& world);

}  // namespace cardan
