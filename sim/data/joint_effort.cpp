#include "sim/data/joint_effort.h"

#include <algorithm>

#include "cardan/world_spec.h"

namespace cardan {

double joint_effort(const WorldSpec& world, const ConstModelRef& model, int dof) {
  for (const MotorSetup& motor : model.setup.motors)
    if (motor.dof == dof) return model.state.drives()[motor.first + MotorSetup::kEffort];
  const PdLaw pd = model.state.laws()[static_cast<std::size_t>(dof)];
  const double limit =
      model.setup.has_bare_joints ? kInfinity : model.setup.joints.effort_limit[dof];
  if (!pd.active) return std::clamp(model.state.tau()[dof], -limit, limit);
  const double q = model.state.q()[model.setup.skeleton->single_q_index(dof)];
  double error = pd.target - q;
  if (world.integrator == Integrator::kMidpoint) error += world.step * pd.velocity;
  if (world.integrator == Integrator::kSemiImplicitEuler) {
    const SpringTimes times = law_times(world).pd(pd.kp, model.setup.joints.mobility[dof]);
    error += times.lead * pd.velocity;
    // The law of the step that moved the joint to q.
    if (model.state.undisturbed() > 0)
      error += (world.step - times.later) * model.state.v_moved()[dof] -
               (times.lead - times.later) * model.state.v_moved_before()[dof];
  }
  const double law = pd.kp * error + pd.kd * (pd.velocity - model.state.v()[dof]);
  const double effort = model.state.tau()[dof] + std::clamp(law, -pd.max_effort, pd.max_effort);
  return std::clamp(effort, -limit, limit);
}

}  // namespace cardan
