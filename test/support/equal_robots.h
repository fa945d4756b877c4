#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "cardan/robot_model.h"

namespace cardan::test {

/// Data of a robot that a format keeps, and the place of the robot in it.
struct KeptByFormat {
  bool armature = true, one_sided_limits = true;
  RigidTransform X_0 = {};  ///< pose of the base of the second robot in the base of the first
};

// Shapes of this body, kind, size, place and friction. Links without mass are frames of SDF, whose
// shapes stand in another order.
inline int count_like(const RobotShape& shape, const RobotModel& robot) {
  int count = 0;
  for (const RobotShape& one : robot.shapes)
    count += one.body == shape.body && one.geometry.kind == shape.geometry.kind &&
             (one.geometry.size - shape.geometry.size).norm() < 1e-12 &&
             (one.X_BS.p - shape.X_BS.p).norm() < 1e-12 &&
             (one.X_BS.R - shape.X_BS.R).norm() < 1e-12 &&
             (std::isnan(shape.material.mu_static) ||
              one.material.mu_static == shape.material.mu_static);
  return count;
}

/// Compares moving joints in their order, masses, laws of joints, limits and shapes.
inline void expect_equal(const RobotModel& a, const RobotModel& b, const KeptByFormat& kept = {}) {
  const Skeleton &x = *a.skeleton, &y = *b.skeleton;
  ASSERT_EQ(x.nv(), y.nv());
  ASSERT_EQ(x.num_bodies(), y.num_bodies());
  EXPECT_EQ(x.floating_base(), y.floating_base());
  for (int i = 0; i < x.num_bodies(); ++i) {
    EXPECT_EQ(x.body_joint[i], y.body_joint[i]) << i;
    EXPECT_NEAR(x.inertia[i].mass, y.inertia[i].mass, 1e-12 * (1 + x.inertia[i].mass));
    EXPECT_LT((x.inertia[i].com - y.inertia[i].com).norm(), 1e-12);
    EXPECT_LT((x.inertia[i].inertia - y.inertia[i].inertia).norm(), 1e-12);
    const bool on_fixed_base = y.parent[i] < 0 && !y.floating_base();
    const RigidTransform X_PF = on_fixed_base ? kept.X_0 * y.X_PF[i] : y.X_PF[i];
    if (y.parent[i] >= 0 || on_fixed_base) {
      EXPECT_LT((x.X_PF[i].p - X_PF.p).norm(), 1e-12);
      EXPECT_LT((x.X_PF[i].R - X_PF.R).norm(), 1e-12);
    }
    if (x.body_nv[i] == 1) {
      EXPECT_LT((x.axis[i] - y.axis[i]).norm(), 1e-12);
    }
  }
  for (int i = 0; i < x.nv(); ++i) {
    EXPECT_EQ(x.dof[i].damping, y.dof[i].damping);
    EXPECT_EQ(x.dof[i].friction, y.dof[i].friction);
    EXPECT_EQ(x.dof[i].stiffness, y.dof[i].stiffness);
    EXPECT_EQ(x.dof[i].spring_reference, y.dof[i].spring_reference);
    EXPECT_EQ(x.dof[i].effort_limit, y.dof[i].effort_limit);
    if (kept.armature) {
      EXPECT_EQ(x.dof[i].armature, y.dof[i].armature);
    }
    const bool both = std::isfinite(x.dof[i].lower) && std::isfinite(x.dof[i].upper);
    if (kept.one_sided_limits || both) {
      EXPECT_EQ(x.dof[i].lower, y.dof[i].lower);
      EXPECT_EQ(x.dof[i].upper, y.dof[i].upper);
    }
  }
  ASSERT_EQ(a.shapes.size(), b.shapes.size());
  for (const RobotShape& shape : a.shapes) EXPECT_EQ(count_like(shape, b), count_like(shape, a));
}

}  // namespace cardan::test
