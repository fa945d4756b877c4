#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/export.h"
#include "cardan/joint_type.h"
#include "cardan/spatial.h"

namespace cardan {

/// The bound that stands for "no limit".
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The joint that connects a body to its parent. Planar and universal joints are chains of simple
/// joints and become several bodies, all massless except the last. The kernels therefore need only
/// these five types.
enum class BodyJoint : unsigned char { kRevolute, kPrismatic, kScrew, kSpherical, kFloating };

/// Case of the forward kinematics of a body: its BodyJoint, specialised for the joint axis. The
/// common axes ±x, ±y and ±z need no general rotation.
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

/// A run of consecutive DoFs on a path from the root: DoFs first … first + count − 1 are the path
/// entries entry … entry + count − 1.
struct PathSegment {
  int first = 0;
  int entry = 0;  ///< path entry of the first DoF
  int count = 0;
};

/// Passive properties and limits of one DoF. DoFs are indexed by velocity coordinate.
struct DofProperties {
  double damping = 0;    ///< viscous damping [N m s/rad, N s/m]
  double friction = 0;   ///< Coulomb friction [N m, N]
  double stiffness = 0;  ///< stiffness of a spring that pulls towards spring_reference [N m/rad,
                         ///< N/m]
  double spring_reference = 0;        ///< rest position of the spring [rad, m]
  double armature = 0;                ///< rotor inertia seen at the joint, n² J [kg m², kg]
  double lower = -kInfinity;          ///< lower position limit [rad, m]
  double upper = kInfinity;           ///< upper position limit [rad, m]
  double effort_limit = kInfinity;    ///< limit of motor forces; does not apply to constraint
                                      ///< forces [N m, N]
  double velocity_limit = kInfinity;  ///< not enforced [rad/s, m/s]
  bool actuated = true;               ///< true if a motor can act on the DoF
};

/// A joint as seen by the user. A follower (mimic joint) has no coordinate of its own: nq = nv = 0,
/// and q_start and v_start are those of its leader.
struct JointInfo {
  std::string name;
  JointType type = JointType::kRevolute;
  int first_body = -1;  ///< first body of the chain that represents the joint
  int body = -1;        ///< the body that the joint moves (the last one of the chain)
  int q_start = 0, nq = 0;
  int v_start = 0, nv = 0;
  int follower = -1;  ///< index in Skeleton::followers; -1 if the joint is not a follower
};

/// A joint whose coordinate is eliminated: q_follower = multiplier · q[q_index] + offset,
/// v_follower = multiplier · v[dof]. The multiplier has the follower's unit per the leader's unit;
/// the offset has the unit of the follower's coordinate [rad or m].
struct Follower {
  int body = -1;     ///< the body that the joint moves
  int dof = -1;      ///< DoF of the leader
  int q_index = -1;  ///< coordinate of the leader
  double multiplier = 1;
  double offset = 0;
};

/// A named frame fixed to a body. Every link of the URDF has a frame, whether the link is lumped or
/// not.
struct FrameInfo {
  std::string name;
  int body = -1;        ///< -1 if fixed to the base
  RigidTransform X_BF;  ///< pose in the body (or base) frame
};

/// Special kinds of trees that the kernels handle in dedicated code.
enum class SkeletonKind : std::uint8_t {
  kArticulated,
  /// One floating body. Its frame origin is the reference point O, its columns S are the identity,
  /// and q and v are its pose and V.
  kFreeBody,
  /// A free body whose origin is its centre of mass and whose inertia is the same about every axis
  /// through it, e.g. a sphere or a cube. M is diagonal in every orientation, and L = 1.
  kIsotropicBody
};

/// Immutable kinematic tree. Its flat arrays are in topological, depth-first order: parent[i] < i.
/// The DoFs of a path are consecutive wherever the structure of the tree allows it. Bodies are the
/// moving parts. Links attached to a body by fixed joints are lumped into it and remain as frames.
/// Body -1 is the base, whose pose is Data::X_W0.
///
/// Path-packed rows (docs/theory/path-packed-rows.md): the row of DoF i holds depth(i)+1 doubles;
/// entry e belongs to the e-th DoF, counted from the root, on the path to i. M, L and Y are stored
/// in this form.
///
/// Columns: the joint of body i has body_nv[i] columns of S, starting at v_start[i]. Column c < nv
/// belongs to DoF c. A tree with followers has more columns than DoFs: followers[f] has column nv +
/// f and coordinate nq + f. A Jacobian is then J G, where the (columns × nv) matrix G is given by
/// column_dof and column_ratio. Paths are those of the elimination tree of GᵀMG
/// (docs/theory/multibody.md) and may contain DoFs that do not move the body.
class CARDAN_API Skeleton {
 public:
  const std::string& name() const { return name_; }
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  int num_bodies() const { return static_cast<int>(parent.size()); }
  int num_joints() const { return static_cast<int>(joints.size()); }
  /// Number of columns of S: one for each DoF, then one for each follower.
  int num_columns() const { return static_cast<int>(column_dof.size()); }
  bool coupled() const { return !followers.empty(); }  ///< true if the tree has followers

