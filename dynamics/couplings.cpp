#include "dynamics/couplings.h"

#include <cmath>

#include "cardan/error.h"
#include "dynamics/link_checks.h"

namespace cardan {

namespace {

using LinksByJoint = std::map<std::string, const LinkSpec*>;

bool follows(const LinkSpec& link) { return !link.coupling.leader.empty(); }

void check_coupling(const LinkSpec& link, const LinksByJoint& by_joint) {
  const JointCoupling& coupling = link.coupling;
  if (joint_freedoms(link.joint_type) != 1) {
    throw Error(
        std::string("a ") + joint_type_name(link.joint_type) + " joint cannot follow another joint",
        link_place(link), "only joints with one degree of freedom can follow another joint");
  }
  if (!std::isfinite(coupling.multiplier) || !std::isfinite(coupling.offset)) {
    throw Error("multiplier or offset is not finite", link_place(link), "give finite numbers");
  }
  const auto leader = by_joint.find(coupling.leader);
  if (leader == by_joint.end()) {
    throw Error("follows joint \"" + coupling.leader + "\", which does not exist", link_place(link),
                "name a joint of the same tree");
  }
  if (joint_freedoms(leader->second->joint_type) != 1) {
    throw Error("follows joint \"" + coupling.leader + "\", a " +
                    joint_type_name(leader->second->joint_type) + " joint",
                link_place(link), "a leader must have one degree of freedom");
  }
}

JointCoupling resolve(const LinkSpec& link, const LinksByJoint& by_joint) {
  JointCoupling result = link.coupling;
  for (size_t steps = 0; steps < by_joint.size(); ++steps) {
    const LinkSpec& leader = *by_joint.at(result.leader);
    if (!follows(leader)) return result;
    result.offset += result.multiplier * leader.coupling.offset;
    result.multiplier *= leader.coupling.multiplier;
    result.leader = leader.coupling.leader;
  }
  throw Error("joints follow each other in a cycle", link_place(link),
              "remove the coupling of one of them");
}

}  // namespace

std::map<std::string, JointCoupling> resolve_couplings(const std::vector<LinkSpec>& links) {
  LinksByJoint by_joint;
  for (const LinkSpec& link : links) by_joint.emplace(joint_name_of(link), &link);
  for (const LinkSpec& link : links) {
    if (follows(link)) check_coupling(link, by_joint);
  }
  std::map<std::string, JointCoupling> couplings;
  for (const LinkSpec& link : links) {
    if (follows(link)) couplings.emplace(joint_name_of(link), resolve(link, by_joint));
  }
  return couplings;
}

}  // namespace cardan
