#pragma once

#include <gtest/gtest.h>

#include "cardan/skeleton.h"

/// Whether two skeletons are equal: discrete data exactly, numbers within 1e-12.
namespace cardan::test {

constexpr double kSameNumber = 1e-12;

inline bool same_number(double a, double b) {
  return a == b || std::abs(a - b) <= kSameNumber * (1 + std::abs(a));
}

inline void expect_same_pose(const RigidTransform& a, const RigidTransform& b) {
  EXPECT_LT((a.R - b.R).norm(), kSameNumber);
  EXPECT_LT((a.p - b.p).norm(), kSameNumber * (1 + a.p.norm()));
}

inline void expect_same_inertia(const SpatialInertia& a, const SpatialInertia& b) {
  EXPECT_TRUE(same_number(a.mass, b.mass)) << a.mass << " " << b.mass;
  EXPECT_LE((a.inertia - b.inertia).norm(), kSameNumber * a.inertia.norm());
  const double shift = a.mass == 0 ? 0 : (a.com - b.com).norm();
  EXPECT_LE(shift, kSameNumber * (1 + a.com.norm()));
}

inline void expect_same_freedom(const DofProperties& a, const DofProperties& b) {
  EXPECT_EQ(a.damping, b.damping);
  EXPECT_EQ(a.friction, b.friction);
  EXPECT_EQ(a.stiffness, b.stiffness);
  EXPECT_TRUE(same_number(a.spring_reference, b.spring_reference));
  EXPECT_EQ(a.armature, b.armature);
  EXPECT_EQ(a.lower, b.lower);
  EXPECT_EQ(a.upper, b.upper);
  EXPECT_EQ(a.effort_limit, b.effort_limit);
  EXPECT_EQ(a.velocity_limit, b.velocity_limit);
  EXPECT_EQ(a.actuated, b.actuated);
}

inline void expect_same_bodies(const Skeleton& a, const Skeleton& b) {
  ASSERT_EQ(a.parent, b.parent);
  EXPECT_EQ(a.body_joint, b.body_joint);
  EXPECT_EQ(a.body_name, b.body_name);
  EXPECT_EQ(a.q_start, b.q_start);
  EXPECT_EQ(a.v_start, b.v_start);
  EXPECT_EQ(a.dof_parent, b.dof_parent);
  EXPECT_EQ(a.motion_case, b.motion_case);
  EXPECT_EQ(a.path_dofs, b.path_dofs);
  for (std::size_t i = 0; i < a.parent.size(); ++i) {
    SCOPED_TRACE("body " + a.body_name[i]);
    expect_same_pose(a.X_PF[i], b.X_PF[i]);
    EXPECT_LT((a.axis[i] - b.axis[i]).norm(), kSameNumber);
    EXPECT_EQ(a.pitch[i], b.pitch[i]);
    EXPECT_EQ(a.tree_rotation_is_identity[i], b.tree_rotation_is_identity[i]);
    expect_same_inertia(a.inertia[i], b.inertia[i]);
  }
}

inline void expect_same_skeleton(const Skeleton& a, const Skeleton& b) {
  EXPECT_EQ(a.name(), b.name());
  ASSERT_EQ(a.nq(), b.nq());
  ASSERT_EQ(a.nv(), b.nv());
  EXPECT_EQ(a.floating_base(), b.floating_base());
  expect_same_bodies(a, b);
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t k = 0; k < a.joints.size(); ++k) {
    EXPECT_EQ(a.joints[k].name, b.joints[k].name);
    EXPECT_EQ(a.joints[k].type, b.joints[k].type);
    EXPECT_EQ(a.joints[k].body, b.joints[k].body);
    EXPECT_EQ(a.joints[k].follower, b.joints[k].follower);
  }
  for (std::size_t d = 0; d < a.dof.size(); ++d) {
    SCOPED_TRACE("freedom " + a.dof_name(static_cast<int>(d)));
    expect_same_freedom(a.dof[d], b.dof[d]);
  }
  ASSERT_EQ(a.followers.size(), b.followers.size());
  for (std::size_t f = 0; f < a.followers.size(); ++f) {
    EXPECT_EQ(a.followers[f].body, b.followers[f].body);
    EXPECT_EQ(a.followers[f].dof, b.followers[f].dof);
    EXPECT_EQ(a.followers[f].multiplier, b.followers[f].multiplier);
    EXPECT_EQ(a.followers[f].offset, b.followers[f].offset);
  }
  ASSERT_EQ(a.frames.size(), b.frames.size());
  for (std::size_t i = 0; i < a.frames.size(); ++i) {
    SCOPED_TRACE("frame " + a.frames[i].name);
    EXPECT_EQ(a.frames[i].name, b.frames[i].name);
    EXPECT_EQ(a.frames[i].body, b.frames[i].body);
    expect_same_pose(a.frames[i].X_BF, b.frames[i].X_BF);
  }
}

}  // namespace cardan::test
