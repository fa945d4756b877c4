#pragma once

#include <map>
#include <string>
#include <vector>

#include "cardan/dynamics/skeleton_builder.h"

namespace cardan {

/// Name of a link's joint: its own, else the link's.
inline std::string joint_name_of(const LinkSpec& link) {
  return link.joint_name.empty() ? link.name : link.joint_name;
}

/// The coupling of each following joint, by joint name, to a joint that follows none: chains are
/// multiplied out, q = m (m' q'' + o') + o. Throws Error that names the joint: unknown or fixed
/// leader, more than one freedom on either side, a ring, numbers that are not finite.
std::map<std::string, JointCoupling> resolve_couplings(const std::vector<LinkSpec>& links);

}  // namespace cardan
