#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// q = multiplier · q_leader + offset (URDF's mimic): the joint's coordinate is eliminated.
struct JointCoupling {
  std::string leader;     ///< joint name, "" = none; may itself follow another joint
  double multiplier = 1;  ///< [follower's unit / leader's unit]
  double offset = 0;      ///< [rad, m]
};

/// One link and the joint that carries it, as given to the builder.
struct LinkSpec {
  std::string name;
  std::string parent;  ///< link name, "" = base
  std::string joint_name;
  JointType joint_type = JointType::kFixed;
  RigidTransform
      X_PJ;  ///< joint origin in the parent link's frame; at q = 0 the link frame coincides with it
  Vector3 axis = Vector3::UnitX();
  Vector3 axis2 = Vector3::UnitY();  ///< universal only
  double pitch = 0;                  ///< screw only [m/rad]
  SpatialInertia inertia;            ///< in the link frame
  std::vector<DofProperties> dofs;   ///< one per freedom; missing ones are default
  /// Joints of one freedom only. Damping, friction, spring and armature of the follower act on the
  /// leader through the ratio; its limits and motor are dropped.
  JointCoupling coupling;
};

/// Collects links in any order, validates, sorts depth first in the order of addition, lumps fixed
/// joints.
class CARDAN_API SkeletonBuilder {
 public:
  explicit SkeletonBuilder(std::string name);
  ~SkeletonBuilder();

  void add_link(LinkSpec link);

  /// Findings and repairs of build() short of an error: massless leaves given a minimal inertia,
  /// impossible inertias kept, …
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  /// The finished tree. Throws Error that names link and joint: unknown parent, cycle, duplicate or
  /// missing name, zero or parallel axes, non-finite number, origin that is no rotation, negative
  /// mass, damping, friction, stiffness, armature or limit, limits in the wrong order, coupling to
  /// an unknown joint, one of several freedoms or in a ring, moving tree with singular inertia,
  /// numbers whose sums overflow, a tree too large for memory.
  std::shared_ptr<const Skeleton> build();

 private:
  std::string name_;
  std::vector<LinkSpec> links_;
  std::vector<Diagnostic> diagnostics_;
};

/// DofProperties::armature of a rotor [kg m²] that turns gear_ratio times as fast as the joint.
inline double rotor_armature(double rotor_inertia, double gear_ratio) {
  return gear_ratio * gear_ratio * rotor_inertia;
}

/// A single free rigid body: floating joint, frame at the body's own origin.
CARDAN_API std::shared_ptr<const Skeleton> make_free_body(const std::string& name,
                                                          const SpatialInertia& inertia);

}  // namespace cardan
