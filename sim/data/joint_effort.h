#pragma once

#include "sim/data/model_data.h"

namespace cardan {

struct WorldSpec;

/// Returns the effort that drives a DoF in the current state (Model::joint_effort) [N m, N].
double joint_effort(const WorldSpec& world, const ConstModelRef& model, int dof);

}  // namespace cardan
