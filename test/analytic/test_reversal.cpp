#include <gtest/gtest.h>

#include <cmath>

#include "test/support/worlds.h"

// Reversed elastic, frictionless motion retraces its path. The step moves q by the velocity after
// its impulses, q_(k+1) = q_k + h v_(k+1), and a contact that would close in the step reflects the
// velocity at q_k: after reversing v, equal positions follow in the opposite order.
namespace cardan {
namespace {

using test::body;
using test::sphere;
using test::world_spec;

constexpr double kRadius = 0.1;

/// Three balls of different mass between walls, no gravity.
struct Billiard {
  World world;
  std::vector<Model*> balls;

  explicit Billiard(const std::string& formulation) : world(spec(formulation)) {
    add_wall("left", Vector3(-1, 0, 0), Vector3::UnitX());
    add_wall("right", Vector3(1, 0, 0), -Vector3::UnitX());
    add_wall("front", Vector3(0, -1, 0), Vector3::UnitY());
    add_wall("back", Vector3(0, 1, 0), -Vector3::UnitY());
    add_ball("a", 1, {-0.55, -0.31, 0}, {1.3, 0.7, 0});
    add_ball("b", 2, {0.35, 0.12, 0}, {-0.9, 0.4, 0});
    add_ball("c", 0.5, {0.1, -0.62, 0}, {0.2, 1.1, 0});
  }

  static WorldSpec spec(const std::string& formulation) {
    WorldSpec spec =
        world_spec(1e-3, {.mu = 0, .restitution = 1, .compliance = 0}, formulation, "", 1e-13);
    spec.gravity.setZero();
    return spec;
  }

  void add_wall(const std::string& name, const Vector3& point, const Vector3& normal) {
    ModelSpec wall = test::slope(0);
    wall.name = name;
    wall.pose.R = Quaternion::FromTwoVectors(Vector3::UnitZ(), normal).toRotationMatrix();
    wall.pose.p = point;
    world.add(wall);
  }

  void add_ball(const std::string& name, double mass, const Vector3& at, const Vector3& speed) {
    SpatialVelocity velocity;
    velocity.linear = speed;
    balls.push_back(&world.add(body(name, sphere(kRadius), mass, RigidTransform(at), velocity)));
  }

  void reverse() {
    for (Model* ball : balls) ball->set_v(-ball->v());
  }
};

class Reversal : public testing::TestWithParam<const char*> {};

TEST_P(Reversal, ReversedElasticMotionRetracesItsPath) {
  constexpr int kSteps = 6000;
  Billiard billiard(GetParam());
  const double energy = billiard.world.kinetic_energy();
  std::vector<Vector3> start;
  for (Model* ball : billiard.balls) start.push_back(ball->base_pose().p);
  int collisions = 0, between_balls = 0;
  const auto step = [&] {
    std::vector<VectorX> before;
    for (Model* ball : billiard.balls) before.push_back(ball->v());
    billiard.world.step();
    int changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      changed += (billiard.balls[i]->v() - before[i]).norm() > 1e-6;
    }
    collisions += changed;
    between_balls += changed > 1;
    ASSERT_NEAR(billiard.world.kinetic_energy(), energy, 1e-10 * energy);
  };
  for (int k = 0; k < kSteps; ++k) step();
  EXPECT_GE(collisions, 12);
  EXPECT_GE(between_balls, 1);
  const int forward = collisions;
  double travelled = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    travelled = std::max(travelled, (billiard.balls[i]->base_pose().p - start[i]).norm());
  }
  EXPECT_GT(travelled, 0.1);

  billiard.reverse();
  for (int k = 0; k < kSteps; ++k) step();
  EXPECT_EQ(collisions, 2 * forward);
  for (std::size_t i = 0; i < start.size(); ++i) {
    EXPECT_LT((billiard.balls[i]->base_pose().p - start[i]).norm(), 1e-8) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Reversal, testing::Values("cone", "polyhedral"));

}  // namespace
}  // namespace cardan
