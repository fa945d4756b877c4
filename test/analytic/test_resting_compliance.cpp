#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

#include "cardan/scene.h"
#include "cardan/views.h"
#include "test/support/worlds.h"

// Depth at rest of contacts without a compliance of their own: c g h² times the load in weights of
// one ball, at most 1 mm.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::kG;
using test::sphere;
using test::world_spec;

constexpr double kC = 1e-4;
/// A material without friction and without a compliance of its own.
constexpr test::Surface kNoValue{.mu = 0, .compliance = std::numeric_limits<double>::quiet_NaN()};

/// Steps and returns the depth of each contact by the height of its point, lowest first [m].
std::vector<double> depths_after(World& world, int steps) {
  for (int step = 0; step < steps; ++step) world.step();
  std::vector<ContactInfo> contacts(world.contacts().begin(), world.contacts().end());
  std::sort(contacts.begin(), contacts.end(),
            [](const auto& a, const auto& b) { return a.point.z() < b.point.z(); });
  std::vector<double> depths;
  for (const ContactInfo& contact : contacts) depths.push_back(-contact.phi);
  return depths;
}

void add_column(World& world, int balls, double x, double r, double mass) {
  for (int i = 0; i < balls; ++i) {
    std::string name = "ball" + std::to_string(world.num_models());
    world.add(body(name, sphere(r), mass, at(x, 0, r + 2 * r * i)));
  }
}

TEST(RestingCompliance, DepthOfABallDependsOnTheStepAlone) {
  for (const double h : {1e-3, 1.0 / 240, 1.0 / 60}) {
    for (const double r : {0.02, 1.0}) {
      World world(world_spec(h, kNoValue, "", "", 1e-11));
      world.add_ground();
      add_column(world, 1, 0, r, 7 * r);
      const std::vector<double> depths = depths_after(world, 50);
      ASSERT_EQ(depths.size(), 1u);
      EXPECT_NEAR(depths[0], kC * kG * h * h, 1e-6 * kC * kG * h * h) << h << " " << r;
    }
  }
}

// The contact of two balls of mass m has A_nn = 2/m, that with the ground 1/m.
TEST(RestingCompliance, DepthInAColumnFollowsTheLoadAndNotTheIsland) {
  const double h = 1.0 / 240;
  for (const int balls : {2, 5, 12}) {
    World world(world_spec(h, kNoValue, "", "", 1e-12));
    world.add_ground();
    add_column(world, balls, 0, 0.5, 3);
    const std::vector<double> depths = depths_after(world, 400);
    ASSERT_EQ(depths.size(), static_cast<std::size_t>(balls));
    const double one = kC * kG * h * h;
    EXPECT_NEAR(depths[0], balls * one, 1e-4 * one);
    for (int i = 1; i < balls; ++i) EXPECT_NEAR(depths[i], 2 * (balls - i) * one, 1e-4 * one) << i;
  }
}

