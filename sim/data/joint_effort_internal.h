#pragma once

#include "cardan/sim/data/model_data_internal.h"

namespace cardan {

/// Returns the effort that drives a DoF in the current state (Model::joint_effort) [N m, N].
double joint_effort(const WorldSpec& world, const ConstModelRef& model, int dof);

}  // namespace cardan
