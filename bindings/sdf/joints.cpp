#include <cmath>

#include "bindings/sdf/read.h"

namespace cardan::sdformat {

namespace {

constexpr double kNoLimit = 1e15;  // SDF writes none as ±1e16

JointType type_of(::sdf::JointType type) {
  switch (type) {
    case ::sdf::JointType::BALL:
      return JointType::kSpherical;
    case ::sdf::JointType::CONTINUOUS:
      return JointType::kContinuous;
    case ::sdf::JointType::PRISMATIC:
      return JointType::kPrismatic;
    case ::sdf::JointType::REVOLUTE:
      return JointType::kRevolute;
    case ::sdf::JointType::REVOLUTE2:
    case ::sdf::JointType::UNIVERSAL:
      return JointType::kUniversal;
    case ::sdf::JointType::SCREW:
      return JointType::kScrew;
    default:
      return JointType::kFixed;
  }
}

std::optional<double> limit_of(double value) {
  if (!(std::abs(value) < kNoLimit)) return std::nullopt;
  return value;
}

std::optional<double> bound_of(double value) {
  if (!std::isfinite(value) || value < 0 || value >= kNoLimit) return std::nullopt;
  return value;
}

void set_limits(Context& context, const Joint& joint, const ::sdf::JointAxis& axis,
                FreedomRecord& freedom) {
  if (joint.source->Type() != ::sdf::JointType::CONTINUOUS) {
    freedom.lower = limit_of(axis.Lower());
    freedom.upper = limit_of(axis.Upper());
  }
  if (freedom.lower && freedom.upper && *freedom.lower > *freedom.upper)
    context.error(axis.Element(), "the lower limit is above the upper one");
  freedom.effort = bound_of(axis.Effort());
  freedom.velocity = bound_of(axis.MaxVelocity());
  freedom.damping = axis.Damping();
  freedom.friction = axis.Friction();
  freedom.spring_stiffness = axis.SpringStiffness();
  freedom.spring_reference = axis.SpringReference();
}

void set_single_axis(const FreedomRecord& freedom, JointRecord& record) {
  record.lower = freedom.lower;
  record.upper = freedom.upper;
  record.effort = freedom.effort;
  record.velocity = freedom.velocity;
  record.has_limit = record.lower || record.upper || record.effort || record.velocity;
  record.damping = freedom.damping.value_or(0);
  record.friction = freedom.friction.value_or(0);
  record.spring_stiffness = freedom.spring_stiffness.value_or(0);
  record.spring_reference = freedom.spring_reference.value_or(0);
  if (record.type == JointType::kRevolute && !record.lower && !record.upper)
    record.type = JointType::kContinuous;
}

}  // namespace

JointRecord joint_record(Context& context, const Joint& joint, const RigidTransform& X_MC) {
  const ::sdf::Joint& source = *joint.source;
  JointRecord record;
  record.name = joint.name;
  record.line = record.limit_line = line_of(source.Element());
  record.type = type_of(source.Type());
  const auto in_child = [&](const std::optional<Vector3>& axis) {
    return Vector3(X_MC.R.transpose() * axis.value_or(Vector3::UnitZ()));
  };
  const int axes = record.type == JointType::kFixed || record.type == JointType::kSpherical ? 0
                   : record.type == JointType::kUniversal                                   ? 2
                                                                                            : 1;
  if ((axes > 0 && !joint.axis) || (axes > 1 && !joint.axis2)) {
    context.error(source.Element(), axes > 1 ? "it needs <axis> and <axis2>" : "it needs <axis>");
    return record;
  }
  if (axes == 0 && joint.axis && given(source.Axis(0)->Element(), "dynamics"))
    context.warn(source.Element(), "the dynamics of an axis of this joint are left out");
  if (axes > 0) record.axis = in_child(joint.axis);
  if (record.type == JointType::kScrew) {
    const double turns = source.ThreadPitch();  // [rad/m], negative for a right-handed thread
    if (turns == 0 || !std::isfinite(turns)) {
      context.error(source.Element(), "thread_pitch is zero");
      return record;
    }
    record.pitch = -1 / turns;
  }
  if (axes == 1) {
    FreedomRecord freedom;
    set_limits(context, joint, *source.Axis(0), freedom);
    set_single_axis(freedom, record);
  } else if (axes == 2) {
    record.axis2 = in_child(joint.axis2);
    if (std::abs(record.axis.dot(record.axis2)) > 1 - 1e-12) {
      context.error(source.Element(), "its two axes are parallel");
      return record;
    }
    for (int i = 0; i < 2; ++i) {
      FreedomRecord freedom;
      freedom.line = record.line;
      freedom.index = i;
      set_limits(context, joint, *source.Axis(static_cast<unsigned>(i)), freedom);
      freedom.actuated = freedom.effort != 0.0;  // 0: no motor
      if (!*freedom.actuated) freedom.effort.reset();
      record.freedoms.push_back(freedom);
    }
  }
  record.type_name = joint_type_name(record.type);
  return record;
}

}  // namespace cardan::sdformat
