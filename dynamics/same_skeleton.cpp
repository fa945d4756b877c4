#include <algorithm>
#include <tuple>

#include "cardan/skeleton.h"

namespace cardan {

namespace {

bool same(const RigidTransform& a, const RigidTransform& b) { return a.R == b.R && a.p == b.p; }

bool same(const SpatialInertia& a, const SpatialInertia& b) {
  return a.mass == b.mass && a.com == b.com && a.inertia == b.inertia;
}

bool same(const Vector3& a, const Vector3& b) { return a == b; }

bool same(const DofProperties& a, const DofProperties& b) {
  const auto fields = [](const DofProperties& d) {
    return std::tie(d.damping, d.friction, d.stiffness, d.spring_reference, d.armature, d.lower,
                    d.upper, d.effort_limit, d.velocity_limit, d.actuated);
  };
  return fields(a) == fields(b);
}

bool same(const Follower& a, const Follower& b) {
  const auto fields = [](const Follower& f) {
    return std::tie(f.body, f.dof, f.q_index, f.multiplier, f.offset);
  };
  return fields(a) == fields(b);
}

bool same(const JointInfo& a, const JointInfo& b) {
  const auto fields = [](const JointInfo& j) {
    return std::tie(j.type, j.first_body, j.body, j.q_start, j.nq, j.v_start, j.nv, j.follower);
  };
  return fields(a) == fields(b);
}

bool same(const FrameInfo& a, const FrameInfo& b) {
  return a.body == b.body && same(a.X_BF, b.X_BF);
}

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same(x, y); });
}

}  // namespace

bool is_same_skeleton(const Skeleton& a, const Skeleton& b) {
  const auto same_name = [](const auto& x, const auto& y) { return x.name == y.name; };
  return a.name() == b.name() && a.body_name == b.body_name &&
         std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end(),
                    same_name) &&
         std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    same_name) &&
         has_same_numbers(a, b);
}

// The builder derives the other arrays (rows, paths, depths, segments) from these.
bool has_same_numbers(const Skeleton& a, const Skeleton& b) {
  const auto shape = [](const Skeleton& s) {
    return std::tie(s.parent, s.body_joint, s.q_start, s.v_start, s.body_nv,
                    s.tree_rotation_is_identity, s.pitch, s.motion_case, s.column_dof,
                    s.column_ratio, s.column_body, s.dof_body, s.dof_parent, s.angle_q);
  };
  return shape(a) == shape(b) && a.nq() == b.nq() && a.nv() == b.nv() && same(a.X_PF, b.X_PF) &&
         same(a.axis, b.axis) && same(a.inertia, b.inertia) && same(a.followers, b.followers) &&
         same(a.dof, b.dof) && same(a.joints, b.joints) && same(a.frames, b.frames);
}

}  // namespace cardan
