#pragma once

#include <string>
#include <vector>

#include "sim/data/world_data.h"

/// Functions that name the rows of an island for users. They allocate memory, so they are used only
/// for reports and files. The constraints must be those of the step that built the island.
namespace cardan {

/// One of the two bodies of a contact.
struct ContactSide {
  const ModelSetup* model = nullptr;
  const ShapeInstance* shape = nullptr;
};

/// Returns the object of a collision handle.
ContactSide contact_side(const WorldModel& world, int handle);

/// Returns the name of a block, e.g. "quadruped/LF_FOOT on ground, contact 2". Contacts of one pair
/// of links are counted from 1, and the number is omitted for a single contact. Joints are named
/// MODEL/JOINT; loops are named as in messages.
std::string block_name(const WorldModel& world, const StepData& step, const BaseBlock& block);

/// Returns the name of row i within its block, e.g. "normal", "tangent 1" or "row 3".
std::string row_name(const BaseBlock& block, int i);

/// Returns for each block of `problem` the name of the block of `base` from which it was made, or
/// "velocities" for the velocity block of a mixed form. `problem` is the problem of a formulation,
/// before lowering.
std::vector<std::string> problem_block_names(const WorldModel& world, const StepData& step,
                                             const BaseProblem& base, const Problem& problem);

}  // namespace cardan
