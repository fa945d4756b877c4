#include <cmath>

#include "bindings/sdf/trees.h"

/// Joints that are loops of the scene: between trees, within one, and gearboxes.
namespace cardan::sdformat {

namespace {

/// An end of a loop with the pose of its frame in the model.
struct End {
  std::string name;
  RigidTransform X_ME;
};

// Links that the world holds have the frame W itself.
End end_of(const std::string& link, const Trees& trees, const Ends& ends) {
  const auto end = ends.link.find(link);
  if (end == ends.link.end()) return {kWorld, trees.model().X_WM.inverse()};
  return {end->second, trees.pose(link)};
}

End end_of_copy(const Joint& loop, const Trees& trees) {
  return {trees.name(trees.root_of_copy(loop)) + "/" + copy_name(loop), trees.pose(loop.child)};
}

void add_loop(Context& context, const Joint& joint, const Trees& trees, const Ends& ends) {
  const bool moves = has_copy(joint);
  const End a = moves ? end_of_copy(joint, trees) : end_of(joint.parent, trees, ends);
  const End b = end_of(joint.child, trees, ends);
  const Element at = joint.source->Element();
  if (a.name == b.name) {
    context.info(at, "its links are fixed to each other already; it is left out");
    return;
  }
  LoopSpec loop;
  loop.name = trees.model().name + "::" + joint.name;
  loop.a = a.name;
  loop.b = b.name;
  if (joint.source->Type() == ::sdf::JointType::BALL) {
    loop.kind = LoopKind::kPoint;
    loop.at_a = a.X_ME.inverse() * joint.X_MJ.p;
    loop.at_b = b.X_ME.inverse() * joint.X_MJ.p;
  } else {
    loop.pose = a.X_ME.inverse() * b.X_ME;
  }
  context.info(at, moves ? "the child has a joint already: this one moves a part of its mass, "
                           "which is welded to it"
                         : "the child has a joint already: this one is a loop");
  context.scene.lines.loops.push_back(line_of(at));
  context.scene.loops.push_back(std::move(loop));
}

/// The angle about an axis from the reference body to a link: sign · q of a joint.
struct Angle {
  std::string joint;
  double sign = 0;
};

// SDF: from the reference body to the link, in the direction of the axis.
Angle angle_to(const std::string& link, const std::string& reference, const Vector3& axis,
               const Trees& trees, const Ends& ends) {
  for (const Joint& joint : trees.model().joints) {
    const ::sdf::JointType type = joint.source->Type();
    if (type != ::sdf::JointType::REVOLUTE && type != ::sdf::JointType::CONTINUOUS) continue;
    if (!joint.axis || ends.joint.count(joint.name) == 0) continue;
    const bool down = joint.parent == reference && joint.child == link;
    const bool up = joint.parent == link && joint.child == reference;
    const double along = joint.axis->dot(axis);
    if ((!down && !up) || std::abs(std::abs(along) - 1) > 1e-6) continue;
    return {ends.joint.at(joint.name), (along > 0 ? 1 : -1) * (down ? 1.0 : -1.0)};
  }
  return {};
}

// theta_2 = −ratio · theta_1.
void add_gearbox(Context& context, const Joint& joint, const Trees& trees, const Ends& ends) {
  const Element at = joint.source->Element();
  const Element body = given(at, "gearbox_reference_body");
  const Element ratio = given(at, "gearbox_ratio");
  std::string reference = body ? body->Get<std::string>() : "";
  // Names are relative to the model of the joint.
  const std::string own = joint.source->Name();
  reference = joint.name.substr(0, joint.name.size() - own.size()) + reference;
  const double times = ratio ? ratio->Get<double>() : 1;
  const Vector3 axis = joint.axis.value_or(Vector3::UnitZ());
  const Angle first = angle_to(joint.parent, reference, axis, trees, ends);
  const Angle second = angle_to(joint.child, reference, joint.axis2.value_or(axis), trees, ends);
  if (first.joint.empty() || second.joint.empty() || first.joint == second.joint || times == 0) {
    context.warn(at, times == 0 ? "the ratio of the gearbox is zero; it is left out"
                                : "the gearbox is left out: its links need revolute joints to "
                                  "its reference body about its axes");
    return;
  }
  LoopSpec loop;
  loop.kind = LoopKind::kGear;
  loop.name = trees.model().name + "::" + joint.name;
  loop.a = second.joint;
  loop.b = first.joint;
  loop.ratio = -times * first.sign * second.sign;
  context.scene.lines.loops.push_back(line_of(at));
  context.scene.loops.push_back(std::move(loop));
}

}  // namespace

void add_loops(Context& context, const Trees& trees, const Ends& ends) {
  for (const Joint* joint : trees.loops()) add_loop(context, *joint, trees, ends);
  for (const Joint& joint : trees.model().joints)
    if (joint.source->Type() == ::sdf::JointType::GEARBOX) add_gearbox(context, joint, trees, ends);
}

}  // namespace cardan::sdformat
