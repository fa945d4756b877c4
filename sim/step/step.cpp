#include <type_traits>

#include "sim/step/motor_drive.h"
#include "sim/step/stage_timer.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

/// Runs the stages on one world, each with the timer of its entry in the report.
struct StageRunner {
  const WorldModel& world;
  WorldState& state;
  StepData& step;

  template <class... Parts>
  void run(Stage stage, void (*work)(Parts...)) const {
    const StageTimer timer(step, stage);
    work(part<Parts>()...);
  }

  /// Returns the part of the world that the signature of a stage requires.
  template <class Part>
  Part part() const {
    using Plain = std::remove_cvref_t<Part>;
    if constexpr (std::is_same_v<Plain, WorldModel>) {
      return world;
    } else if constexpr (std::is_same_v<Plain, WorldState>) {
      return state;
    } else {
      return step;
    }
  }
};

void run_runge_kutta(const StageRunner& stages) {
  int& stage = stages.step.runge_kutta_stage;
  for (stage = 0; stage < 4; ++stage) {
    stages.run(Stage::kDynamics, begin_runge_kutta_stage);
    stages.run(Stage::kDetect, detect_contacts);
    stages.run(Stage::kConstrain, make_constraints);
    if (stage == 0) report_violated_limits(stages.world, stages.step);
    stages.run(Stage::kIslands, make_islands);
    stages.run(Stage::kSolve, solve_islands);
    stages.run(Stage::kSolve, name_island_troubles);
    stages.run(Stage::kIntegrate, end_runge_kutta_stage);
  }
  stage = 0;
  stages.run(Stage::kIntegrate, finish_runge_kutta);
  stages.run(Stage::kProject, project_loops);
  stages.run(Stage::kRemember, remember_step);
}

// Resolves collisions by impulses before forces are computed, for a formulation at acceleration
// level.
void run_collisions(const StageRunner& stages) {
  bool any = false;
  {
    const StageTimer timer(stages.step, Stage::kConstrain);
    any = make_collisions(stages.world, stages.state, stages.step);
  }
  if (!any) return;
  stages.run(Stage::kIslands, make_islands);
  stages.run(Stage::kSolve, solve_collisions);
  stages.run(Stage::kDynamics, compute_free_motion);
}

}  // namespace

void step_world(const WorldModel& world, WorldState& state, StepData& step) {
  const StageRunner stages{world, state, step};
  if (world.has_target_paths) aim_scripted_targets(world, state, step);
  if (all_asleep(world, state)) return pass_time(world, state, step);
  command_motors(world, state, step);
  command_drives(world, state, step);
  if (world.spec.integrator == Integrator::kMidpoint) stages.run(Stage::kIntegrate, move_to_middle);
  stages.run(Stage::kDynamics, gather_tension);
  do {
    stages.run(Stage::kDynamics, compute_free_motion);
    stages.run(Stage::kDetect, detect_contacts);
  } while (wake_touched(world, state, step));
  report_tension(world, state, step);
  step.rows.rules = rules_of(world);
  step.rows.rules.at_middle = world.spec.integrator == Integrator::kMidpoint;
  if (world.pairing.info.acceleration_level) {
    run_collisions(stages);
    step.rows.rules.level = RowLevel::kAcceleration;
  }
  if (world.spec.integrator == Integrator::kRungeKutta4) return run_runge_kutta(stages);
  // PD laws that would exceed their effort limits, and motors that would leave their piece of the
  // curve, become bounded rows, and the solve is repeated. From the third repetition on, all laws
  // and motors of their models become rows, so that the repetition ends.
  constexpr int kSingleLaws = 2;
  for (int solve = 1;; ++solve) {
    stages.run(Stage::kConstrain, make_constraints);
    stages.run(Stage::kIslands, make_islands);
    stages.run(Stage::kSolve, solve_islands);
    if (!promote_saturated_motors(world, state, step)) break;
    if (solve > kSingleLaws) make_rows_of_all_laws(world, state, step);
    stages.run(Stage::kDynamics, compute_free_motion);
  }
  report_violated_limits(world, step);
  stages.run(Stage::kSolve, correct_velocity_products);
  stages.run(Stage::kSolve, name_island_troubles);
  stages.run(Stage::kProject, push_out);
  stages.run(Stage::kIntegrate, note_momentum);
  stages.run(Stage::kIntegrate, integrate_motion);
  stages.run(Stage::kProject, project_loops);
  stages.run(Stage::kProject, restore_momentum);
  stages.run(Stage::kRemember, remember_step);
}

}  // namespace cardan
