#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// Coupling q = multiplier · q_leader + offset of a joint to its leader (URDF's mimic). The
/// coordinate of the joint is eliminated.
struct JointCoupling {
  /// Joint name, "" if there is none; the leader may itself follow another joint.
  std::string leader;
  double multiplier = 1;  ///< multiplier [follower's unit / leader's unit]
  double offset = 0;      ///< offset [rad, m]
};

/// Input of the builder: one link and the joint that connects it to its parent.
struct LinkSpec {
  std::string name;
  std::string parent;      ///< link name; "" for the base
  std::string joint_name;  ///< name of the joint to the parent
  JointType joint_type = JointType::kFixed;
  RigidTransform X_PJ;  ///< pose of the joint frame in the parent link's frame; the link frame
                        ///< coincides with the joint frame at q = 0
  Vector3 axis = Vector3::UnitX();   ///< unit vector in the joint frame
  Vector3 axis2 = Vector3::UnitY();  ///< second axis of a universal joint
  double pitch = 0;                  ///< pitch of a screw joint [m/rad]
  SpatialInertia inertia;            ///< inertia in the link frame
  std::vector<DofProperties> dofs;   ///< properties of each DoF; missing entries get default values
  /// Only for joints with one DoF. The damping, friction, spring and armature of the follower act
  /// on the leader through the multiplier; the limits and the motor of the follower are ignored.
  JointCoupling coupling;
};

/// Collects links in any order, validates them, sorts them depth first (siblings in the order in
/// which they were added), and lumps fixed joints.
class CARDAN_API SkeletonBuilder {
 public:
  /// Starts a skeleton without links.
  explicit SkeletonBuilder(std::string name);
  ~SkeletonBuilder();

  /// Appends a link. The parent may be added later; build() checks all names.
  void add_link(LinkSpec link);

  /// Warnings and repairs of build(), for example about a massless leaf that was given a minimal
  /// inertia or a physically impossible inertia that was kept.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  /// Returns the finished tree. Throws Error (names the link and the joint) for any of the
  /// following: an unknown parent or a cycle; a duplicate or missing name; zero or parallel axes; a
  /// non-finite number; an origin whose matrix is not a rotation; a negative mass, damping,
  /// friction, stiffness, armature or limit; limits in the wrong order; a coupling to an unknown
  /// joint or to a joint with several DoFs; couplings in a cycle; a moving tree with singular
  /// inertia; numbers whose sums overflow; a tree that is too large for memory.
  std::shared_ptr<const Skeleton> build();

  /// Returns a copy of the tree in which a body has the given inertia, in the frame of the body.
  static std::shared_ptr<const Skeleton> with_inertia(const Skeleton& skeleton, int body,
                                                      const SpatialInertia& inertia);

 private:
  std::string name_;
  std::vector<LinkSpec> links_;
  std::vector<Diagnostic> diagnostics_;
};

/// Returns DofProperties::armature of a rotor with inertia rotor_inertia [kg m²] that turns
/// gear_ratio times as fast as the joint.
inline double rotor_armature(double rotor_inertia, double gear_ratio) {
  return gear_ratio * gear_ratio * rotor_inertia;
}

/// Makes a single free rigid body, which has a floating joint and its frame at the body's origin.
CARDAN_API std::shared_ptr<const Skeleton> make_free_body(const std::string& name,
                                                          const SpatialInertia& inertia);

}  // namespace cardan
