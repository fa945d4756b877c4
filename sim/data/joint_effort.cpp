#include <algorithm>

#include "cardan/sim/data/joint_effort_internal.h"

namespace cardan {

double joint_effort(const WorldSpec& world, const ConstModelRef& model, int dof) {
  const PdLaw pd = model.state.laws()[static_cast<std::size_t>(dof)];
  if (!pd.active) return model.state.tau()[dof];
  const double q = model.state.q()[model.setup.skeleton->single_q_index(dof)];
  // The law aims at the position of the reference at the end of the step.
  const double ahead = world.integrator == Integrator::kRungeKutta4 ? 0 : world.step * pd.velocity;
  const double law = pd.kp * (pd.target + ahead - q) + pd.kd * (pd.velocity - model.state.v()[dof]);
  return model.state.tau()[dof] + std::clamp(law, -pd.max_effort, pd.max_effort);
}

}  // namespace cardan
