#pragma once

#include "cardan/constraint_laws.h"
#include "constraint/constraint_set.h"

namespace cardan {

/// One end of a loop.
struct LoopEnd {
  /// Body to which the end is fixed or, for a gear, the body of the joint.
  BodyRef body;
  RigidTransform X;  ///< pose of the loop's frame in the body, or in W if the body is immovable
  SpatialVelocity velocity;    ///< velocity of the loop's frame in W if the body is immovable
  int dof = -1, q_index = -1;  ///< DoF and coordinate of a gear
};

/// A closed loop between two ends.
struct Loop {
  LoopKind kind = LoopKind::kWeld;
  LoopEnd a, b;
  double length = 0;             ///< length of a distance or a rope [m]
  double ratio = 1, offset = 0;  ///< ratio and offset of a gear
  std::uint64_t key = 0;
  Compliance compliance;  ///< a rigid loop is exact and its position is projected

  /// True if a projection keeps this loop closed.
  bool projected() const { return kind != LoopKind::kRope && !compliance.soft(); }
};

/// A tree of a loop and the tree's first column in the rows.
struct LoopTree {
  const Tree* tree = nullptr;  ///< the tree; null if the end is immovable
  int column = 0;              ///< column of the tree's first DoF
};

/// Number of rows of a kind.
CARDAN_API int loop_rows(LoopKind kind);

/// Computes the error φ(q), which is zero if the loop is closed. phi: (loop_rows). Needs
/// forward_kinematics of both trees.
/// - weld: rotation vector from a to b, then translation from a to b, in axes of a [rad, m]
/// - point: translation from a to b, in axes of a [m]
/// - distance: |p_b − p_a| − length [m]
/// - gear: q_a − ratio q_b − offset
/// - rope: slack, length − |p_b − p_a| [m]
CARDAN_API void compute_loop_error(const Loop& loop, const std::vector<Tree>& trees, double* phi);

/// Makes the rows J with φ̇ = J v at φ = 0, without bias. Soft loops and ropes also get φ. Needs
/// forward_kinematics of both trees.
CARDAN_API LoopConstraint make_loop_constraint(const Loop& loop, const std::vector<Tree>& trees);

/// Sets bias = ½ h J̇ v. With this bias, φ(q ⊕ h v⁺) is O(h³) instead of O(h²), and motion along a
/// curved loop loses no energy. Needs forward_kinematics with v.
CARDAN_API void add_loop_curvature(const std::vector<Tree>& trees, double h, LoopConstraint& loop);

/// Returns J v + end_velocity of one row at the current velocity. Needs forward_kinematics with v.
CARDAN_API double loop_row_velocity(const LoopConstraint& loop, const std::vector<Tree>& trees,
                                    int row);

}  // namespace cardan
