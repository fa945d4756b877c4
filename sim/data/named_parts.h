#pragma once

#include <string>
#include <string_view>

#include "cardan/error.h"
#include "cardan/skeleton.h"

/// Indices of joints and links by name. An Error names the model as the world does; a skeleton only
/// knows the name in the file of the robot.
namespace cardan {

/// where: e.g. "model 'left_arm'".
inline int joint_index(const Skeleton& skeleton, std::string_view joint, const std::string& where) {
  try {
    return skeleton.require_joint(joint);
  } catch (const Error& error) {
    throw Error(error.defect(), where, error.hint());
  }
}

inline int frame_index(const Skeleton& skeleton, std::string_view link, const std::string& where) {
  try {
    return skeleton.require_frame(link);
  } catch (const Error& error) {
    throw Error(error.defect(), where, error.hint());
  }
}

}  // namespace cardan
