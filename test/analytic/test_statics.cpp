#include <gtest/gtest.h>

#include "cardan/cardan_solver.h"
#include "cardan/error.h"
#include "cardan/scene.h"
#include "cardan/skeleton_builder.h"
#include "test/support/worlds.h"

// Jams, wedges, ladders, cards, arches, rows of balls and long chains: a closed form determines
// which of them stand, and their forces.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::kG;
using test::sphere;
using test::world_spec;

RigidTransform turned(double x, double z, double angle) {
  RigidTransform X = at(x, 0, z);
  X.R = Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix();
  return X;
}

ModelSpec moving_wall(const std::string& name, const RigidTransform& pose, double speed) {
  ModelSpec wall;
  wall.name = name;
  wall.geometry = box({0.2, 2, 2});
  wall.pose = pose;
  wall.kinematic = KinematicSpec{};
  wall.kinematic->velocity.linear = {speed, 0, 0};
  return wall;
}

// ------------------------------------------------------------------------------------ scene 7:
// jams

/// A ball of radius 0.1 touches two walls that close on it.
struct Jam {
  World world;
  Model& ball;

  Jam(WorldSpec spec, double left, double right)
      : world([&] {
          spec.gravity = Vector3::Zero();
          return spec;
        }()),
        ball(world.add(body("ball", sphere(0.1), 2))) {
    world.add(moving_wall("left", at(-0.2, 0, 0), left));
    world.add(moving_wall("right", at(0.2, 0, 0), -right));
  }
};

struct Pair {
  const char *formulation, *solver;
};

class Jams : public testing::TestWithParam<Pair> {};

// A rigid jam has no solution; the report states this, and the state stays finite.
TEST_P(Jams, JamBetweenRigidWallsIsReported) {
  Jam jam(world_spec(1e-3, {0.5, 0, 0}, GetParam().formulation, GetParam().solver), 0.5, 0.3);
  const StepReport& report = jam.world.step();
  ASSERT_EQ(report.islands.size(), 1u);
  EXPECT_NE(report.islands[0].status, CARDAN_SOLVED);
  EXPECT_TRUE(jam.ball.v().allFinite());
  for (int k = 0; k < 20; ++k) jam.world.step();
  EXPECT_TRUE(jam.ball.q().allFinite());
}

// With S = σ on both rows: mean of λ (c1 + c2)/(2 σ), difference (c2 − c1)/(2/m + σ).
TEST_P(Jams, CompliantWallsShareTheirForce) {
  const double left = 0.5, right = 0.3, m = 2, sigma = 1e-4 / m;
  Jam jam(world_spec(1e-3, {0, 0, 1e-4}, GetParam().formulation, GetParam().solver, 1e-10), left,
          right);
  const StepReport& report = jam.world.step();
  EXPECT_EQ(report.islands[0].status, CARDAN_SOLVED);
  double from_left = 0, from_right = 0;
  for (const ContactInfo& contact : jam.world.contacts()) {
    const double x = contact.impulse.x() * (contact.model_b == "ball" ? 1 : -1);
    (x > 0 ? from_left : from_right) += std::abs(x);
  }
  const double mean = (left + right) / (2 * sigma), difference = (left - right) / (2 / m + sigma);
  EXPECT_NEAR(from_left / (mean + difference / 2), 1, 1e-6);
  EXPECT_NEAR(from_right / (mean - difference / 2), 1, 1e-6);
}

