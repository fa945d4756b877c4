#include "cardan/sim/build/draft_internal.h"

namespace cardan {

std::vector<char> driven_freedoms(const Skeleton& skeleton, const PdSpec& pd) {
  std::vector<char> with_motor(static_cast<std::size_t>(skeleton.nv()), 0), single = with_motor;
  bool any_motor = false;
  for (int i = 0; i < skeleton.nv(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    single[k] = skeleton.single_q_index(i) >= 0;
    with_motor[k] = single[k] && skeleton.dof[k].actuated;
    any_motor = any_motor || with_motor[k];
  }
  return pd.effort && !any_motor ? single : with_motor;
}

void tell_idle_control(Draft& draft, const ModelSpec& spec) {
  if (!spec.pd || !draft.setup->skeleton) return;
  for (const char driven : driven_freedoms(*draft.setup->skeleton, *spec.pd)) {
    if (driven) return;
  }
  draft.diagnostics.push_back(
      {Severity::kWarning, "", 0, "model '" + draft.setup->name + "' / control",
       "`pd` drives no joint: none has a motor (effort 0 in the robot file); give `pd` an `effort` "
       "that bounds them all, or name the joints under `control: {joints: …}`"});
}

}  // namespace cardan
