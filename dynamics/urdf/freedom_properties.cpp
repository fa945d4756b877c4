#include "dynamics/urdf/freedom_properties.h"

namespace cardan::urdf {

namespace {

template <class T>
void take(const std::optional<T>& given, T& value) {
  if (given) value = *given;
}

void apply(const FreedomRecord& record, DofProperties& dof) {
  take(record.damping, dof.damping);
  take(record.friction, dof.friction);
  take(record.spring_stiffness, dof.stiffness);
  take(record.spring_reference, dof.spring_reference);
  take(record.armature, dof.armature);
  take(record.lower, dof.lower);
  take(record.upper, dof.upper);
  take(record.effort, dof.effort_limit);
  take(record.velocity, dof.velocity_limit);
  take(record.actuated, dof.actuated);
}

}  // namespace

DofProperties plain_dof(const JointRecord& joint) {
  DofProperties dof;
  dof.damping = joint.damping;
  dof.friction = joint.friction;
  dof.stiffness = joint.spring_stiffness;
  dof.spring_reference = joint.spring_reference;
  dof.armature = joint.armature;
  if (joint.lower) dof.lower = *joint.lower;
  if (joint.upper) dof.upper = *joint.upper;
  if (joint.effort && *joint.effort > 0) dof.effort_limit = *joint.effort;
  if (joint.velocity && *joint.velocity > 0) dof.velocity_limit = *joint.velocity;
  // URDF has motors for joints with one DoF only.
  dof.actuated = joint_freedoms(joint.type) == 1 && joint.effort != 0.0;
  return dof;
}

std::vector<DofProperties> dof_properties(const JointRecord& joint) {
  const int count = joint_freedoms(joint.type);
  std::vector<DofProperties> dofs(static_cast<std::size_t>(count), plain_dof(joint));
  for (const FreedomRecord& record : joint.freedoms) {
    for (int k = 0; k < count; ++k) {
      if (record.index.value_or(k) == k) apply(record, dofs[static_cast<std::size_t>(k)]);
    }
  }
  return dofs;
}

}  // namespace cardan::urdf