// A ball between jaws that open upwards with half-angle a is ejected at c/tan a if tan a > μ, and
// is held otherwise.
TEST_P(Jams, WedgeSteeperThanTheFrictionAngleIsExpelled) {
  const double a = 0.4, c = 0.2, r = 0.1;
  for (const double share : {0.8, 0.95, 0.995, 1.005, 1.05, 1.25}) {
    const double mu = std::tan(a) / share;
    WorldSpec spec = world_spec(1e-3, {mu, 0, 1e-4}, GetParam().formulation, GetParam().solver);
    spec.gravity = Vector3::Zero();
    World world(spec);
    Model& ball = world.add(body("ball", sphere(r), 1));
    const double reach = r + 0.1;  // half of the wall's thickness
    world.add(moving_wall("left", turned(-reach * std::cos(a), -reach * std::sin(a), -a), c));
    world.add(moving_wall("right", turned(reach * std::cos(a), -reach * std::sin(a), a), -c));
    world.step();
    ASSERT_EQ(world.contacts().size(), 2u);
    if (share > 1) {
      // The compliance slows a ball that is almost jammed.
      EXPECT_NEAR(ball.v()[5], c / std::tan(a), share < 1.01 ? 5e-2 : 5e-3) << share;
    } else {
      EXPECT_LE(ball.v()[5], 1e-2) << share;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Jams,
                         testing::Values(Pair{"cone", "conic"}, Pair{"polyhedral", "lemke"},
                                         Pair{"box", "conic"}),
                         [](const auto& tested) { return std::string(tested.param.formulation); });

// ------------------------------------------------------------------------- scene 8: ladder and
// cards

/// Floor of μ, everything else smooth.
WorldSpec smooth_but_for_the_floor(double mu, const Pair& pair, double h) {
  WorldSpec spec = world_spec(h, {0, 0, 1e-4}, pair.formulation, pair.solver, 1e-9);
  MaterialSpec floor = spec.materials.named["default"];
  floor.mu_static = floor.mu_kinetic = mu;
  spec.materials.named["floor"] = floor;
  spec.materials.pairs.push_back({"floor", "default", floor});
  return spec;
}

GeometryRecord capsule(double radius, double length) {
  GeometryRecord record;
  record.kind = GeometryKind::kCapsule;
  record.size = {radius, length, 0};
  return record;
}

/// A capsule of length L and radius r whose lower end stands on the floor, leaning towards +x at θ
/// to the ground; its upper end touches x = reach.
struct Leaning {
  double L = 1, r = 0.02, theta = 1.1;
  double reach() const { return L / 2 * std::cos(theta) + r; }
  /// Moments about the centre of the lower end: N (L sin θ + r) = m g L/2 cos θ, friction N.
  double least_friction() const { return L * std::cos(theta) / (2 * (L * std::sin(theta) + r)); }
  RigidTransform pose(double side) const {
    return turned(side < 0 ? 0 : 2 * reach(), L / 2 * std::sin(theta) + r,
                  -side * (std::acos(-1.0) / 2 - theta));
  }
};

void add_floor(World& world) {
  ModelSpec floor = test::slope(0);
  floor.material = "floor";
  world.add(floor);
}

double fall_of_ladder(double share, const Pair& pair, double h) {
  const Leaning leaning;
  World world(smooth_but_for_the_floor(share * leaning.least_friction(), pair, h));
  add_floor(world);
  ModelSpec wall = test::slope(0);
  wall.name = "wall";
  wall.pose.R = Eigen::AngleAxisd(-std::acos(-1.0) / 2, Vector3::UnitY()).toRotationMatrix();
  wall.pose.p.x() = leaning.reach();
  world.add(wall);
  Model& ladder = world.add(body("ladder", capsule(leaning.r, leaning.L), 5, leaning.pose(-1)));
  const double start = ladder.base_pose().p.z();
  while (world.time() < 0.5 - 1e-9) world.step();
  return start - ladder.base_pose().p.z();
}

constexpr double kSteps[] = {1e-2, 4e-3, 1e-3};

class Leanings : public testing::TestWithParam<Pair> {};

TEST_P(Leanings, LadderStandsIfFrictionExceedsHalfTheCotangent) {
  for (const double h : kSteps) {
    EXPECT_NEAR(fall_of_ladder(1.005, GetParam(), h), 0, 1e-6) << h;
    EXPECT_GT(fall_of_ladder(0.995, GetParam(), h), 1e-4) << h;
  }
}

double fall_of_cards(double share, const Pair& pair, double h) {
  const Leaning leaning;
  World world(smooth_but_for_the_floor(share * leaning.least_friction(), pair, h));
  add_floor(world);
  Model& card = world.add(body("left", capsule(leaning.r, leaning.L), 5, leaning.pose(-1)));
  world.add(body("right", capsule(leaning.r, leaning.L), 5, leaning.pose(1)));
  const double start = card.base_pose().p.z();
  while (world.time() < 0.5 - 1e-9) world.step();
  return start - card.base_pose().p.z();
}

TEST_P(Leanings, CardHouseStandsIfFrictionExceedsHalfTheTangent) {
  for (const double h : kSteps) {
    EXPECT_NEAR(fall_of_cards(1.005, GetParam(), h), 0, 1e-6) << h;
    EXPECT_GT(fall_of_cards(0.995, GetParam(), h), 1e-4) << h;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Leanings,
                         testing::Values(Pair{"cone", "conic"}, Pair{"polyhedral", "lemke"},
                                         Pair{"box", "conic"}),
                         [](const auto& tested) { return std::string(tested.param.formulation); });

// ------------------------------------------------------------------------------------ scene 9:
// arch

/// A wedge stone of an arch of mean radius 1 between two angles from the x axis, about its middle.
GeometryRecord voussoir(double thickness, double from, double until) {
  const double middle = (from + until) / 2;
  auto mesh = std::make_shared<TriangleMesh>();
  for (const double y : {-0.2, 0.2}) {
    for (const auto& [radius, angle] :
         {std::pair(1 - thickness / 2, from), std::pair(1 + thickness / 2, from),
          std::pair(1 + thickness / 2, until), std::pair(1 - thickness / 2, until)}) {
      mesh->vertices.emplace_back(radius * std::cos(angle) - std::cos(middle), y,
                                  radius * std::sin(angle) - std::sin(middle));
    }
  }
  mesh->triangles = {{0, 1, 2}, {0, 2, 3}, {4, 6, 5}, {4, 7, 6}, {0, 5, 1}, {0, 4, 5},
                     {1, 6, 2}, {1, 5, 6}, {2, 7, 3}, {2, 6, 7}, {3, 4, 0}, {3, 7, 4}};
  GeometryRecord record;
  record.kind = GeometryKind::kMesh;
  record.parts = {mesh};
  return record;
}

/// Distance by which the keystone of a semicircular arch of 15 stones has fallen after some time.
double fall_of_arch(double thickness, double mu, double h, double duration) {
  constexpr int kStones = 15;
  World world(world_spec(h, {mu, 0, 1e-4}, "cone", "", 1e-8));
  world.add_ground();
  Model* key = nullptr;
  for (int i = 0; i < kStones; ++i) {
    const double pi = std::acos(-1.0);
    const double from = pi * i / kStones, until = pi * (i + 1) / kStones;
    const double middle = (from + until) / 2;
    ModelSpec stone;
    stone.name = std::string("stone").append(1, static_cast<char>('a' + i));
    stone.geometry = voussoir(thickness, from, until);
    stone.density = 2400;
    stone.pose = at(std::cos(middle), 0, std::sin(middle));
    Model& model = world.add(stone);
    if (i == kStones / 2) key = &model;
  }
  const double start = key->base_pose().p.z();
  while (world.time() < duration - 1e-9) world.step();
  return start - key->base_pose().p.z();
}

// A semicircular arch needs friction to hold its springings.
TEST(Arch, ArchStandsIfRoughEnough) {
  EXPECT_LT(std::abs(fall_of_arch(0.26, 0.5, 2e-3, 0.5)), 1e-5);
  EXPECT_GT(fall_of_arch(0.26, 0.25, 2e-3, 0.5), 1e-3);
}

// The thickness of 0.106068 is the least into which a line of thrust fits: a linear program over
// the horizontal thrust and its height at the crown, with the corners of the stones as bounds.
TEST(Arch, ArchStandsAtHalfAPercentAboveItsLeastThickness) {
  constexpr double kLeast = 0.106068;
  for (const double h : kSteps) {
    EXPECT_LT(std::abs(fall_of_arch(1.005 * kLeast, 1.0, h, 1)), 1e-4) << h;
    EXPECT_GT(fall_of_arch(0.995 * kLeast, 1.0, h, 1), 0.1) << h;
  }
}

// --------------------------------------------------------------------------------- harmonic tower

/// Distance by which the top of a tower of blocks of 1 m at the edge of a table has fallen after a
/// second. The centre of mass of the upper k blocks is at `share` of half a block from the middle
/// of the block below.
double fall_of_tower(int blocks, double share, double h) {
  World world(world_spec(h, {0.7, 0, 1e-4}, "cone", "", 1e-8));
  constexpr double kHeight = 0.1;
  double x = 0;
  Model* top = nullptr;
  for (int k = 1; k <= blocks; ++k) {
    const double z = (blocks - k + 0.5) * kHeight;
    Model& block = world.add(body(std::string("block").append(std::to_string(k)),
                                  box({1, 0.4, kHeight}), 1, at(x, 0, z)));
    if (k == 1) top = &block;
    x -= share / (2 * k);
  }
  ModelSpec table = body("table", box({1, 1, 1}), 1, at(x, 0, -0.5));
  table.is_static = true;
  world.add(table);
  const double start = top->base_pose().p.z();
  while (world.time() < 1 - 1e-9) world.step();
  return start - top->base_pose().p.z();
}

TEST(Tower, TowerStandsAtHalfAPercentBelowItsLargestOverhang) {
  for (const int blocks : {4, 6, 10}) {
    for (const double h : kSteps) {
      EXPECT_LT(std::abs(fall_of_tower(blocks, 0.995, h)), 1e-4) << blocks << " " << h;
      EXPECT_GT(fall_of_tower(blocks, 1.005, h), 0.01) << blocks << " " << h;
    }
  }
}

// ---------------------------------------------------------------------------- scene 11: row of
// balls

// All contacts act at once: 2/n − 1 for the first of n equal balls and 2/n for all others, momentum
// and energy exact.
TEST(RowOfBalls, ImpactFollowsTheSimultaneousLaw) {
  for (const int n : {2, 3, 5}) {
    WorldSpec spec = world_spec(1e-3, {0, 1, 0}, "cone", "", 1e-12);
    spec.gravity = Vector3::Zero();
    World world(spec);
    std::vector<Model*> balls;
    for (int i = 0; i < n; ++i) {
      const SpatialVelocity velocity({0, 0, 0}, {i == 0 ? 1.0 : 0.0, 0, 0});
      balls.push_back(&world.add(body(std::string("ball").append(std::to_string(i)), sphere(0.1), 1,
                                      at(0.2 * i, 0, 0), velocity)));
    }
    world.step();
    double momentum = 0;
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(balls[static_cast<std::size_t>(i)]->v()[3], i == 0 ? 2.0 / n - 1 : 2.0 / n,
                  1e-10);
      momentum += balls[static_cast<std::size_t>(i)]->v()[3];
    }
    EXPECT_NEAR(momentum, 1, 1e-11);
    EXPECT_NEAR(world.kinetic_energy(), 0.5, 1e-10);
  }
}

// -------------------------------------------------------------------------- scene 14: chains,
// standing

std::shared_ptr<const Skeleton> chain(int links, double payload) {
  SkeletonBuilder builder("chain");
  std::string parent;
  for (int i = 0; i < links; ++i) {
    LinkSpec link;
    link.name = std::string("link").append(std::to_string(i));
    link.parent = parent;
    link.joint_name = link.name;
    link.joint_type = JointType::kRevolute;
    link.axis = Vector3::UnitY();
    if (i > 0) link.X_PJ.p.z() = -0.1;
    link.inertia.mass = 0.1;
    link.inertia.com.z() = -0.05;
    link.inertia.inertia = 0.1 * 0.01 / 12 * Matrix3::Identity();
    if (i == links - 1 && payload > 0) {
      link.inertia.mass += payload;
      link.inertia.com.z() = -0.1;
      link.inertia.inertia += payload * 1e-4 * Matrix3::Identity();
    }
    builder.add_link(link);
    parent = link.name;
  }
  return builder.build();
}

// A hundred links, released from a bend, swing without gaining energy, also with a load of 1e5
// times the mass of a link.
TEST(Chain, ChainOfAHundredLinksKeepsItsEnergy) {
  for (const double payload : {0.0, 1e4}) {
    World world(world_spec(1e-3, {}, "", "", 1e-10));
    Model& model = world.add_skeleton("chain", chain(100, payload));
    for (int i = 0; i < 100; ++i) {
      model.set_joint_position(std::string("link").append(std::to_string(i)), i == 0 ? 0.3 : 0.002);
    }
    const double start = world.kinetic_energy() + world.potential_energy();
    double most = 0, kinetic = 0;
    for (int k = 0; k < 1000; ++k) {
      world.step();
      const double energy = world.kinetic_energy() + world.potential_energy();
      most = std::max(most, std::abs(energy - start));
      kinetic = std::max(kinetic, world.kinetic_energy());
    }
    EXPECT_GT(kinetic, 0.01 * std::abs(start) / 100);
    EXPECT_LE(most, 0.01 * kinetic) << payload;
  }
}

// A free payload on the last link by a loop: the loop carries it, and the chain hangs.
TEST(Chain, ChainCarriesAPayloadByALoop) {
  World world(world_spec(1e-3, {}, "", "", 1e-8));
  world.add_skeleton("chain", chain(100, 0));
  world.add(body("load", sphere(0.3), 1e4, at(0, 0, -10.5)));
  LoopSpec point;
  point.kind = LoopKind::kPoint;
  point.a = "chain/link99";
  point.b = "load";
  point.at_a = {0, 0, -0.1};
  point.at_b = Vector3(0, 0, 0.5);
  world.add_loop(point);
  for (int k = 0; k < 300; ++k) ASSERT_LE(world.step().loop_error, 1e-9);
  EXPECT_NEAR(world.loops()[0].force.z() / (1e4 * kG), 1, 1e-6);
  EXPECT_LE(world.kinetic_energy(), 1e-6);
}

// The feet of a standing robot carry its full weight.
TEST(Standing, FeetCarryTheWeight) {
  Scene scene = load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/stand.yaml");
  scene.world.contact.solver.tolerance = 1e-11;
  World world = make_world(scene);
  while (world.time() < 6) world.step();
  double force = 0, mass = 0;
  for (const ContactInfo& contact : world.contacts()) force += std::abs(contact.force.z());
  const Skeleton& skeleton = *world.find("robot")->skeleton();
  for (const SpatialInertia& inertia : skeleton.inertia) mass += inertia.mass;
  EXPECT_NEAR(force / (mass * kG), 1, 1e-6);
}

}  // namespace
}  // namespace cardan