  /// True if the only root body has a floating joint at the world's origin (X_PF = 1). Its frame
  /// origin is then the reference point O of the kernels, and its S is the identity.
  bool floating_base() const { return floating_base_; }
  SkeletonKind kind() const { return kind_; }
  double total_mass() const;  ///< total mass of the moving bodies [kg]

  /// Index in q of a DoF that has one coordinate of its own (revolute, prismatic, screw); −1 for
  /// the DoFs of spherical and floating joints.
  int single_q_index(int index) const {
    const int body = dof_body[index];
    return body_nv[body] == 1 ? q_start[body] : -1;
  }

  /// Index of a joint or frame. If the name is unknown, find_ returns -1 and require_ throws an
  /// Error that suggests the nearest name.
  int find_joint(std::string_view name) const;
  int find_frame(std::string_view name) const;
  int require_joint(std::string_view name) const;
  int require_frame(std::string_view name) const;

  /// The depth[index] + 1 DoFs on the path from the root to DoF `index`, inclusive, in the order of
  /// the entries of its path-packed row.
  std::span<const int> path(int index) const {
    return {path_dofs.data() + row_start[index], static_cast<size_t>(depth[index]) + 1};
  }

  /// The path of DoF `index` without the DoF itself, as runs of consecutive DoFs from the root.
  std::span<const PathSegment> ancestor_segments(int index) const {
    return {segments.data() + segment_start[index],
            static_cast<size_t>(segment_start[index + 1] - segment_start[index])};
  }

  /// Name of a DoF: the name of its joint (e.g. "hip") if the joint has one DoF, otherwise
  /// "base/0", "base/1", … in the order of v.
  std::string dof_name(int index) const;

  /// Configuration with every joint at zero, clamped to its limits, and unit quaternions.
  VectorX neutral_configuration() const;

  // Arrays with one entry per body, size num_bodies().
  std::vector<int> parent;  ///< index of the parent body, -1 = base
  std::vector<BodyJoint> body_joint;
  std::vector<int> q_start,
      v_start;  ///< start of the coordinates of the body's own joint; followers start at nq and nv
  std::vector<int> body_nv;  ///< number of columns: 1, 3 or 6
  /// Pose of the joint frame in the parent body ("tree transform").
  std::vector<RigidTransform> X_PF;
  std::vector<char> tree_rotation_is_identity;  ///< 1 if the rotation of X_PF is the identity
  std::vector<Vector3> axis;  ///< unit vector in F (= in the body frame at q = 0); unused for
                              ///< spherical and floating joints
  std::vector<double> pitch;  ///< pitch of a screw joint [m/rad]
  std::vector<MotionCase> motion_case;
  std::vector<SpatialInertia> inertia;  ///< inertia in the body frame
  std::vector<std::string>
      body_name;  ///< link name; "" for the massless intermediate bodies of a chain

  // Arrays with one entry per column of S, size num_columns().
  std::vector<int> column_dof;       ///< the DoF that drives the column; c itself for c < nv
  std::vector<double> column_ratio;  ///< 1 for c < nv, otherwise the follower's multiplier
  std::vector<int> column_body;      ///< the body whose joint has this column
  std::vector<Follower> followers;

