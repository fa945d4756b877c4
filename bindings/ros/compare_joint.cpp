#include <cmath>
#include <map>

#include "bindings/ros/comparison.h"

namespace cardan::ros {

namespace {

constexpr double kNoBound =
    1e5;  ///< positions of at least this size mean no bound in cardan [rad, m]
constexpr double kNoEffort = 1e9;  ///< likewise for efforts [N, N m] and velocities [m/s, rad/s]

std::map<JointType, int> their_types() {
  return {{JointType::kRevolute, urdf::Joint::REVOLUTE},
          {JointType::kContinuous, urdf::Joint::CONTINUOUS},
          {JointType::kPrismatic, urdf::Joint::PRISMATIC},
          {JointType::kFloating, urdf::Joint::FLOATING},
          {JointType::kPlanar, urdf::Joint::PLANAR},
          {JointType::kFixed, urdf::Joint::FIXED}};
}

bool has_one_freedom(JointType type) {
  return type == JointType::kRevolute || type == JointType::kContinuous ||
         type == JointType::kPrismatic;
}

void compare_axis(Comparison& comparison, const Spot& spot, const JointRecord& ours,
                  const urdf::Joint& theirs) {
  if (ours.type == JointType::kFixed || ours.type == JointType::kFloating) return;
  const Vector3 axis(theirs.axis.x, theirs.axis.y, theirs.axis.z);
  const double length = axis.norm();
  if (length == 0) {
    comparison.differ(spot, "urdfdom has the axis 0 0 0, along which nothing moves");
  } else if ((ours.axis - axis / length).norm() > 1e-9) {
    comparison.differ(spot, "urdfdom reads the axis " + number(axis.x()) + " " + number(axis.y()) +
                                " " + number(axis.z()));
  } else if (std::abs(length - 1) > 1e-3) {
    comparison.differ(spot, "urdfdom keeps the axis with its length of " + number(length) +
                                ", by which tools that do not normalise it scale the motion");
  }
}

bool is_said(const std::optional<double>& ours, double theirs, double none) {
  return ours ? close(*ours, theirs) : std::abs(theirs) >= none;
}

void compare_range(Comparison& comparison, const Spot& spot, const JointRecord& ours,
                   const urdf::JointLimits& theirs) {
  if (ours.type == JointType::kContinuous) {
    if (theirs.lower != 0 || theirs.upper != 0)
      comparison.note(spot, "urdfdom keeps bounds of a continuous joint, which has none");
    return;
  }
  const bool lower = is_said(ours.lower, theirs.lower, kNoBound);
  const bool upper = is_said(ours.upper, theirs.upper, kNoBound);
  if (lower && upper) return;
  const std::string bounds = number(theirs.lower) + " and " + number(theirs.upper);
  if (ours.lower || ours.upper) {
    comparison.differ(spot, "urdfdom has the bounds " + bounds + "; cardan reads " +
                                (ours.lower ? number(*ours.lower) : "none") + " and " +
                                (ours.upper ? number(*ours.upper) : "none"));
  } else if (theirs.lower == 0 && theirs.upper == 0) {
    comparison.differ(spot,
                      "urdfdom has the bounds 0 and 0, by which tools built on it lock the joint; "
                      "cardan reads no bounds");
  } else {
    comparison.differ(spot, "urdfdom has the bounds " + bounds + "; cardan reads none");
  }
}

// cardan keeps a negative effort in its record but treats it as no bound.
void compare_effort(Comparison& comparison, const Spot& spot, const JointRecord& ours,
                    const urdf::JointLimits& theirs) {
  const auto tell = [&](const char* what, double value) {
    comparison.differ(spot, std::string("urdfdom has the limit ") + number(value) + " of the " +
                                what + "; cardan reads no bound");
  };
  if (!ours.effort ? std::abs(theirs.effort) < kNoEffort : *ours.effort < 0) {
    tell("effort", theirs.effort);
  } else if (ours.effort && !close(*ours.effort, theirs.effort)) {
    comparison.differ(spot, "urdfdom reads the effort " + number(theirs.effort));
  }
  if (ours.velocity && !close(*ours.velocity, theirs.velocity)) {
    comparison.differ(spot, "urdfdom reads the velocity " + number(theirs.velocity));
  } else if (!ours.velocity && std::abs(theirs.velocity) < kNoEffort) {
    tell("velocity", theirs.velocity);
  }
}

void compare_limits(Comparison& comparison, const JointRecord& ours, const urdf::Joint& theirs) {
  if (!has_one_freedom(ours.type)) return;
  const Spot spot{"joint \"" + ours.name + "\" / limit",
                  ours.has_limit ? ours.limit_line : ours.line};
  if (!theirs.limits) {
    if (ours.lower || ours.upper || ours.effort || ours.velocity)
      comparison.differ(spot, "urdfdom has no limits of this joint");
    return;
  }
  compare_range(comparison, spot, ours, *theirs.limits);
  compare_effort(comparison, spot, ours, *theirs.limits);
}

void compare_dynamics(Comparison& comparison, const Spot& spot, const JointRecord& ours,
                      const urdf::Joint& theirs) {
  if (ours.type == JointType::kFixed) return;
  const double damping = theirs.dynamics ? theirs.dynamics->damping : 0;
  const double friction = theirs.dynamics ? theirs.dynamics->friction : 0;
  if (!close(ours.damping, damping))
    comparison.differ(spot, "urdfdom reads the damping " + number(damping));
  if (!close(ours.friction, friction))
    comparison.differ(spot, "urdfdom reads the friction " + number(friction));
  if (ours.spring_stiffness != 0)
    comparison.differ(spot, "urdfdom does not keep the spring of " + number(ours.spring_stiffness));
  if (ours.armature != 0)
    comparison.differ(spot, "urdfdom does not keep the armature of " + number(ours.armature));
  if (!ours.freedoms.empty())
    comparison.differ(spot, "urdfdom does not keep properties of single degrees of freedom");
  if (ours.acceleration || ours.deceleration || ours.jerk)
    comparison.note(spot, "urdfdom does not keep limits of acceleration, deceleration and jerk");
}

void compare_mimic(Comparison& comparison, const JointRecord& ours, const urdf::Joint& theirs) {
  const Spot spot{"joint \"" + ours.name + "\" / mimic", ours.mimic ? ours.mimic->line : ours.line};
  if (!theirs.mimic) {
    if (ours.mimic) comparison.differ(spot, "urdfdom reads no mimic");
    return;
  }
  const std::string& leader = theirs.mimic->joint_name;
  if (!ours.mimic) {
    const std::string kept = "urdfdom keeps the mimic of \"" + leader + "\"";
    if (ours.type == JointType::kFixed) return comparison.note(spot, kept + " of a fixed joint");
    return comparison.differ(spot, kept + "; cardan lets the joint move freely");
  }
  if (ours.mimic->joint != leader || !close(ours.mimic->multiplier, theirs.mimic->multiplier) ||
      !close(ours.mimic->offset, theirs.mimic->offset)) {
    comparison.differ(spot, "urdfdom reads " + number(theirs.mimic->multiplier) + " times \"" +
                                leader + "\" plus " + number(theirs.mimic->offset));
  }
}

}  // namespace

void compare_joint(Comparison& comparison, const JointRecord& ours, const urdf::Joint& theirs) {
  const Spot spot{"joint \"" + ours.name + "\"", ours.line};
  const auto types = their_types();
  const auto type = types.find(ours.type);
  if (type == types.end() || type->second != theirs.type)
    comparison.differ(spot, "urdfdom reads another type of joint");
  if (ours.parent != theirs.parent_link_name || ours.child != theirs.child_link_name) {
    comparison.differ(spot, "urdfdom connects \"" + theirs.parent_link_name + "\" and \"" +
                                theirs.child_link_name + "\"");
  }
  compare_pose(comparison, spot, ours.origin, theirs.parent_to_joint_origin_transform);
  compare_axis(comparison, spot, ours, theirs);
  compare_limits(comparison, ours, theirs);
  compare_dynamics(comparison, spot, ours, theirs);
  compare_mimic(comparison, ours, theirs);
}

}  // namespace cardan::ros
