// Bounded PD laws. A law that would exceed its bound becomes a row of the step; it returns to M̂
// once its impulse is inside its bounds again.
#include <algorithm>
#include <atomic>
#include <cmath>

#include "cardan/mass_matrix.h"
#include "sim/step/motor_drive.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Effort of a law in M̂ at the end of the step, for the given velocity_change. q: coordinate of the
// joint.
double effort_of_law(const ModelRef& model, std::size_t i, double q, const LawTimes& times) {
  const JointLaws laws = model.state.laws();
  const auto dof = static_cast<Eigen::Index>(i);
  const double change = model.work.vectors.velocity_change()[dof];
  const SpringTimes spring = times.pd(laws.kp()[i], model.setup.joints.mobility[dof]);
  const double lag = laws.velocity()[i] - model.state.v()[dof];
  const double error = laws.target()[i] + times.reference * laws.velocity()[i] - q;
  return pd_effort(laws.kp()[i], laws.kd()[i], error, lag, spring.lead) -
         (laws.kp()[i] * spring.later + laws.kd()[i] * times.share) * change;
}

// True if the effort of a law in M̂ may exceed its bound, or if the sum of this effort and the user
// effort may exceed the limit of the joint.
bool is_near_saturation(const ModelRef& model, const LawTimes& times) {
  const JointLaws laws = model.state.laws();
  StepVectors::Array q = model.work.vectors.joint_q();
  model.setup.joints.positions(model.state.q(), q);
  for (int i = 0; i < model.setup.kernel_skeleton->nv(); ++i) {
    const double effort = effort_of_law(model, static_cast<std::size_t>(i), q[i], times);
    if (std::abs(effort) > laws.max_effort()[i] ||
        std::abs(effort + model.state.tau()[i]) > model.setup.joints.effort_limit[i])
      return true;
  }
  return false;
}

// Turns every such law into a row. Returns true if there was one.
bool make_rows_of_saturated(const ModelRef& model, const LawTimes& times) {
  bool any = false;
  const JointLaws laws = model.state.laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    PdLaw pd = laws[i];
    if (!pd.in_mass_matrix()) continue;
    const double q =
        model.state.q()[model.setup.kernel_skeleton->single_q_index(static_cast<int>(i))];
    const double effort = effort_of_law(model, i, q, times);
    const auto dof = static_cast<Eigen::Index>(i);
    if (std::abs(effort) <= pd.max_effort &&
        std::abs(effort + model.state.tau()[dof]) <= model.setup.joints.effort_limit[dof])
      continue;
    pd.as_row = true;
    laws.set(i, pd);
    any = true;
  }
  return any;
}

}  // namespace

bool promote_saturated_motors(const WorldModel& world, WorldState& state, StepData& step) {
  std::atomic<bool> promoted = false;
  const LawTimes times = law_times(world.spec);
  step.workers.pool.for_each(static_cast<int>(world.trees.size()), [&](int t, int) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable || model.state.asleep() || model.setup.has_bare_joints) return;
    const bool bounded = model.state.laws().bounded() || model.setup.joints.has_effort_limits;
    if (!bounded && model.setup.motors.empty()) return;
    model.work.vectors.velocity_change() = model.work.vectors.z();
    unwhiten(*model.setup.kernel_skeleton, *model.work.data,
             model.work.vectors.velocity_change().data());
    model.work.change_known = true;
    if (bounded && is_near_saturation(model, times) && make_rows_of_saturated(model, times))
      promoted = true;
    if (make_rows_of_motors(model, times)) promoted = true;
  });
  return promoted;
}

void make_rows_of_all_laws(const WorldModel& world, WorldState& state, StepData& step) {
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable || model.state.asleep() || model.setup.has_bare_joints) continue;
    const JointLaws laws = model.state.laws();
    bool any = model.work.has_motor_rows;
    for (std::size_t i = 0; i < laws.size(); ++i) any = any || laws[i].as_row;
    if (!any) continue;
    for (std::size_t i = 0; i < laws.size(); ++i) {
      PdLaw pd = laws[i];
      const double limit = model.setup.joints.effort_limit[static_cast<Eigen::Index>(i)];
      if (!pd.in_mass_matrix() || !std::isfinite(std::min(pd.max_effort, limit))) continue;
      pd.as_row = true;
      laws.set(i, pd);
    }
    for (MotorWork& motor : model.work.motors) {
      motor.as_rows |= std::isfinite(motor.piece.from) || std::isfinite(motor.piece.to);
      model.work.has_motor_rows |= motor.as_rows;
    }
  }
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
      const double middle = 0.5 * (block.hi + block.lo), reach = 0.5 * (block.hi - block.lo);
      const bool is_inside =
          reach > 0 && std::abs(work.lambda_C[block.row] - middle) <= kReleaseFraction * reach;
      if (!is_inside) continue;
      const JointLaws laws = tree_ref(world, state, step, motor.tree).state.laws();
      PdLaw law = laws[motor.dof];
      if (law.by_motor) continue;
      law.as_row = false;
      laws.set(motor.dof, law);
    }
  }
}

}  // namespace cardan
