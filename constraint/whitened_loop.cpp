#include "constraint/whitened_loop.h"

#include <algorithm>

#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "constraint/rows/row_sides.h"

namespace cardan {

namespace {

struct LoopSide {
  LoopTree tree;
  int body = -1, dof = -1;
  double sign = 1;
  Vector3 point;
};

/// Unit row of the DOF of a gear.
void fill_joint_row(const LoopSide& end, Side& side, std::vector<double>& y) {
  y.assign(kLanes * side.path.size(), 0.0);
  y[y.size() - kLanes] = end.sign;
  side.size = end.sign * end.sign * end.tree.tree->data->D_inv[end.dof];
}

/// Entry of row i and DOF e = sign (linear_i · (S_lin + S_ang × r) + angular_i · S_ang), r from
/// O.
void fill_body_rows(const LoopConstraint& loop, int first, int count, const LoopSide& end,
                    Side& side, BaseProblem::Scratch& scratch, std::vector<double>& y) {
  const Skeleton& skeleton = *end.tree.tree->skeleton;
  const Data& data = *end.tree.tree->data;
  y.assign(kLanes * side.path.size(), 0.0);
  scratch.motion_columns.resize(6 * side.path.size());
  body_columns(skeleton, data, end.body, scratch.motion_columns.data());
  const Vector3 r = end.point - data.O_W;
  for (int e = 0; e < side.count(); ++e) {
    const double* S = &scratch.motion_columns[6 * e];
    const Eigen::Map<const Vector3> S_angular(S), S_linear(S + 3);
    const Vector3 shifted = S_linear + S_angular.cross(r);
    for (int k = 0; k < count; ++k) {
      y[kLanes * e + k] =
          end.sign * (loop.linear[first + k].dot(shifted) + loop.angular[first + k].dot(S_angular));
    }
    side.size += (S_linear.squaredNorm() + S_angular.squaredNorm() * (1 + r.squaredNorm())) *
                 data.D_inv[side.path[e]];
  }
}

Side whitened_side(const LoopConstraint& loop, int first, int count, const LoopSide& end,
                   BaseProblem::Scratch& scratch, std::vector<double>& y) {
  Side side;
  side.movable = end.tree.tree != nullptr;
  if (!side.movable) return side;
  const Skeleton& skeleton = *end.tree.tree->skeleton;
  const int last_dof = end.dof >= 0 ? end.dof : skeleton.body_last_dof[end.body];
  side.column = end.tree.column;
  side.path = skeleton.path(last_dof);
  side.y = &y;
  if (end.dof >= 0) {
    fill_joint_row(end, side, y);
  } else {
    fill_body_rows(loop, first, count, end, side, scratch, y);
  }
  whiten_path_rows(skeleton, *end.tree.tree->data, last_dof, kLanes, y.data());
  return side;
}

}  // namespace

double whiten_loop(const LoopConstraint& loop, int first, int count, const LoopTree& a,
                   const LoopTree& b, BaseProblem::Scratch& scratch) {
  const bool gear = loop.dof_a >= 0;
  const LoopSide end_a{a, loop.a.body, loop.dof_a, gear ? 1.0 : -1.0, loop.point_a};
  const LoopSide end_b{b, loop.b.body, loop.dof_b, gear ? -loop.ratio : 1.0, loop.point_b};
  const Side side_a = whitened_side(loop, first, count, end_a, scratch, scratch.path_a);
  const Side side_b = whitened_side(loop, first, count, end_b, scratch, scratch.path_b);
  merge_sides(side_a, side_b, scratch);
  return side_a.size + side_b.size;
}

}  // namespace cardan
