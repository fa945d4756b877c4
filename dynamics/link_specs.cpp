#include "cardan/skeleton_builder.h"

namespace cardan {

namespace {

std::string link_of_body(const Skeleton& skeleton, int body) {
  return body >= 0 ? skeleton.body_name[body] : "";
}

/// Per body: its joint if the body is the last of the joint's chain, else null.
using JointsOfBodies = std::vector<const JointInfo*>;

JointsOfBodies joints_of_bodies(const Skeleton& skeleton) {
  JointsOfBodies joints(skeleton.parent.size(), nullptr);
  for (const JointInfo& joint : skeleton.joints) joints[joint.body] = &joint;
  return joints;
}

JointCoupling coupling_of(const Skeleton& skeleton, const JointsOfBodies& joints,
                          const JointInfo& joint) {
  const Follower& follower = skeleton.followers[joint.follower];
  const JointInfo& leader = *joints[skeleton.dof_body[follower.dof]];
  return {leader.name, follower.multiplier, follower.offset};
}

LinkSpec moving_link(const Skeleton& skeleton, const JointsOfBodies& joints, int body) {
  const JointInfo& joint = *joints[body];
  LinkSpec link;
  link.name = skeleton.body_name[body];
  link.parent = link_of_body(skeleton, skeleton.parent[joint.first_body]);
  link.joint_name = joint.name;
  link.joint_type = joint.type;
  link.X_PJ = skeleton.X_PF[joint.first_body];
  link.inertia = skeleton.inertia[body];
  // In the chain of a planar joint, the last body turns about the normal; in that of a universal
  // joint, the second body turns about axis2.
  const bool planar = joint.type == JointType::kPlanar;
  link.axis = skeleton.axis[planar ? body : joint.first_body];
  if (joint.type == JointType::kUniversal) link.axis2 = skeleton.axis[body];
  link.pitch = skeleton.pitch[body];
  for (int k = 0; k < joint.nv; ++k) link.dofs.push_back(skeleton.dof[joint.v_start + k]);
  if (joint.follower >= 0) link.coupling = coupling_of(skeleton, joints, joint);
  return link;
}

LinkSpec fixed_link(const Skeleton& skeleton, const FrameInfo& frame) {
  LinkSpec link;
  link.name = frame.name;
  link.parent = link_of_body(skeleton, frame.body);
  link.X_PJ = frame.X_BF;
  return link;
}

}  // namespace

std::vector<LinkSpec> link_specs(const Skeleton& skeleton) {
  std::vector<LinkSpec> links;
  const JointsOfBodies joints = joints_of_bodies(skeleton);
  for (const FrameInfo& frame : skeleton.frames) {
    const bool moves = frame.body >= 0 && skeleton.body_name[frame.body] == frame.name;
    links.push_back(moves ? moving_link(skeleton, joints, frame.body)
                          : fixed_link(skeleton, frame));
  }
  return links;
}

}  // namespace cardan