// |Y_n|² of a corner contact is not that of a ball, but the sum over the four corners of a face is:
// box k of n sinks by (n + 2 ((n − 1) + … + (n − k))) c g h².
TEST(RestingCompliance, BoxesOfAStackSinkByTheLoadsBelowThem) {
  World world =
      make_world(load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/box_stack.yaml"));
  for (int step = 0; step < 500; ++step) world.step();
  const double one = kC * kG * 4e-6;
  double sunk = 0;
  for (int k = 0; k < 10; ++k) {
    sunk += (k == 0 ? 10 : 2 * (10 - k)) * one;
    const double height = world.model(k + 1).base_pose().p.z();
    EXPECT_NEAR(0.1 + 0.2 * k - height, sunk, 1e-3 * sunk) << k;
  }
}

/// S_nn of the contact of a model with the ground in the last step [1/kg]; 0: there is none.
double compliance_below(World& world, const std::string& model) {
  for (const IslandView& view : view_islands(world)) {
    for (const IslandBlock& block : view.blocks) {
      if (block.name.find(model) == std::string::npos) continue;
      if (block.name.find("ground") == std::string::npos) continue;
      const SparseRows& S = view.problem.S;
      return S.value[static_cast<std::size_t>(S.start[static_cast<std::size_t>(block.row)])];
    }
  }
  return 0;
}

/// S_nn of the contact of `light` with the ground, while a ball of 1e8 kg is at (x, 0, z) [1/kg].
double compliance_beside(double x, double z) {
  World world(world_spec(1e-3, kNoValue));
  world.add_ground();
  world.add(body("light", sphere(0.1), 1, at(0, 0, 0.1)));
  world.add(body("heavy", sphere(0.1), 1e8, at(x, 0, z)));
  world.step();
  return compliance_below(world, "light");
}

// Beyond a mass ratio of 1e6 at 1 ms, the depth is bounded by 1 mm under the heaviest model of the
// world, whether or not that model is in the island.
TEST(RestingCompliance, ContactKeepsItsLawWhenItsIslandGrows) {
  const double apart = compliance_beside(1, 0.1), above = compliance_beside(0, 0.3);
  EXPECT_EQ(apart, above);
  EXPECT_NEAR(above, 1e-3 / (kG * 1e-6 * 1e8), 1e-9 * above);
}

TEST(RestingCompliance, BoundFollowsTheHeaviestModel) {
  World world(world_spec(1e-3, kNoValue));
  world.add_ground();
  world.add(body("light", sphere(0.1), 1, at(0, 0, 0.1)));
  Model& other = world.add(body("other", sphere(0.1), 1, at(1, 0, 0.1)));
  const auto after_step = [&] {
    world.step();
    return compliance_below(world, "light");
  };
  const double bound = 1e-3 / (kG * 1e-6 * 1e8);
  EXPECT_NEAR(after_step(), kC, 1e-9 * kC);
  other.set_mass("other", 1e8);
  EXPECT_NEAR(after_step(), bound, 1e-9 * bound);
  other.set_mass("other", 2);
  EXPECT_NEAR(after_step(), kC, 1e-9 * kC);
  world.add(body("heavy", sphere(0.1), 1e8, at(-1, 0, 0.1)));
  EXPECT_NEAR(after_step(), bound, 1e-9 * bound);
  world.remove("heavy");
  EXPECT_NEAR(after_step(), kC, 1e-9 * kC);
}

/// Depths after 1 s of a cube of 1 kg on the ground under one of the given mass, lowest first [m].
std::vector<double> depths_under(double mass, double h) {
  test::Surface rough = kNoValue;
  rough.mu = 0.5;
  World world(world_spec(h, rough, "", "", 1e-11));
  world.add_ground();
  world.add(body("light", test::box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
  world.add(body("heavy", test::box({0.2, 0.2, 0.2}), mass, at(0, 0, 0.3)));
  return depths_after(world, static_cast<int>(1 / h));
}

TEST(RestingCompliance, LightBodyUnderAHeavyOneSinksByAtMostAMillimetre) {
  for (const double h : {1e-3, 1.0 / 240, 1.0 / 60}) {
    for (const double mass : {1e2, 1e4, 1e6}) {
      const std::vector<double> depths = depths_under(mass, h);
      ASSERT_EQ(depths.size(), 8u);
      // |Y_n|² is 4 1/kg at a corner on the ground, which carries a quarter of the weights. The
      // bound is 1 mm under the whole weight of the heavy cube.
      const double S = std::min(4 * kC, 1e-3 / (h * h * kG * mass));
      const double sunk = h * h * S * 0.25 * (1 + mass) * kG;
      EXPECT_LT(sunk, 1e-3);
      for (int i = 0; i < 4; ++i) EXPECT_NEAR(depths[i], sunk, 1e-2 * sunk) << h << " " << mass;
    }
  }
}

/// A ball at the end of a vertical slide: a link of an articulated body.
Model& add_sliding_ball(World& world) {
  ModelSpec spec;
  spec.name = "slide";
  spec.urdf_text = R"(<robot name="slide">
  <link name="rail"/>
  <link name="ball"><inertial><mass value="2"/><origin xyz="0 0 0"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="ball"/>
    <origin xyz="0 0 0.1"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="0" velocity="9"/>
  </joint></robot>)";
  return world.add(spec);
}

TEST(RestingCompliance, ContactOfALinkHasTheSameLaw) {
  const double h = 1e-3;
  World world(world_spec(h, kNoValue, "", "", 1e-13));
  world.add_ground();
  add_sliding_ball(world);
  // A free ball on the link, and one beside it on the ground.
  world.add(body("above", sphere(0.1), 1, at(0, 0, 0.3)));
  world.add(body("beside", sphere(0.1), 1, at(1, 0, 0.1)));
  for (int step = 0; step < 200; ++step) world.step();
  const double one = kG * h * h;
  int seen = 0;
  for (const ContactInfo& contact : world.contacts()) {
    const bool far = contact.point.x() > 0.5;
    // |Y_n|² is 1/2 under the link, 1/2 + 1/1 above it and 1/1 under the free ball.
    // The load is 3, 1 and 1 weights of 1 kg.
    const double expected = kC * one * (far ? 1 : 1.5);
    EXPECT_NEAR(-contact.phi, expected, 1e-4 * expected) << contact.point.transpose();
    ++seen;
  }
  EXPECT_EQ(seen, 3);
}

TEST(RestingCompliance, ValueOfAMaterialWins) {
  const double h = 1e-3;
  WorldSpec spec = world_spec(h, kNoValue, "", "", 1e-13);
  spec.materials.named["soft"].compliance = 0.05;
  World world(spec);
  world.add_ground();  // of the default material, which has no compliance
  ModelSpec ball = body("ball", sphere(0.1), 1, at(0, 0, 0.1));
  ball.material = "soft";
  world.add(ball);
  const std::vector<double> depths = depths_after(world, 100);
  ASSERT_EQ(depths.size(), 1u);
  EXPECT_NEAR(depths[0], 0.05 * kG * h * h, 1e-6 * kG * h * h);
}

// Rounding determines which box gives the features of a face, and a change of this box loses the
// memory of the contacts. Their depth still corresponds to a load, and no push-out throws the
// boxes.
TEST(RestingCompliance, StackIsNotPushedWhereFeaturesChange) {
  World world =
      make_world(load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/box_stack.yaml"));
  int pushed = 0;
  for (int step = 0; step < 1500; ++step) pushed += world.step().pushed_islands;
  EXPECT_EQ(pushed, 0);
}

}  // namespace
}  // namespace cardan