  // Arrays with one entry per DoF, size nv().
  std::vector<int> dof_body;    ///< the body whose joint has this DoF
  std::vector<int> dof_parent;  ///< previous DoF on the path from the root, -1 at a root
  std::vector<int> depth;       ///< number of DoFs before this DoF on its path
  /// Start of the path-packed row of the DoF; row_start[nv] is the total size.
  std::vector<int> row_start;
  /// Index of the root subtree of the DoF (each child of the base starts one).
  std::vector<int> lane;
  std::vector<DofProperties> dof;
  std::vector<int>
      path_dofs;  ///< (row_start[nv]) the DoF of each entry of the packed rows (see path())
  /// (nv + 1) indices into the list of segments (see ancestor_segments()).
  std::vector<int> segment_start;
  std::vector<PathSegment> segments;

  /// Last DoF on the path of each body (the body's own last DoF), size num_bodies().
  std::vector<int> body_last_dof;

  /// Indices in q of the angles of the revolute and screw bodies, in the order of the bodies. The
  /// sines and cosines of these angles are computed in one batch.
  std::vector<int> angle_q;

  std::vector<JointInfo>
      joints;  ///< moving joints in the order of bodies; fixed joints leave only a frame
  std::vector<FrameInfo> frames;

 private:
  friend class SkeletonBuilder;
  /// Sorts the names, after which they may not change.
  void index_names();

  std::string name_;
  std::vector<int> joints_by_name_, frames_by_name_;
  int nq_ = 0, nv_ = 0;
  bool floating_base_ = false;
  SkeletonKind kind_ = SkeletonKind::kArticulated;
};

/// True if two skeletons agree in every number and every name, so that one can replace the other.
CARDAN_API bool is_same_skeleton(const Skeleton& a, const Skeleton& b);

/// True if all numbers agree, so that every algorithm gives the same result for both.
CARDAN_API bool has_same_numbers(const Skeleton& a, const Skeleton& b);

/// Computes q_out = q ⊕ h v on the configuration manifold. Quaternions are updated with the
/// exponential map and renormalised. q_out may be q.
CARDAN_API void integrate(const Skeleton& skeleton, const double* q, const double* v, double h,
                          double* q_out);

/// Computes the inverse of integrate: the v for which q1 = q0 ⊕ v (h = 1). Rotation angles are in
/// (-π, π].
CARDAN_API void difference(const Skeleton& skeleton, const double* q0, const double* q1, double* v);

/// Computes the configuration at the fraction t ∈ [0, 1] of the path from q0 to q1 on the manifold:
/// q0 ⊕ t (q1 ⊖ q0). Quaternions move along the great circle [Shoemake 1985]. q_out may be q0 or
/// q1.
CARDAN_API void interpolate(const Skeleton& skeleton, const double* q0, const double* q1, double t,
                            double* q_out);

/// |q1 ⊖ q0|, the norm of difference() [rad and m mixed].
CARDAN_API double distance(const Skeleton& skeleton, const double* q0, const double* q1);

/// Computes a random configuration that depends only on the seed. Coordinates are uniform within
/// their limits; without limits, angles are uniform in ±π and lengths in ±1 m. Orientations are
/// uniform [Shoemake 1992]. q: (nq).
CARDAN_API void random_configuration(const Skeleton& skeleton, std::uint64_t seed, double* q);

/// Computes the derivatives of v = q1 ⊖ q0 (difference) with respect to q0 and q1, which are
/// perturbed as in integrate. D0 and D1 (nv × nv) are −1 and 1, except for the blocks of rotations,
/// which contain J_l⁻¹ of the rotation vector [Chirikjian 2011, sec. 10.8]. The result is not valid
/// for rotations by π.
CARDAN_API void difference_derivatives(const Skeleton& skeleton, const double* q0, const double* q1,
                                       Eigen::Ref<MatrixX> D0, Eigen::Ref<MatrixX> D1);

}  // namespace cardan
