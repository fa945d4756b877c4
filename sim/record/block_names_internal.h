#pragma once

#include <string>
#include <vector>

#include "cardan/sim/data/world_data_internal.h"

/// Names the rows of an island as a user would. For reports and files: it
/// allocates. The constraints must be those of the step that made the island.
namespace cardan {

/// One of the two things that touch.
struct ContactSide {
  const ModelSetup* model = nullptr;
  const ShapeInstance* shape = nullptr;
};

/// The object that a collision handle stands for.
ContactSide contact_side(const WorldModel& world, int handle);

/// "quadruped/LF_FOOT on ground, contact 2": contacts of one pair of links are counted from 1, and
/// the number is left out where there is one. Joints as MODEL/JOINT, loops as in their messages.
std::string block_name(const WorldModel& world, const StepData& step, const BaseBlock& block);

/// Row i of a block alone: "normal", "tangent 1", "row 3".
std::string row_name(const BaseBlock& block, int i);

/// (blocks of the problem) each with the name of the block of `base` it came from; "velocities" for
/// those of a mixed form. `problem` is of a formulation, not lowered.
std::vector<std::string> problem_block_names(const WorldModel& world, const StepData& step,
                                             const BaseProblem& base, const Problem& problem);

}  // namespace cardan
