#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"
#include "cardan/skeleton.h"
#include "cardan/spatial.h"

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

/// Returns link specifications, in depth-first order, that rebuild the same skeleton (axes up to
/// rounding). Lumped links stay lumped: the link that a joint moves has the inertia of its whole
/// body, including any minimal inertia that the builder added. The other links of the body are
/// attached to this link by unnamed fixed joints and have zero inertia. Links fixed to the base
/// have the parent "". The passive properties of followers are already included in those of their
/// leaders.
CARDAN_API std::vector<LinkSpec> link_specs(const Skeleton& skeleton);

/// Describes the defect of a rotational inertia about the centre of mass [kg m²]: "is not
/// positive", "breaks the triangle inequality" or "is not symmetric …". Returns null if a rigid
/// body can have this inertia. Deviations of up to 0.1 % of the largest principal moment are
/// accepted, because they can be rounding errors in files. moments (output): the principal moments
/// in ascending order.
CARDAN_API const char* inertia_defect(const Matrix3& inertia, Vector3& moments);

/// Returns the physically possible inertia that is nearest, in the Frobenius norm, to the symmetric
/// part of the given inertia. A margin is kept: the principal moments A ≤ B ≤ C satisfy A + B − C ≥
/// 2e-6 max|given moment| and are therefore positive. The principal axes are unchanged. [Higham
/// 1988: if the axes are fixed, it suffices to project the eigenvalues; the principal moments of
/// rigid bodies form the cone generated by (1 1 0), (1 0 1), (0 1 1)]
CARDAN_API Matrix3 nearest_possible_inertia(const Matrix3& inertia);

}  // namespace cardan
