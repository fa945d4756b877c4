#include "dynamics/kernels/runge_kutta.h"

#include <cmath>

#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Rate at which drift off the constraints decays: ü + 2 ω u̇ + ω² φ. It does not depend on the time
// step, so that the order of the method is preserved [1/s].
constexpr double kDriftRate = 50;

ConstraintRules stage_rules(const WorldModel& world) {
  const double h = world.spec.step;
  ConstraintRules rules = rules_of(world);
  rules.level = RowLevel::kAcceleration;
  rules.velocity_share = 2 * kDriftRate * h;
  rules.stabilization.kind = StabilizationKind::kBaumgarte;
  rules.gap_share = rules.stabilization.erp = kDriftRate * kDriftRate * h * h;
  rules.stabilization.slop = 0;
  return rules;
}

// Computes δ, q and v of a stage from the rates of the previous stage.
void move_to_stage(const ModelRef& model, int stage, double h) {
  RungeKuttaWork& work = model.work.runge_kutta;
  model.state.set_undisturbed(0);
  if (stage == 0) {
    work.q = model.state.q();
    work.v = model.state.v();
    work.increment.setZero();
    work.sum_rate.setZero();
    work.sum_acceleration.setZero();
  } else {
    work.increment = runge_kutta::kNode[stage] * h * work.rate;
    integrate(*model.setup.kernel_skeleton, work.q.data(), work.increment.data(), 1,
              model.state.q().data());
    model.state.v() = work.v + runge_kutta::kNode[stage] * h * work.acceleration;
    model.work.invalidate_kinematics();
  }
  runge_kutta::increment_rate(*model.setup.kernel_skeleton, work.increment, model.state.v(),
                              work.rate);
}

}  // namespace

void begin_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step) {
  step.rows.rules = stage_rules(world);
  const int stage = step.runge_kutta_stage;
  if (stage == 0) step.touching.clear();
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (stage == 0 || model.work.usable) move_to_stage(model, stage, world.spec.step);
  }
  compute_free_motion(world, state, step);
}

void end_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step) {
  const int stage = step.runge_kutta_stage;
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable) continue;
    RungeKuttaWork& work = model.work.runge_kutta;
    unwhiten(*model.setup.kernel_skeleton, *model.work.data, model.work.vectors.z().data());
    work.acceleration = model.work.vectors.z() / world.spec.step;
    work.sum_rate += runge_kutta::kWeight[stage] * work.rate;
    work.sum_acceleration += runge_kutta::kWeight[stage] * work.acceleration;
  }
}

void finish_runge_kutta(const WorldModel& world, WorldState& state, StepData& step) {
  const double h = world.spec.step;
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    model.state.tau_external().setZero();
    RungeKuttaWork& work = model.work.runge_kutta;
    work.increment = h * work.sum_rate;
    model.state.v() = work.v + h * work.sum_acceleration;
    model.work.vectors.q_next() = work.q;
    integrate(*model.setup.kernel_skeleton, work.q.data(), work.increment.data(), 1,
              model.work.vectors.q_next().data());
    model.work.usable =
        model.work.usable && model.work.vectors.q_next().allFinite() && model.state.v().allFinite();
    model.state.q() = model.work.usable ? model.work.vectors.q_next() : work.q;
    if (!model.work.usable) model.state.v() = work.v;
    model.work.invalidate_kinematics();
    count_undisturbed_steps(step.islands, model);
  }
  report_stuck(world, state, step);
  close_step(world, state, step);
}

}  // namespace cardan
