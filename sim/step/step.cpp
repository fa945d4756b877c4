#include <chrono>

#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

/// Adds the time of a scope to a stage of the report; reads no clock unless profiling is on.
class StageTimer {
 public:
  StageTimer(World::Impl& world, Stage stage) : world_(world), stage_(stage) {
    if (world_.profiling) start_ = std::chrono::steady_clock::now();
  }
  ~StageTimer() {
    if (!world_.profiling) return;
    world_.report.nanoseconds[static_cast<int>(stage_)] +=
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - start_).count();
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  World::Impl& world_;
  Stage stage_;
  std::chrono::steady_clock::time_point start_;
};

void run(World::Impl& world, Stage stage, void (*work)(World::Impl&)) {
  StageTimer timer(world, stage);
  work(world);
}

void project_and_remember(World::Impl& world) {
  run(world, Stage::kProject, project_loops);
  run(world, Stage::kRemember, remember_step);
}

void run_runge_kutta(World::Impl& world) {
  for (world.runge_kutta_stage = 0; world.runge_kutta_stage < 4; ++world.runge_kutta_stage) {
    run(world, Stage::kDynamics, begin_runge_kutta_stage);
    run(world, Stage::kDetect, detect_contacts);
    run(world, Stage::kConstrain, make_constraints);
    run(world, Stage::kIslands, make_islands);
    run(world, Stage::kSolve, solve_islands);
    run(world, Stage::kIntegrate, end_runge_kutta_stage);
  }
  world.runge_kutta_stage = 0;
  run(world, Stage::kIntegrate, finish_runge_kutta);
  project_and_remember(world);
}

// Impulses before forces, of a formulation at acceleration level.
void run_collisions(World::Impl& world) {
  bool any = false;
  {
    StageTimer timer(world, Stage::kConstrain);
    any = make_collisions(world);
  }
  if (!any) return;
  run(world, Stage::kIslands, make_islands);
  run(world, Stage::kSolve, solve_collisions);
  run(world, Stage::kDynamics, compute_free_motion);
}

}  // namespace

// The table of contents of the engine.
void step_world(World::Impl& world) {
  if (world.has_target_paths) aim_scripted_targets(world);
  if (all_asleep(world)) return pass_time(world);
  do {
    run(world, Stage::kDynamics, compute_free_motion);
    run(world, Stage::kDetect, detect_contacts);
  } while (wake_touched(world));
  world.rules = world.spec.contact.rules;
  world.rules.gravity = world.spec.gravity.norm();
  if (world.pairing.info.acceleration_level) {
    run_collisions(world);
    world.rules.level = RowLevel::kAcceleration;
  }
  if (world.spec.integrator == Integrator::kRungeKutta4) return run_runge_kutta(world);
  // A PD joint that would pass its effort limit becomes a bounded row and the solve is repeated, at
  // most twice.
  constexpr int kMaxSolves = 3;
  for (int solve = 1;; ++solve) {
    run(world, Stage::kConstrain, make_constraints);
    run(world, Stage::kIslands, make_islands);
    run(world, Stage::kSolve, solve_islands);
    if (!promote_saturated_motors(world)) break;
    if (solve == kMaxSolves) {
      world.report.messages.emplace_back(
          "a joint passed its effort limit in this step; it is bounded from the next on");
      break;
    }
    run(world, Stage::kDynamics, compute_free_motion);
  }
  run(world, Stage::kProject, push_out);
  run(world, Stage::kIntegrate, integrate_motion);
  project_and_remember(world);
}

}  // namespace cardan
