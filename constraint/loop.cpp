#include "constraint/loop.h"

#include "cardan/kinematics.h"
#include "constraint/rows/row_sides.h"

namespace cardan {

namespace {

RigidTransform pose_of(const LoopEnd& end, const std::vector<Tree>& trees) {
  if (!movable(end.body)) return end.X;
  return trees[end.body.tree].data->pose(end.body.body) * end.X;
}

/// Vector from a to b and its direction; x if the ends coincide.
struct Way {
  Vector3 between, direction;
  double length = 0;
};

Way way_between(const Vector3& p_a, const Vector3& p_b) {
  Way way{p_b - p_a, Vector3::UnitX(), 0};
  way.length = way.between.norm();
  if (way.length > 0) way.direction = way.between / way.length;
  return way;
}

double gear_error(const Loop& loop, const std::vector<Tree>& trees) {
  const double q_a = trees[loop.a.body.tree].q[loop.a.q_index];
  const double q_b = trees[loop.b.body.tree].q[loop.b.q_index];
  return q_a - loop.ratio * q_b - loop.offset;
}

/// Velocity of a movable body with reference point p, in W.
SpatialVelocity velocity_of(const BodyRef& body, const std::vector<Tree>& trees, const Vector3& p) {
  if (!movable(body)) return {};
  return trees[body.tree].data->velocity_at(body.body, p);
}

SpatialVelocity rate_of(const BodyRef& body, const std::vector<Tree>& trees, const Vector3& p) {
  if (!movable(body)) return {};
  const Tree& tree = trees[body.tree];
  return body_jacobian_rate(*tree.skeleton, *tree.data, body.body, p, tree.v);
}

/// Adds the prescribed motion of immovable ends to the rows.
void add_end_velocities(const Loop& loop, const RigidTransform& X_Wa, const RigidTransform& X_Wb,
                        LoopConstraint& rows) {
  SpatialVelocity a, b;
  if (!movable(loop.a.body)) a = loop.a.velocity.shifted(rows.point_a - X_Wa.p);
  if (!movable(loop.b.body)) b = loop.b.velocity.shifted(rows.point_b - X_Wb.p);
  for (int i = 0; i < rows.rows; ++i) {
    rows.end_velocity[i] =
        rows.angular[i].dot(b.angular - a.angular) + rows.linear[i].dot(b.linear - a.linear);
  }
}

}  // namespace

const char* loop_kind_name(LoopKind kind) {
  switch (kind) {
    case LoopKind::kWeld:
      return "weld";
    case LoopKind::kPoint:
      return "point";
    case LoopKind::kDistance:
      return "distance";
    case LoopKind::kGear:
      return "gear";
    case LoopKind::kRope:
      return "rope";
  }
  return "unknown";
}

int loop_rows(LoopKind kind) {
  if (kind == LoopKind::kWeld) return 6;
  return kind == LoopKind::kPoint ? 3 : 1;
}

void compute_loop_error(const Loop& loop, const std::vector<Tree>& trees, double* phi) {
  if (loop.kind == LoopKind::kGear) {
    phi[0] = gear_error(loop, trees);
    return;
  }
  const RigidTransform X_Wa = pose_of(loop.a, trees), X_Wb = pose_of(loop.b, trees);
  if (loop.kind == LoopKind::kDistance || loop.kind == LoopKind::kRope) {
    const double excess = way_between(X_Wa.p, X_Wb.p).length - loop.length;
    phi[0] = loop.kind == LoopKind::kRope ? -excess : excess;
    return;
  }
  int row = 0;
  if (loop.kind == LoopKind::kWeld) {
    const Quaternion turn(Matrix3(X_Wa.R.transpose() * X_Wb.R));
    Eigen::Map<Vector3>{phi} = quaternion_log(turn.normalized());
    row = 3;
  }
  Eigen::Map<Vector3>(phi + row) = X_Wa.R.transpose() * (X_Wb.p - X_Wa.p);
}

LoopConstraint make_loop_constraint(const Loop& loop, const std::vector<Tree>& trees) {
  LoopConstraint rows;
  rows.a = loop.a.body;
  rows.b = loop.b.body;
  rows.key = loop.key;
  rows.rows = loop_rows(loop.kind);
  rows.compliance = loop.compliance;
  rows.rope = loop.kind == LoopKind::kRope;
  if (!loop.projected()) compute_loop_error(loop, trees, rows.phi);
  for (int i = 0; i < LoopConstraint::kMaxRows; ++i) rows.angular[i] = rows.linear[i].setZero();
  if (loop.kind == LoopKind::kGear) {
    rows.dof_a = loop.a.dof;
    rows.dof_b = loop.b.dof;
    rows.ratio = loop.ratio;
    return rows;
  }
  const RigidTransform X_Wa = pose_of(loop.a, trees), X_Wb = pose_of(loop.b, trees);
  if (loop.kind == LoopKind::kDistance || loop.kind == LoopKind::kRope) {
    rows.point_a = X_Wa.p;
    rows.point_b = X_Wb.p;
    rows.linear[0] = way_between(X_Wa.p, X_Wb.p).direction;
    if (rows.rope) rows.linear[0] = -rows.linear[0];  // rate of the slack
  } else {
    // Both velocities are taken at p_b, which gives the exact rate of R_aᵀ (p_b − p_a).
    rows.point_a = rows.point_b = X_Wb.p;
    const int first = loop.kind == LoopKind::kWeld ? 3 : 0;
    for (int k = 0; k < 3; ++k) {
      rows.linear[first + k] = X_Wa.R.col(k);
      if (loop.kind == LoopKind::kWeld) rows.angular[k] = X_Wa.R.col(k);
    }
  }
  add_end_velocities(loop, X_Wa, X_Wb, rows);
  return rows;
}

void add_loop_curvature(const std::vector<Tree>& trees, double h, LoopConstraint& loop) {
  if (loop.dof_a >= 0) return;  // the row of a gear is constant
  const SpatialVelocity a = rate_of(loop.a, trees, loop.point_a);
  const SpatialVelocity b = rate_of(loop.b, trees, loop.point_b);
  for (int i = 0; i < loop.rows; ++i) {
    double rate =
        loop.angular[i].dot(b.angular - a.angular) + loop.linear[i].dot(b.linear - a.linear);
    // The direction of a distance rotates: |ṗ|² − (n·ṗ)² over the length. Coinciding points belong
    // to the other kinds and have no relative velocity.
    const Way way = way_between(loop.point_a, loop.point_b);
    if (way.length > 0) {
      const Vector3 v = velocity_of(loop.b, trees, loop.point_b).linear -
                        velocity_of(loop.a, trees, loop.point_a).linear;
      const double turning = (v - way.direction.dot(v) * way.direction).squaredNorm() / way.length;
      rate += loop.rope ? -turning : turning;
    }
    loop.bias[i] = 0.5 * h * rate;
  }
}

double loop_row_velocity(const LoopConstraint& loop, const std::vector<Tree>& trees, int row) {
  if (loop.dof_a >= 0) {
    return trees[loop.a.tree].v[loop.dof_a] - loop.ratio * trees[loop.b.tree].v[loop.dof_b];
  }
  const SpatialVelocity a = velocity_of(loop.a, trees, loop.point_a);
  const SpatialVelocity b = velocity_of(loop.b, trees, loop.point_b);
  return loop.angular[row].dot(b.angular - a.angular) + loop.linear[row].dot(b.linear - a.linear) +
         loop.end_velocity[row];
}

}  // namespace cardan
