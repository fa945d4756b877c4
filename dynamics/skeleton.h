#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/core/spatial.h"
#include "cardan/dynamics/joint_type.h"

namespace cardan {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The joint that drives a body. Joints of several freedoms that are chains of simple ones (planar,
/// universal) become several bodies, all but the last without mass, so the kernels know these five
/// only.
enum class BodyJoint : unsigned char { kRevolute, kPrismatic, kScrew, kSpherical, kFloating };

/// Forward kinematics of a body: BodyJoint refined by the axis, so that the usual axes
/// ±x, ±y, ±z cost no general rotation.
enum class MotionCase : unsigned char {
  kRevoluteX,
  kRevoluteY,
  kRevoluteZ,
  kRevolute,
  kPrismatic,
  kScrew,
  kSpherical,
  kFloating,
};

/// A run of consecutive freedoms on a path to the root: freedoms first … first + count − 1 are its
/// path entries entry … entry + count − 1.
struct PathSegment {
  int first = 0;
  int entry = 0;
  int count = 0;
};

/// One freedom's passive and bounding data; index = velocity coordinate.
struct DofProperties {
  double damping = 0;           ///< viscous [N m s/rad, N s/m]
  double friction = 0;          ///< Coulomb [N m, N]
  double stiffness = 0;         ///< spring to spring_reference [N m/rad, N/m]
  double spring_reference = 0;  ///< [rad, m]
  double armature = 0;          ///< rotor inertia seen at the joint, n² J [kg m², kg]
  double lower = -kInfinity;    ///< position limit [rad, m]
  double upper = kInfinity;
  double effort_limit = kInfinity;    ///< of motors, never of constraint forces [N m, N]
  double velocity_limit = kInfinity;  ///< information only [rad/s, m/s]
  bool actuated = true;
};

/// A joint as the user knows it. A follower (mimic) has no coordinate of its own, nq = nv = 0;
/// q_start and v_start are then those of its leader.
struct JointInfo {
  std::string name;
  JointType type = JointType::kRevolute;
  int first_body = -1;  ///< first body of the chain that realises it
  int body = -1;        ///< the body it moves (the last of the chain)
  int q_start = 0, nq = 0;
  int v_start = 0, nv = 0;
  int follower = -1;  ///< index in Skeleton::followers, -1: moves by itself
};

/// A joint whose coordinate is eliminated: q_follower = multiplier · q[q_index] + offset,
/// v_follower = multiplier · v[dof]. Units: those of the follower per those of the leader; offset
/// [rad, m].
struct Follower {
  int body = -1;     ///< that it moves
  int dof = -1;      ///< freedom of the leader
  int q_index = -1;  ///< coordinate of the leader
  double multiplier = 1;
  double offset = 0;
};

/// A named frame fixed to a body: every link of the URDF, lumped or not, is one.
struct FrameInfo {
  std::string name;
  int body = -1;        ///< -1: fixed to the base
  RigidTransform X_BF;  ///< pose in the body (or base) frame
};

/// Kind of tree that a kernel may treat on its own.
enum class SkeletonKind : std::uint8_t {
  kArticulated,
  /// One floating body: its frame's origin is the reference point O, its columns S are those of the
  /// identity, and q and v are its pose and V.
  kFreeBody,
  /// A free body whose inertia is the same about every axis through its origin, which is its centre
  /// of mass: a sphere, a cube. M is diagonal in every orientation, and L = 1.
  kIsotropicBody
};

/// Immutable kinematic tree in topological flat arrays, depth first: parent[i] < i, freedoms of a
/// path consecutive wherever the tree allows. Bodies are what moves; links behind fixed joints are
/// lumped into them and stay as frames. Body -1 is the base: the world, or wherever Data::set_base
/// puts it.
///
/// Path-packed rows (docs/theory/path-packed-rows.md): row of freedom i holds depth(i)+1 doubles,
/// entry e belongs to the e-th freedom counted from the root on the path to i. M, L and Y live on
/// them.
///
/// Columns: each body joint has body_nv columns of S, from v_start[i]. Column c < nv is that of
/// freedom c. A tree with followers has more columns than freedoms: followers[f] has column nv + f
/// and coordinate nq + f. A Jacobian is then J G with the (columns × nv) matrix G that column_dof
/// and column_ratio hold, and paths are those of the elimination tree of GᵀMG
/// (docs/theory/multibody.md): they may pass freedoms that do not move the body.
class CARDAN_API Skeleton {
 public:
  const std::string& name() const { return name_; }
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  int num_bodies() const { return static_cast<int>(parent.size()); }
  int num_joints() const { return static_cast<int>(joints.size()); }
  int num_columns() const { return static_cast<int>(column_dof.size()); }
  bool coupled() const { return !followers.empty(); }  ///< true with followers

  /// True when the only root body has a floating joint at the world's origin (X_PF = 1); its frame
  /// origin is then the reference point O of the kernels, and its S is the identity.
  bool floating_base() const { return floating_base_; }
  SkeletonKind kind() const { return kind_; }
  double total_mass() const;  ///< of the moving bodies [kg]

  /// Index in q of a freedom that has one coordinate of its own (revolute, prismatic, screw); −1
  /// for the freedoms of spherical and floating joints.
  int single_q_index(int freedom) const {
    const int body = dof_body[freedom];
    return body_nv[body] == 1 ? q_start[body] : -1;
  }

  /// Index of a joint, frame or the body of a link; -1 if unknown (find_) or an Error that names
  /// the nearest (require_).
  int find_joint(std::string_view name) const;
  int find_frame(std::string_view name) const;
  int require_joint(std::string_view name) const;
  int require_frame(std::string_view name) const;

  /// Freedoms on the path from the root to a freedom, itself last: depth[dof] + 1 of them, in the
  /// order of the entries of its path-packed row.
  std::span<const int> path(int index) const {
    return {path_dofs.data() + row_start[index], static_cast<size_t>(depth[index]) + 1};
  }

  /// The same path, without the freedom itself, as runs of consecutive freedoms from the root.
  std::span<const PathSegment> ancestor_segments(int index) const {
    return {segments.data() + segment_start[index],
            static_cast<size_t>(segment_start[index + 1] - segment_start[index])};
  }

  /// "hip" for the freedom of a joint that has one, else "base/0", "base/1", … in the order of v.
  std::string dof_name(int index) const;

  /// Configuration with every joint at zero, clamped into its limits; unit quaternions.
  VectorX neutral_configuration() const;

  // Per body, size num_bodies().
  std::vector<int> parent;  ///< body, -1 = base
  std::vector<BodyJoint> body_joint;
  std::vector<int> q_start, v_start;  ///< of the body's own joint; from nq, nv for followers
  std::vector<int> body_nv;           ///< 1, 3 or 6
  std::vector<RigidTransform> X_PF;   ///< joint frame in the parent body ("tree transform")
  std::vector<char> tree_rotation_is_identity;
  std::vector<Vector3>
      axis;  ///< unit, in F (= in the body frame at q = 0); unused for spherical, floating
  std::vector<double> pitch;  ///< screw [m/rad]
  std::vector<MotionCase> motion_case;
  std::vector<SpatialInertia> inertia;  ///< in the body frame
  std::vector<std::string> body_name;   ///< link name; "" for the massless middle bodies of a chain

  // Per column of S, size num_columns().
  std::vector<int> column_dof;       ///< freedom that drives it; c itself for c < nv
  std::vector<double> column_ratio;  ///< 1 for c < nv, else the follower's multiplier
  std::vector<int> column_body;      ///< body whose joint it belongs to
  std::vector<Follower> followers;

  // Per freedom, size nv().
  std::vector<int> dof_body;
  std::vector<int> dof_parent;  ///< previous freedom on the path to the root, -1 at a root
  std::vector<int> depth;       ///< number of freedoms before it on its path
  std::vector<int> row_start;   ///< of its path-packed row; row_start[nv] is the total
  std::vector<int>
      lane;  ///< number of the root subtree it belongs to (bodies of -1 start one each)
  std::vector<DofProperties> dof;
  std::vector<int>
      path_dofs;  ///< size row_start[nv]: the freedom of each entry of the packed rows, see path()
  std::vector<int> segment_start;  ///< size nv + 1, into segments, see ancestor_segments()
  std::vector<PathSegment> segments;

  /// Last freedom on the path of each body (its own last one), size num_bodies().
  std::vector<int> body_last_dof;

  /// Angles of the revolute and screw bodies, in the order of the bodies: their indices in q. Their
  /// sines and cosines are computed in one batch.
  std::vector<int> angle_q;

  std::vector<JointInfo>
      joints;  ///< those that move, in the order of bodies; fixed ones leave only a frame
  std::vector<FrameInfo> frames;

 private:
  friend class SkeletonBuilder;
  std::string name_;
  int nq_ = 0, nv_ = 0;
  bool floating_base_ = false;
  SkeletonKind kind_ = SkeletonKind::kArticulated;
};

}  // namespace cardan
