// A single sphere on the ground is solved without a base problem. Its motion equals that of a body
// whose inertia is anisotropic by one bit, which takes the general rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/views.h"
#include "sim/data/world_impl.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

/// Balls that slide, roll, spin and fall on the ground, and two that meet.
World balls(double mu, bool isotropic) {
  WorldSpec spec = test::world_spec(1e-3, {}, "cone", "conic", 2e-8);
  spec.materials.named["default"].mu_static = mu;
  spec.materials.named["default"].mu_kinetic = 0.8 * mu;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 5; ++i) {
    ModelSpec ball = test::body("ball" + std::to_string(i), test::sphere(0.1), 1 + i,
                                RigidTransform(Vector3(0.3 * i, 0, 0.1 + 1e-3 * i)));
    ball.velocity.linear = {i == 3 ? 2.0 : 0.2 * i, 0.1, 0};
    ball.velocity.angular = {0, 2, 1.0 * i};
    if (!isotropic) {
      const double I = 0.4 * (1 + i) * 0.1 * 0.1;
      ball.inertia = Vector3(I, I, std::nextafter(I, 1.0)).asDiagonal();
    }
    world.add(ball);
  }
  return world;
}

double distance(const Vector3& a, const Vector3& b) { return (a - b).norm(); }

/// Rounding of velocities adds up: at most 3/2 units in the last place for each step.
void expect_same_state(const World& a, const World& b, int steps) {
  const double rounding = 1.5 * std::numeric_limits<double>::epsilon() * steps;
  for (int i = 0; i < a.num_models(); ++i) {
    if (a.model(i).is_static()) continue;
    EXPECT_LT((a.model(i).q() - b.model(i).q()).norm(), 1e-12);
    const VectorX v = a.model(i).v();
    EXPECT_LT((v - b.model(i).v()).norm(), rounding * std::max(1.0, v.norm()));
  }
}

void expect_same_contacts(const World& a, const World& b) {
  ASSERT_EQ(a.contacts().size(), b.contacts().size());
  for (std::size_t i = 0; i < a.contacts().size(); ++i) {
    const ContactInfo &x = a.contacts()[i], &y = b.contacts()[i];
    EXPECT_EQ(x.link_a, y.link_a);
    EXPECT_EQ(x.state, y.state);
    EXPECT_LT(distance(x.impulse, y.impulse), 1e-12);
    EXPECT_LT(distance(x.velocity, y.velocity), 1e-12);
  }
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-10);
}

void expect_same_view(const IslandView& a, const IslandView& b) {
  EXPECT_EQ(a.models, b.models);
  EXPECT_EQ(a.problem.id, b.problem.id);
  EXPECT_EQ(a.problem.tolerance, b.problem.tolerance);
  expect_near(a.problem.b, b.problem.b);
  expect_near(a.problem.Y.value, b.problem.Y.value);
  EXPECT_EQ(a.problem.Y.index, b.problem.Y.index);
  EXPECT_EQ(a.report.rows, b.report.rows);
  EXPECT_EQ(a.report.lowest_tree, b.report.lowest_tree);
  EXPECT_EQ(a.report.num_attempts, b.report.num_attempts);
  EXPECT_NEAR(a.report.residual, b.report.residual, 1e-12);
  ASSERT_EQ(a.blocks.size(), b.blocks.size());
  for (std::size_t i = 0; i < a.blocks.size(); ++i) {
    EXPECT_EQ(a.blocks[i].name, b.blocks[i].name);
    EXPECT_EQ(a.blocks[i].mu, b.blocks[i].mu);
    expect_near(a.blocks[i].impulse, b.blocks[i].impulse);
    expect_near(a.blocks[i].velocity, b.blocks[i].velocity);
  }
}

void expect_same_views(const World& a, const World& b) {
  const std::vector<IslandView> views = view_islands(a), others = view_islands(b);
  ASSERT_EQ(views.size(), others.size());
  for (std::size_t i = 0; i < views.size(); ++i) expect_same_view(views[i], others[i]);
}

int direct_answers(const World& world) {
  int count = 0;
  for (int i = 0; i < world.impl().step.islands.size(); ++i)
    count += world.impl().step.islands.flags[i].answered_directly;
  return count;
}

void expect_same_motion(double mu) {
  World plain = balls(mu, true), general = balls(mu, false);
  int lone = 0, together = 0;
  for (int k = 0; k < 600; ++k) {
    SCOPED_TRACE(k);
    const StepReport& report = plain.step();
    general.step();
    lone += direct_answers(plain);
    together += static_cast<int>(report.islands.size()) < static_cast<int>(report.contacts);
    ASSERT_EQ(direct_answers(general), 0);
    ASSERT_NEAR(report.worst_residual, general.report().worst_residual, 1e-12);
    ASSERT_EQ(report.iterations, general.report().iterations);
    ASSERT_NO_FATAL_FAILURE(expect_same_state(plain, general, k + 1));
    if (k % 7 == 0) expect_same_contacts(plain, general);
    if (k % 50 == 0) expect_same_views(plain, general);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(lone, 1000);
  EXPECT_GT(together, 3) << "two of them met";
}

TEST(DirectAnswers, DirectAnswersMoveBodiesLikeTheGeneralRows) {
  expect_same_motion(0);
  expect_same_motion(0.5);
}

// The base problem belongs to the step, even if the trees have moved since then.
TEST(DirectAnswers, ViewsShowTheAnswersOfTheStep) {
  World world = balls(0, true);
  for (int k = 0; k < 100; ++k) world.step();
  const std::vector<IslandView> before = view_islands(world);
  ASSERT_GT(direct_answers(world), 0);
  for (int i = 0; i < world.num_models(); ++i) {
    if (world.model(i).is_static()) continue;
    VectorX q = world.model(i).q();
    q.head<3>() += Vector3(1, 2, 3);
    world.model(i).set_q(q);
    EXPECT_GT(world.model(i).base_pose().p.z(), 3);  // which requests its kinematics
  }
  const std::vector<IslandView> after = view_islands(world);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) expect_same_view(before[i], after[i]);
}

}  // namespace
}  // namespace cardan
