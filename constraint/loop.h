#pragma once

#include "cardan/constraint/constraint_set.h"

namespace cardan {

/// Kinds of closed loops (docs/theory/loops.md).
enum class LoopKind : unsigned char {
  kWeld,      ///< two frames: 6 rows
  kPoint,     ///< two points: 3 rows
  kDistance,  ///< the distance of two points: 1 row
  kGear,      ///< q_a = ratio q_b + offset of two joints of one freedom: 1 row
  kRope,      ///< the distance of two points is at most a length: 1 row that only pulls
};

/// "weld", "point", "distance", "gear" or "rope".
CARDAN_API const char* loop_kind_name(LoopKind kind);

/// One end of a loop.
struct LoopEnd {
  /// The body that the end is fixed to; for a gear the body of its joint.
  BodyRef body;
  RigidTransform X;            ///< of the loop's frame in the body; in W where no force moves it
  SpatialVelocity velocity;    ///< of that frame in W, where no force moves it
  int dof = -1, q_index = -1;  ///< of a gear: freedom and coordinate
};

struct Loop {
  LoopKind kind = LoopKind::kWeld;
  LoopEnd a, b;
  double length = 0;             ///< of a distance or a rope [m]
  double ratio = 1, offset = 0;  ///< of a gear
  std::uint64_t key = 0;
  Compliance compliance;  ///< rigid: exact, and its position is projected

  /// An equation whose position a projection keeps.
  bool projected() const { return kind != LoopKind::kRope && !compliance.soft(); }
};

/// A tree of a loop and its first column among those of the rows.
struct LoopTree {
  const Tree* tree = nullptr;  ///< null where the end is immovable
  int column = 0;
};

/// Number of its rows.
CARDAN_API int loop_rows(LoopKind kind);

/// φ(q), zero where the loop is closed: of a weld the rotation vector from a to b, then the way
/// from a to b, in axes of a [rad, m]; of a point the way alone; of a distance |p_b − p_a| − length
/// [m]; of a gear q_a − ratio q_b − offset; of a rope its slack length − |p_b − p_a| [m]. phi:
/// (loop_rows). Needs forward_kinematics of both trees.
CARDAN_API void compute_loop_error(const Loop& loop, const std::vector<Tree>& trees, double* phi);

/// The rows J with φ̇ = J v at φ = 0, without the bias; φ where something asks for it (soft loops,
/// ropes). Needs forward_kinematics of both trees.
CARDAN_API LoopConstraint make_loop_constraint(const Loop& loop, const std::vector<Tree>& trees);

/// bias = ½ h J̇ v: with it φ(q ⊕ h v⁺) is O(h³) instead of O(h²), and the motion along the loop
/// loses no energy by being turned. Needs forward_kinematics with v.
CARDAN_API void add_loop_curvature(const std::vector<Tree>& trees, double h, LoopConstraint& loop);

/// J v + end_velocity of one row at the present velocity. Needs forward_kinematics with v.
CARDAN_API double loop_row_velocity(const LoopConstraint& loop, const std::vector<Tree>& trees,
                                    int row);

}  // namespace cardan
