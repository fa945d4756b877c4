#include "dynamics/skeleton_layout.h"

#include <set>

namespace cardan {

namespace {

/// Exactly ±x, ±y or ±z (the axis keeps the sign), else the general rotation.
MotionCase revolute_case(const Vector3& axis) {
  if (std::abs(axis.x()) == 1) return MotionCase::kRevoluteX;
  if (std::abs(axis.y()) == 1) return MotionCase::kRevoluteY;
  if (std::abs(axis.z()) == 1) return MotionCase::kRevoluteZ;
  return MotionCase::kRevolute;
}

MotionCase motion_case_of(BodyJoint joint, const Vector3& axis) {
  switch (joint) {
    case BodyJoint::kRevolute:
      return revolute_case(axis);
    case BodyJoint::kPrismatic:
      return MotionCase::kPrismatic;
    case BodyJoint::kScrew:
      return MotionCase::kScrew;
    case BodyJoint::kSpherical:
      return MotionCase::kSpherical;
    case BodyJoint::kFloating:
      return MotionCase::kFloating;
  }
  return MotionCase::kRevolute;
}

void compute_bodies(Skeleton& s) {
  s.motion_case.clear();
  s.tree_rotation_is_identity.clear();
  s.angle_q.clear();
  for (int i = 0; i < s.num_bodies(); ++i) {
    s.motion_case.push_back(motion_case_of(s.body_joint[i], s.axis[i]));
    s.tree_rotation_is_identity.push_back(s.X_PF[i].R == Matrix3::Identity() ? 1 : 0);
    if (s.body_joint[i] == BodyJoint::kRevolute || s.body_joint[i] == BodyJoint::kScrew)
      s.angle_q.push_back(s.q_start[i]);
  }
}

void compute_columns(Skeleton& s, int nv) {
  const int nc = nv + static_cast<int>(s.followers.size());
  s.column_dof.assign(nc, 0);
  s.column_ratio.assign(nc, 1);
  s.column_body.assign(nc, 0);
  s.dof_body.assign(nv, 0);
  for (int i = 0; i < s.num_bodies(); ++i) {
    for (int k = 0; k < s.body_nv[i]; ++k) s.column_body[s.v_start[i] + k] = i;
  }
  for (int c = 0; c < nv; ++c) {
    s.column_dof[c] = c;
    s.dof_body[c] = s.column_body[c];
  }
  for (int c = nv; c < nc; ++c) {
    s.column_dof[c] = s.followers[c - nv].dof;
    s.column_ratio[c] = s.followers[c - nv].multiplier;
  }
}

/// DoFs that move each body, ascending.
std::vector<std::set<int>> moving_dofs(const Skeleton& s) {
  std::vector<std::set<int>> moving(s.parent.size());
  for (int i = 0; i < s.num_bodies(); ++i) {
    if (s.parent[i] >= 0) moving[i] = moving[s.parent[i]];
    for (int k = 0; k < s.body_nv[i]; ++k) moving[i].insert(s.column_dof[s.v_start[i] + k]);
  }
  return moving;
}

/// Parents in the elimination tree of GᵀMG, eliminated from the last DoF to the first [Liu 1990,
/// sec. 3]. A body couples all DoFs that move it. The parent of k is the last DoF before k in its
/// row, and it inherits the rest of the row. Without followers these are the paths of the tree
/// itself.
std::vector<int> elimination_parents(const std::vector<std::set<int>>& moving, int nv) {
  std::vector<std::set<int>> row(nv);
  for (const std::set<int>& dofs : moving) {
    for (auto d = dofs.begin(); d != dofs.end(); ++d) row[*d].insert(dofs.begin(), d);
  }
  std::vector<int> parent(nv, -1);
  for (int k = nv - 1; k >= 0; --k) {
    if (row[k].empty()) continue;
    parent[k] = *row[k].rbegin();
    row[k].erase(parent[k]);
    row[parent[k]].insert(row[k].begin(), row[k].end());
  }
  return parent;
}

/// Depths, rows and lanes of a tree with followers.
void compute_coupled_dofs(Skeleton& s) {
  const int nv = static_cast<int>(s.dof_body.size());
  const std::vector<std::set<int>> moving = moving_dofs(s);
  s.dof_parent = elimination_parents(moving, nv);
  s.depth.clear();
  s.lane.clear();
  s.row_start.assign(1, 0);
  int lanes = 0;
  for (int d = 0; d < nv; ++d) {
    const int parent = s.dof_parent[d];
    s.depth.push_back(parent >= 0 ? s.depth[parent] + 1 : 0);
    s.lane.push_back(parent >= 0 ? s.lane[parent] : lanes++);
    s.row_start.push_back(s.row_start.back() + s.depth[d] + 1);
  }
  // The DoFs of one body are coupled with each other and hence lie on one path, which the last one
  // ends.
  s.body_last_dof.clear();
  for (const std::set<int>& dofs : moving)
    s.body_last_dof.push_back(dofs.empty() ? -1 : *dofs.rbegin());
}

void compute_dofs(Skeleton& s) {
  s.dof_parent.clear();
  s.depth.clear();
  s.lane.clear();
  s.body_last_dof.clear();
  s.row_start.assign(1, 0);
  int lanes = 0;
  for (int i = 0; i < s.num_bodies(); ++i) {
    const int parent = s.parent[i];
    int previous = parent >= 0 ? s.body_last_dof[parent] : -1;
    const int lane = previous >= 0 ? s.lane[previous] : lanes++;
    for (int k = 0; k < s.body_nv[i]; ++k) {
      const int d = s.v_start[i] + k;
      s.dof_parent.push_back(previous);
      s.depth.push_back(previous >= 0 ? s.depth[previous] + 1 : 0);
      s.lane.push_back(lane);
      s.row_start.push_back(s.row_start.back() + s.depth[d] + 1);
      previous = d;
    }
    s.body_last_dof.push_back(previous);
  }
}

void compute_paths(Skeleton& s) {
  s.path_dofs.clear();
  s.segments.clear();
  s.segment_start.assign(1, 0);
  const int nv = static_cast<int>(s.dof_body.size());
  s.path_dofs.reserve(s.row_start[nv]);
  for (int d = 0; d < nv; ++d) {
    const int parent = s.dof_parent[d];
    if (parent >= 0) {
      for (int e = 0; e <= s.depth[parent]; ++e)
        s.path_dofs.push_back(s.path_dofs[s.row_start[parent] + e]);
    }
    s.path_dofs.push_back(d);
    for (int e = 0; e < s.depth[d]; ++e) {
      const int on_path = s.path_dofs[s.row_start[d] + e];
      const bool continues = e > 0 && on_path == s.path_dofs[s.row_start[d] + e - 1] + 1;
      if (continues) {
        ++s.segments.back().count;
      } else {
        s.segments.push_back({on_path, e, 1});
      }
    }
    s.segment_start.push_back(static_cast<int>(s.segments.size()));
  }
}

}  // namespace

void compute_layout(Skeleton& skeleton, int nv) {
  compute_bodies(skeleton);
  compute_columns(skeleton, nv);
  if (skeleton.coupled()) {
    compute_coupled_dofs(skeleton);
  } else {
    compute_dofs(skeleton);
  }
  compute_paths(skeleton);
}

}  // namespace cardan
