#include "dynamics/urdf/robot_parts.h"

namespace cardan::urdf {

namespace {

using JointIndex = std::map<std::string, std::size_t>;

// q_follower = multiplier · q_leader + offset. leader is -1 if the chain ends at a fixed joint,
// whose q is 0.
struct Resolved {
  int leader = -1;
  double multiplier = 1, offset = 0;
  bool ring = false;
};

// Follows a chain of followers to the joint that has its own coordinate.
Resolved resolve(const RobotDescription& description, const JointIndex& index,
                 std::size_t follower) {
  Resolved result;
  std::size_t joint = follower;
  for (std::size_t steps = 0; steps <= description.joints.size(); ++steps) {
    const JointRecord& record = description.joints[joint];
    if (record.type == JointType::kFixed) return result;
    if (!record.mimic) {
      result.leader = static_cast<int>(joint);
      return result;
    }
    // q = m (m' q'' + o') + o
    result.offset += result.multiplier * record.mimic->offset;
    result.multiplier *= record.mimic->multiplier;
    joint = index.at(record.mimic->joint);
  }
  result.ring = true;
  return result;
}

RigidTransform motion(const JointRecord& joint, double q) {
  if (joint.type == JointType::kPrismatic) return RigidTransform(Vector3(q * joint.axis));
  return {Eigen::AngleAxisd(q, joint.axis).toRotationMatrix(), q * joint.pitch * joint.axis};
}

void resolve_mimic(const RobotDescription& description, const JointIndex& index, std::size_t j,
                   RobotModel& model, BuiltJoint& built) {
  const JointRecord& joint = description.joints[j];
  const Diagnostic d{Severity::kWarning, description.file, joint.mimic->line,
                     "joint \"" + joint.name + "\" / mimic", ""};
  const auto say = [&](Severity severity, const std::string& message) {
    model.diagnostics.push_back({severity, d.file, d.line, d.element, message});
  };
  const Resolved resolved = resolve(description, index, j);
  if (resolved.ring) {
    say(Severity::kWarning, "joints mimic each other in a cycle; the joint moves freely");
  } else if (resolved.leader < 0) {
    say(Severity::kWarning, "mimics a fixed joint; the joint is fixed at its offset");
    built.type = JointType::kFixed;
    built.X_PJ = joint.origin.pose() * motion(joint, resolved.offset);
  } else {
    const std::string& leader = description.joints[static_cast<std::size_t>(resolved.leader)].name;
    model.mimics.push_back({joint.name, leader, -1, -1, resolved.multiplier, resolved.offset});
    say(Severity::kInfo, "follows \"" + leader +
                             "\"; its coordinate is eliminated and its own "
                             "limits are not enforced");
  }
}

}  // namespace

std::vector<BuiltJoint> resolve_mimics(const RobotDescription& description, RobotModel& model) {
  JointIndex index;
  for (std::size_t j = 0; j < description.joints.size(); ++j) index[description.joints[j].name] = j;
  std::vector<BuiltJoint> joints;
  for (std::size_t j = 0; j < description.joints.size(); ++j) {
    const JointRecord& joint = description.joints[j];
    BuiltJoint built{&joint, joint.type, joint.origin.pose()};
    if (joint.mimic && joint.type != JointType::kFixed) {
      resolve_mimic(description, index, j, model, built);
    }
    joints.push_back(built);
  }
  return joints;
}

void index_mimics(RobotModel& model) {
  const Skeleton& skeleton = *model.skeleton;
  const auto joint = [&](const std::string& name) -> const JointInfo& {
    return skeleton.joints[static_cast<std::size_t>(skeleton.require_joint(name))];
  };
  for (MimicCoupling& mimic : model.mimics) {
    mimic.follower_index = joint(mimic.follower).follower;
    mimic.leader_dof = joint(mimic.leader).v_start;
  }
}

}  // namespace cardan::urdf
