#pragma once

#include <map>
#include <string>
#include <vector>

#include "cardan/skeleton_builder.h"

namespace cardan {

/// Returns the name of a link's joint, or the name of the link if the joint has no name.
inline std::string joint_name_of(const LinkSpec& link) {
  return link.joint_name.empty() ? link.name : link.joint_name;
}

/// Returns the couplings of the followers by joint name. Each coupling is resolved to a leader that
/// does not follow another joint. Chains are multiplied out: q = m (m' q'' + o') + o. Throws an
/// Error that names the joint for an unknown or fixed leader, a leader or follower with more than
/// one DoF, a cycle, or non-finite numbers.
std::map<std::string, JointCoupling> resolve_couplings(const std::vector<LinkSpec>& links);

}  // namespace cardan
