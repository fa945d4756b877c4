// Motion of trees without forces, checked against its invariants, a straight line of the centre of
// mass, rotate_freely, and its own limit of fine steps.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cardan/energy.h"
#include "cardan/skeleton_builder.h"
#include "dynamics/force_free_motion.h"
#include "dynamics/free_rotation.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

struct Invariants {
  double energy;
  SpatialForce momentum;  // about the centre of mass
  Vector3 center;
};

Invariants invariants(test::RandomMotion& motion) {
  motion.move_to(motion.q, motion.v);
  const Vector3 center = center_of_mass(motion.s, motion.data);
  return {kinetic_energy(motion.s, motion.data, motion.v.data()),
          momentum(motion.s, motion.data).shifted(center), center};
}

int advance(test::RandomMotion& motion, double h) {
  ForceFreeWork work(motion.s);
  return move_without_forces(motion.s, motion.data, work, h, motion.q.data(), motion.v.data());
}

TEST(ForceFreeMotion, EnergyAndMomentumAreKept) {
  int floating = 0;
  for (int index = 0; index < 40; ++index) {
    SCOPED_TRACE(index);
    test::RandomMotion motion(index, index < 20 ? 0 : 0.1);
    motion.v *= 20;
    const Invariants before = invariants(motion);
    const double h = 5e-3;
    for (int i = 1; i <= 100; ++i) {
      ASSERT_GE(advance(motion, h), 1);
      const Invariants after = invariants(motion);
      ASSERT_NEAR(after.energy, before.energy, 1e-12 * i * before.energy);
      if (!motion.s.floating_base() || index >= 20) continue;
      ++floating;
      const double mass = motion.s.total_mass();
      const Vector3 line = before.center + i * h * before.momentum.force / mass;
      const double size = before.momentum.moment.norm();
      ASSERT_LT((after.momentum.moment - before.momentum.moment).norm(), 1e-12 * i * (1 + size));
      ASSERT_LT((after.momentum.force - before.momentum.force).norm(),
                1e-13 * i * (1 + before.momentum.force.norm()));
      ASSERT_LT((after.center - line).norm(), 1e-12 * i);
    }
  }
  EXPECT_GT(floating, 100);
}

Matrix3 inertia_about(const Skeleton& s, const Data& data, const Vector3& center) {
  Matrix3 sum = Matrix3::Zero();
  for (int i = 0; i < s.num_bodies(); ++i) {
    const Matrix3 R = data.pose(i).R;
    const Vector3 r = data.pose(i) * s.inertia[i].com - center;
    sum += R * s.inertia[i].inertia * R.transpose() +
           s.inertia[i].mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
  }
  return sum;
}

// The sums over two trees, which are far from each other and fast.
TEST(ForceFreeMotion, CentralMotionIsTheSumOfTheBodies) {
  for (int index = 0; index < 20; ++index) {
    SCOPED_TRACE(index);
    CentralMotion both;
    double mass = 0, energy = 0;
    SpatialForce total;  // about the origin of W
    Matrix3 inertia = Matrix3::Zero();
    std::vector<test::RandomMotion> trees;
    trees.emplace_back(index, 0.1);
    trees.emplace_back(index + 20, 0.1);
    for (test::RandomMotion& tree : trees) {
      tree.v *= 20;
      tree.move_to(tree.q, tree.v);
      both += central_motion(tree.s, tree.data, tree.v.data());
      mass += tree.s.total_mass();
      energy += kinetic_energy(tree.s, tree.data, tree.v.data());
      const SpatialForce momentum_of_tree = momentum(tree.s, tree.data);
      total.force += momentum_of_tree.force;
      total.moment += momentum_of_tree.moment;
    }
    const SpatialForce wanted = total.shifted(both.center);
    for (const test::RandomMotion& tree : trees)
      inertia += inertia_about(tree.s, tree.data, both.center);
    const Vector3 center = (trees[0].s.total_mass() * center_of_mass(trees[0].s, trees[0].data) +
                            trees[1].s.total_mass() * center_of_mass(trees[1].s, trees[1].data)) /
                           mass;
    const double size = 1 + wanted.moment.norm() + wanted.force.norm();
    EXPECT_NEAR(both.mass, mass, 1e-13 * mass);
    EXPECT_LT((both.center - center).norm(), 1e-12 * (1 + center.norm()));
    EXPECT_LT((both.momentum().force - wanted.force).norm(), 1e-12 * size);
    EXPECT_LT((both.spin - wanted.moment).norm(), 1e-12 * size);
    EXPECT_LT((both.inertia - inertia).norm(), 1e-12 * inertia.norm());
    EXPECT_NEAR(both.energy(), energy, 1e-12 * energy);
  }
}

// Without the corrections at the end of a step the error would be of fourth order as well; with
// them it stays so.
TEST(ForceFreeMotion, MotionConvergesWithFourthOrder) {
  for (int index = 0; index < 20; ++index) {
    SCOPED_TRACE(index);
    const auto end = [&](int steps) {
      test::RandomMotion motion(index);
      for (int i = 0; i < steps; ++i) advance(motion, 0.1 / steps);
      return std::pair(motion.q, motion.v);
    };
    const auto [q, v] = end(256);
    const auto error = [&](int steps) {
      const auto [q_coarse, v_coarse] = end(steps);
      return (v_coarse - v).norm();
    };
    const double coarse = error(8), fine = error(16);  // one part each
    if (fine < 1e-11 * v.norm()) continue;
    EXPECT_GT(std::log2(coarse / fine), 3.4) << coarse << ", then " << fine;
  }
}

TEST(ForceFreeMotion, PartsFollowTheFastestBody) {
  test::RandomMotion motion(3);
  motion.move_to(motion.q, motion.v);
  const double turn = fastest_turn(motion.s, motion.data);
  EXPECT_EQ(advance(motion, 0.35 / turn), 4);
}

// One body: another algorithm for the same motion.
TEST(ForceFreeMotion, FreeBodyMovesAsByRotateFreely) {
  const Matrix3 inertia = Vector3(0.1, 0.2, 0.25).asDiagonal();
  const auto body = make_free_body("brick", {2, Vector3::Zero(), inertia});
  Data data(*body);
  ForceFreeWork work(*body);
  VectorX q = body->neutral_configuration(), v(6);
  v << 3, -2, 5, 1, 2, 3;
  Quaternion R = Quaternion::Identity();
  Vector3 omega = v.head<3>();
  for (int i = 0; i < 1000; ++i) {
    move_without_forces(*body, data, work, 1e-3, q.data(), v.data());
    for (int part = 0; part < 10; ++part) {
      const FreeRotation rotation = rotate_freely(inertia, R, omega, 1e-4);
      R = (rotation.turn * R).normalized();
      omega = rotation.angular_velocity;
    }
  }
  EXPECT_LT((v.head<3>() - omega).norm(), 1e-5);
  EXPECT_LT(Quaternion(q[3], q[4], q[5], q[6]).angularDistance(R), 1e-5);
  EXPECT_LT((q.head<3>() - Vector3(1, 2, 3)).norm(), 1e-11);
}

TEST(ForceFreeMotion, MotionThatIsNotFiniteIsRefused) {
  test::RandomMotion motion(2);
  motion.v.setConstant(1e200);
  EXPECT_EQ(advance(motion, 1e-3), 0);
}

}  // namespace
}  // namespace cardan
