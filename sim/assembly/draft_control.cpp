#include <algorithm>
#include <cstdio>

#include "cardan/model_spec.h"
#include "sim/assembly/draft.h"

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

namespace {

// Warns of a law whose joint has an effort limit of 0, or below the bound that the user set.
void tell_bounded_law(Draft& draft, const std::string& joint, const PdSpec& law, double limit) {
  const std::string place = "model '" + draft.setup->name + "' / control, joint '" + joint + "'";
  const double bound = std::min(law.effort.value_or(limit), limit);
  if (bound == 0 && (law.kp > 0 || law.kd > 0))
    draft.diagnostics.push_back(
        {Severity::kWarning, "", 0, place, "the PD law drives nothing: its effort limit is 0"});
  if (law.effort && *law.effort > limit && limit > 0) {
    char text[128];
    std::snprintf(text, sizeof text, "`effort` %g exceeds the limit %g of the joint, which applies",
                  *law.effort, limit);
    draft.diagnostics.push_back(
        {Severity::kWarning, "", 0, place,
         std::string(text) + "; `effort_limits: off` lifts the limits of the robot file"});
  }
}

}  // namespace

void tell_idle_control(Draft& draft, const ModelSpec& spec) {
  if (!draft.setup->skeleton) return;
  const Skeleton& skeleton = *draft.setup->skeleton;
  const auto limit = [&](int dof) {
    return draft.setup->has_bare_joints ? kInfinity : draft.setup->joints.effort_limit[dof];
  };
  for (const auto& [joint, law] : spec.pd_joints)
    tell_bounded_law(draft, joint, law, limit(freedom_of(skeleton, joint, "")));
  if (!spec.pd) return;
  const std::vector<char> all = driven_freedoms(skeleton, *spec.pd);
  for (int i = 0; i < skeleton.nv(); ++i) {
    const std::string joint(skeleton.dof_name(i));
    if (all[static_cast<std::size_t>(i)] && !spec.pd_joints.contains(joint))
      tell_bounded_law(draft, joint, *spec.pd, limit(i));
  }
  for (const char driven : driven_freedoms(*draft.setup->skeleton, *spec.pd)) {
    if (driven) return;
  }
  draft.diagnostics.push_back(
      {Severity::kWarning, "", 0, "model '" + draft.setup->name + "' / control",
       "`pd` drives no joint: none has a motor (effort 0 in the robot file); give `pd` an `effort` "
       "that bounds them all, or name the joints under `control: {joints: …}`"});
}

}  // namespace cardan
