// Bounded PD laws: a law that would pass its bound is a row of the step, and returns to M̂ when its
// impulse is inside its bounds again.
#include <atomic>
#include <cmath>

#include "cardan/dynamics/ltl.h"
#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// Whether the effort of a law in M̂ may pass its bound, where v changes by velocity_change.
bool is_near_saturation(const ModelRef& model, double h) {
  const JointLaws laws = model.state.laws();
  StepVectors::Array q = model.work.vectors.joint_q();
  model.setup.joints.positions(model.state.q(), q);
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) {
    const double lag =
        laws.velocity()[i] - (model.state.v()[i] + model.work.vectors.velocity_change()[i]);
    const double effort = pd_effort(laws.kp()[i], laws.kd()[i], laws.target()[i] - q[i], lag, h);
    if (std::abs(effort) > laws.max_effort()[i]) return true;
  }
  return false;
}

// Those that do become rows. True: some did.
bool make_rows_of_saturated(const ModelRef& model, double h) {
  bool any = false;
  const JointLaws laws = model.state.laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    PdLaw pd = laws[i];
    if (!pd.in_mass_matrix()) continue;
    const double lag = pd.velocity - (model.state.v()[i] + model.work.vectors.velocity_change()[i]);
    const double q =
        model.state.q()[model.setup.kernel_skeleton->single_q_index(static_cast<int>(i))];
    if (std::abs(pd_effort(pd.kp, pd.kd, pd.target - q, lag, h)) <= pd.max_effort) continue;
    pd.as_row = true;
    laws.set(i, pd);
    any = true;
  }
  return any;
}

}  // namespace

bool promote_saturated_motors(const WorldModel& world, WorldState& state, StepData& step) {
  std::atomic<bool> promoted = false;
  const double h = world.spec.step;
  step.workers.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable || model.state.asleep() || model.setup.has_bare_joints) return;
    if (!model.state.laws().bounded()) return;
    model.work.vectors.velocity_change() = model.work.vectors.z();
    unwhiten(*model.setup.kernel_skeleton, *model.work.data,
             model.work.vectors.velocity_change().data());
    model.work.change_known = true;
    if (is_near_saturation(model, h) && make_rows_of_saturated(model, h)) promoted = true;
  });
  return promoted;
}

void release_motors(const WorldModel& world, WorldState& state, StepData& step) {
  constexpr double kReleaseFraction = 0.9;
  if (step.rows.constraints.motors.empty()) return;
  for (int i = 0; i < step.islands.size(); ++i) {
    if (!step.islands.flags[i].has_other_rows) continue;
    const IslandWork& work = *step.islands.works[i];
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kMotor) continue;
      const MotorConstraint& motor = step.rows.constraints.motors[block.constraint];
      if (std::abs(work.lambda_C[block.row]) > kReleaseFraction * block.hi) continue;
      const JointLaws laws = tree_ref(world, state, step, motor.tree).state.laws();
      PdLaw law = laws[motor.dof];
      law.as_row = false;
      laws.set(motor.dof, law);
    }
  }
}

}  // namespace cardan
