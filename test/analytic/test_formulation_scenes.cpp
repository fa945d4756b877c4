#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "cardan/cardan_solver.h"
#include "test/support/worlds.h"

// Scenes with a closed form, run with every formulation. One table holds the friction bounds of
// each formulation's law relative to Coulomb's; the scenes use them.
namespace cardan {
namespace {

using test::body;
using test::kG;

struct Law {
  std::string name;
  FormulationSpec formulation;
  double compliance = 0;  ///< of the material: the minimum that the formulation accepts
  double lo = 1, hi = 1;  ///< friction of a sliding contact over Coulomb's, in any direction
  double creep = 1e-8;    ///< speed of a sticking body [m/s]
  double close = 1e-9;  ///< relative error of velocities and impulses, compared with rigid contact
  bool friction = true;
  bool lifts = false;            ///< a sliding body separates from the ground with u_n = μ |u_t|
  bool turns_with_slip = false;  ///< its axes follow the slip of the step before

  /// Many rows per contact: the tests use few contacts.
  bool is_small() const {
    return formulation.id == "polyhedral" || formulation.id == "phantom" ||
           std::any_of(formulation.options.begin(), formulation.options.end(),
                       [](const Option& option) { return option.name == "pyramid"; });
  }
};

// In the names and messages of tests.
void PrintTo(const Law& law, std::ostream* out) { *out << law.name; }

std::vector<Law> laws() {
  const double square = std::sqrt(2.0);
  const auto polyhedral = [](int d) {
    return Law{.name = "polyhedral" + std::to_string(d),
               .formulation = {"polyhedral", {{"directions", std::to_string(d)}}},
               .lo = std::cos(std::numbers::pi / d)};
  };
  std::vector<Law> all = {
      {.name = "cone", .formulation = {"cone", {}}},
      polyhedral(4),
      polyhedral(8),
      polyhedral(16),
      {.name = "polyhedral8_mixed",
       .formulation = {"polyhedral", {{"form", "mixed"}}},
       .lo = std::cos(std::numbers::pi / 8)},
      {.name = "box", .formulation = {"box", {}}, .hi = square},
      {.name = "phantom",
       .formulation = {"phantom", {}},
       .compliance = 1e-6,
       .creep = 1e-6,
       .close = 1e-3,
       .turns_with_slip = true},
      {.name = "hybrid",
       .formulation = {"hybrid", {}},
       .compliance = 1e-6,
       .creep = 1e-6,
       .close = 1e-3,
       .turns_with_slip = true},
      {.name = "frictionless",
       .formulation = {"frictionless", {}},
       .lo = 0,
       .hi = 0,
       .friction = false},
      {.name = "acceleration", .formulation = {"acceleration", {}}, .hi = square},
      {.name = "convex",
       .formulation = {"convex", {}},
       .compliance = 1e-6,
       .creep = 1e-3,
       .close = 1e-3,
       .lifts = true},
      {.name = "convex_pyramid",
       .formulation = {"convex", {{"pyramid", "16"}}},
       .compliance = 1e-6,
       .lo = std::cos(std::numbers::pi / 16),
       .creep = 1e-3,
       .close = 1e-3,
       .lifts = true},
  };
  const std::vector<std::string>& known = formulation_ids();
  std::erase_if(all, [&](const Law& law) {
    return std::find(known.begin(), known.end(), law.formulation.id) == known.end();
  });
  return all;
}

class Scene : public ::testing::TestWithParam<Law> {
 protected:
  const Law& law() const { return GetParam(); }

  WorldSpec spec(double h, double mu) const {
    WorldSpec spec = test::world_spec(h, {.mu = mu, .compliance = law().compliance},
                                      law().formulation.id, "", 1e-12);
    spec.contact.formulation = law().formulation;
    return spec;
  }

  /// Every island is solved, and all numbers are finite.
  static void expect_solved(const StepReport& report) {
    ASSERT_EQ(report.failed_islands, 0) << "step " << report.step;
    for (const IslandReport& island : report.islands) {
      ASSERT_EQ(island.status, CARDAN_SOLVED)
          << "step " << report.step << ", residual " << island.residual;
    }
  }
};

/// Flat and wide, so that it slides without tipping.
ModelSpec slab(const Vector3& velocity, double gap = 0) {
  SpatialVelocity start;
  start.linear = velocity;
  return body("slab", test::box({2, 2, 0.02}), 1, RigidTransform(Vector3(0, 0, 0.01 + gap)), start);
}

// Scene 1: tan α is below the friction of the law: the box stays.
TEST_P(Scene, BoxOnASlopeSticks) {
  if (!law().friction) GTEST_SKIP();
  const double h = 1e-3, mu = 0.5, alpha = std::atan(0.95 * law().lo * mu);
  World world(spec(h, mu));
  world.add(test::slope(alpha));
  const Matrix3 R = Eigen::AngleAxisd(alpha, Vector3::UnitY()).toRotationMatrix();
  Model& box = world.add(body("box", test::box({0.4, 0.3, 0.1}), 2, {R, R * Vector3(0, 0, 0.05)}));
  for (int k = 0; k < 100; ++k) expect_solved(world.step());
  for (int k = 0; k < 100; ++k) {
    expect_solved(world.step());
    EXPECT_LT(box.base_velocity().linear.norm(), law().creep);
  }
}

// Scene 1: v_k = k h g (sin α − μ cos α), implicit Euler's own, with μ between its bounds.
TEST_P(Scene, BoxOnASlopeSlides) {
  if (law().lifts) GTEST_SKIP();
  const double h = 1e-3, mu = 0.3, alpha = 0.6;
  World world(spec(h, mu));
  world.add(test::slope(alpha));
  const Matrix3 R = Eigen::AngleAxisd(alpha, Vector3::UnitY()).toRotationMatrix();
  Model& box =
      world.add(body("box", test::box({0.4, 0.4, 0.05}), 2, {R, R * Vector3(0, 0, 0.025)}));
  const auto speed = [&](int k, double factor) {
    return k * h * kG * (std::sin(alpha) - factor * mu * std::cos(alpha));
  };
  // A law that turns with the slip has no slip direction in the first step.
  const double first = law().turns_with_slip ? 0.5 * mu * kG * h : 0;
  for (int k = 1; k <= 200; ++k) {
    expect_solved(world.step());
    const double v = box.base_velocity().linear.dot(R.col(0));
    const double slack = law().close * speed(k, 0) + 1e-11;
    EXPECT_GT(v, speed(k, law().hi) - slack - first) << "step " << k;
    EXPECT_LT(v, speed(k, law().lo) + slack) << "step " << k;
  }
}

// Scene 1: in 16 directions, friction over μ N is within the bounds of the law.
TEST_P(Scene, FrictionOpposesSlidingInEveryDirection) {
  if (law().lifts) GTEST_SKIP();
  const double h = 1e-3, mu = 0.4;
  for (int k = 0; k < 16; ++k) {
    const double angle = 2 * std::numbers::pi * (k + 0.3) / 16;
    World world(spec(h, mu));
    world.add_ground();
    Model& box = world.add(slab({std::cos(angle), std::sin(angle), 0}));
    for (int step = 1; step <= 10; ++step) {
      const Vector3 before = box.base_velocity().linear;
      expect_solved(world.step());
      if (step == 1 && law().turns_with_slip) continue;
      const Vector3 impulse = box.base_velocity().linear - before;
      const double ratio = impulse.head<2>().norm() / (mu * kG * h);
      EXPECT_GT(ratio, law().lo - 1e-9 - law().close) << angle << ", step " << step;
      EXPECT_LT(ratio, law().hi + 1e-9 + law().close) << angle << ", step " << step;
      if (law().friction) {
        EXPECT_LT(impulse.head<2>().dot(before.head<2>()), 0);
      }
    }
  }
}

// Scene 2: along a tangent all laws are Coulomb's: ceil(v0/(μ g h)) steps, x = h (n v0 − μ g h n (n
// + 1)/2), no reversal.
TEST_P(Scene, SlidingBoxStopsAfterTheRightDistance) {
  if (law().lifts) GTEST_SKIP();
  const double h = 1e-2, v0 = 5, mu = 1;
  World world(spec(h, mu));
  world.add_ground();
  Model& box = world.add(slab({v0, 0, 0}));
  const int n = static_cast<int>(std::floor(v0 / (mu * kG * h)));
  for (int k = 0; k <= n; ++k) {
    expect_solved(world.step());
    EXPECT_GT(box.base_velocity().linear.x(), -law().creep);
  }
  const double x = box.base_pose().p.x();
  if (!law().friction) {
    EXPECT_NEAR(x, (n + 1) * h * v0, 1e-10);
    return;
  }
  EXPECT_NEAR(x, h * (n * v0 - mu * kG * h * n * (n + 1) / 2.0), 1e-9 + law().close * x);
  // A bristle releases the deflection of the last sliding step.
  for (int k = 0; k < 5; ++k) world.step();
  EXPECT_LT(box.base_velocity().linear.norm(), law().creep);
}

// Scene 3: 5/7 of the speed for any friction, because the moment about the line of contact is
// conserved; a point contact does not resist spin about its normal.
TEST_P(Scene, SphereEndsRolling) {
  if (!law().friction) GTEST_SKIP();
  const double h = 1e-3, v0 = 2, mu = 0.3, radius = 0.1;
  World world(spec(h, mu));
  world.add_ground();
  SpatialVelocity start;
  start.linear = v0 * Vector3(std::cos(0.3), std::sin(0.3), 0);
  start.angular = Vector3(0, 0, 3);
  // A law that lifts sliding bodies keeps them at the gap h μ |u_t|, where u_n is 0.
  const double gap = law().lifts ? h * mu * v0 : 0;
  Model& ball = world.add(
      body("ball", test::sphere(radius), 1, RigidTransform(Vector3(0, 0, radius + gap)), start));
  const double rolls = 2 * v0 / (7 * mu * kG);
  const double slack = 1e-9 + law().close * v0;
  while (world.time() < rolls / law().hi - 3 * h - 3 * law().close) world.step();
  EXPECT_GT(
      ball.base_velocity().linear.norm() - radius * ball.base_velocity().angular.head<2>().norm(),
      0);
  while (world.time() < (rolls / law().lo) * (1 + 5 * law().close) + 3 * h)
    expect_solved(world.step());
  EXPECT_LT((ball.base_velocity().linear - 5.0 / 7.0 * start.linear).norm(), slack);
  EXPECT_NEAR(ball.base_velocity().angular.head<2>().norm() * radius, 5.0 / 7.0 * v0, slack);
  EXPECT_NEAR(ball.base_velocity().angular.z(), 3, 1e-9);
}

/// Impulses of a stack of balls from the ground up.
std::vector<double> stack_impulses(World& world, int n) {
  std::vector<double> impulses(n, 0.0);
  for (const ContactInfo& contact : world.contacts()) {
    const bool on_ground = contact.model_a == "ground" || contact.model_b == "ground";
    const std::string_view lower = on_ground ? "ball0" : std::min(contact.model_a, contact.model_b);
    impulses[on_ground ? 0 : lower.back() - '0' + 1] += contact.impulse.norm();
  }
  return impulses;
}

// Scene 4: level i carries the weight above it, also with the heavy one on top.
TEST_P(Scene, StackCarriesTheWeightAbove) {
  const double h = 1e-3;
  for (const std::vector<double>& masses :
       {std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{1, 1000}}) {
    World world(spec(h, 0.5));
    world.add_ground();
    const int n = static_cast<int>(masses.size());
    for (int i = 0; i < n; ++i) {
      world.add(body("ball" + std::to_string(i), test::sphere(0.1), masses[i],
                     RigidTransform(Vector3(0, 0, 0.1 + 0.2 * i))));
    }
    for (int k = 0; k < 100; ++k) expect_solved(world.step());
    const std::vector<double> impulses = stack_impulses(world, n);
    double above = 0;
    for (int i = n - 1; i >= 0; --i) {
      above += masses[i];
      EXPECT_NEAR(impulses[i] / (above * kG * h), 1, 1e-8) << "level " << i << " of " << n;
    }
  }
}

/// A disc on ball feet in a circle, each duplicated.
ModelSpec table(int legs, const Vector3& velocity = Vector3::Zero()) {
  ModelSpec spec;
  spec.name = "table";
  const auto add = [&](const GeometryRecord& geometry, const Vector3& at, double mass) {
    CompoundPart part;
    part.geometry = geometry;
    part.pose.p = at;
    part.mass = mass;
    spec.compound.push_back(part);
  };
  add(test::box({1.4, 1.4, 0.1}), {0, 0, 0.4}, 2);
  for (int i = 0; i < 2 * legs; ++i) {
    const double angle = 2 * std::numbers::pi * (i / 2) / legs + 0.1;
    add(test::sphere(0.02), {std::cos(angle), std::sin(angle), 0.02}, 1.0 / (2 * legs));
  }
  spec.velocity.linear = velocity;
  return spec;
}

// Scene 5: a table whose legs are all duplicated: the sum is the weight, and nothing moves. Single
// impulses are not determined.
TEST_P(Scene, TableOnManyLegsStands) {
  const double h = 1e-3;
  for (const int legs : {4, 6, 100}) {
    if (legs == 100 && law().is_small()) continue;
    World world(spec(h, 0.5));
    world.add_ground();
    Model& model = world.add(table(legs));
    for (int k = 0; k < 20; ++k) expect_solved(world.step());
    EXPECT_EQ(world.contacts().size(), 2u * legs);
    Vector3 sum = Vector3::Zero();
    for (const ContactInfo& contact : world.contacts()) {
      sum += (contact.model_b == "table" ? 1 : -1) * contact.impulse;
    }
    EXPECT_NEAR(sum.z(), 3 * kG * h, 1e-9) << legs << " legs";
    EXPECT_LT(sum.head<2>().norm(), 1e-9);
    EXPECT_LT(model.base_velocity().linear.norm(), 1e-9);
    EXPECT_LT(model.base_velocity().angular.norm(), 1e-9);
  }
}

// Scene 12: redundant rows, without friction and with friction above the limit: all numbers are
// finite, and no energy is created.
TEST_P(Scene, DuplicatedContactsStickAndSlideLikeSingleOnes) {
  for (const double mu : {0.0, 1e6}) {
    World world(spec(1e-3, mu));
    world.add_ground();
    Model& model = world.add(table(4, {0.5, 0.2, 0}));
    const auto total = [&] { return world.kinetic_energy() + world.potential_energy(); };
    double energy = total();
    for (int k = 0; k < 20; ++k) {
      const StepReport& report = world.step();
      ASSERT_EQ(report.failed_islands, 0);
      ASSERT_LT(report.worst_residual, 1e-6);
      ASSERT_TRUE(std::isfinite(world.kinetic_energy()));
      if (!law().lifts) {
        EXPECT_LT(total(), energy + 1e-9);
      }
      energy = total();
    }
    if (mu == 0 && !law().lifts) {
      EXPECT_NEAR(model.base_velocity().linear.head<2>().norm(), std::hypot(0.5, 0.2), 1e-9);
    }
  }
}

/// Steps until the box on a belt that runs along x stands still on it; it starts at rest.
struct Ride {
  int steps = 0;
  double speed = 0, later_slip = 0;
};

Ride ride(World& world, Model& box, double belt, double creep) {
  Ride result;
  while (result.steps < 1000 && std::abs(box.base_velocity().linear.x() - belt) > creep) {
    world.step();
    ++result.steps;
  }
  for (int k = 0; k < 50; ++k) {
    world.step();
    result.later_slip =
        std::max(result.later_slip, std::abs(box.base_velocity().linear.x() - belt));
  }
  result.speed = box.base_velocity().linear.x();
  return result;
}

// Scene 15: a box on a belt reaches the speed of the belt after ceil(v/(μ g h)) steps and keeps it,
// whether the belt is a surface or a body.
TEST_P(Scene, BeltCarriesTheBox) {
  if (!law().friction || law().lifts) GTEST_SKIP();
  const double h = 1e-3, mu = 0.5, belt = 0.4;
  const int steps = static_cast<int>(std::ceil(belt / (mu * kG * h)));
  for (const bool body_moves : {false, true}) {
    WorldSpec world_spec = spec(h, mu);
    ModelSpec conveyor =
        body("belt", test::box({10, 4, 0.2}), 1, RigidTransform(Vector3(0, 0, -0.1)));
    if (body_moves) {
      conveyor.kinematic = KinematicSpec{};
      conveyor.kinematic->velocity.linear = Vector3(belt, 0, 0);
    } else {
      MaterialSpec rubber = world_spec.materials.named["default"];
      rubber.surface_velocity = Vector3(belt, 0, 0);
      world_spec.materials.named["rubber"] = rubber;
      conveyor.material = "rubber";
      conveyor.is_static = true;
    }
    World world(world_spec);
    world.add(conveyor);
    Model& box = world.add(slab(Vector3::Zero()));
    const Ride result = ride(world, box, belt, law().creep);
    EXPECT_NEAR(result.steps, steps, law().close > 1e-6 ? 1 : 0);
    EXPECT_LT(result.later_slip, law().creep);
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, Scene, ::testing::ValuesIn(laws()),
                         [](const ::testing::TestParamInfo<Law>& law) { return law.param.name; });

// admm fails here without a diagnosis. The ladder of compliance detects that there is no solution
// from impulses that grow as the compliance decreases.
TEST(Jam, ComplianceLadderDiagnosesAJamWhenTheSolverFails) {
  WorldSpec spec = test::world_spec(1e-3, {.mu = 0.5, .compliance = 0}, "cone", "admm", 1e-10);
  spec.gravity.setZero();
  World world(spec);
  for (const double side : {-1.0, 1.0}) {
    ModelSpec wall = body(side < 0 ? "left" : "right", test::box({0.2, 2, 2}), 1,
                          RigidTransform(Vector3(side * 0.2, 0, 0)));
    wall.kinematic = KinematicSpec{};
    wall.kinematic->velocity.linear = Vector3(-0.4 * side, 0, 0);
    world.add(wall);
  }
  world.add(body("ball", test::sphere(0.1), 2));
  const StepReport& report = world.step();
  ASSERT_EQ(report.islands.size(), 1u);
  EXPECT_EQ(report.islands[0].diagnosis, CARDAN_JAMMED);
  EXPECT_EQ(report.islands[0].added_compliance, 1e-2);
  EXPECT_EQ(report.failed_islands, 0);
}

// Scene 7: two kinematic walls close in on a rigid box. There is no solution; the report states
// this with a remedy, and the state stays finite.
TEST(Jam, ReportNamesTheClosingWalls) {
  for (const std::string& form : {std::string("standard"), std::string("mixed")}) {
    WorldSpec spec =
        test::world_spec(1e-3, {.mu = 0.5, .compliance = 0}, "polyhedral", "lemke", 1e-10);
    spec.gravity.setZero();
    spec.contact.formulation->options.emplace_back("form", form);
    World world(spec);
    for (const double side : {-1.0, 1.0}) {
      ModelSpec wall = body(side < 0 ? "left" : "right", test::box({0.2, 2, 2}), 1,
                            RigidTransform(Vector3(side * 0.3, 0, 0)));
      wall.kinematic = KinematicSpec{};
      wall.kinematic->velocity.linear = Vector3(-0.1 * side, 0, 0);
      world.add(wall);
    }
    Model& box = world.add(body("box", test::box({0.4, 0.3, 0.3}), 1));
    for (int k = 0; k < 20; ++k) {
      const StepReport& report = world.step();
      ASSERT_EQ(report.islands.size(), 1u);
      EXPECT_TRUE(report.islands[0].diagnosis == CARDAN_JAMMED ||
                  report.islands[0].diagnosis == CARDAN_INFEASIBLE);
      EXPECT_EQ(report.islands[0].added_compliance, 0.01);
      EXPECT_EQ(report.islands[0].status, CARDAN_APPROXIMATE);
      EXPECT_EQ(report.failed_islands, 0);
      EXPECT_EQ(report.approximate_islands, 1);
      const IslandReport& island = report.islands[0];
      EXPECT_NE(island.attempts[0].status, CARDAN_SOLVED);
      EXPECT_EQ(island.attempts[island.num_attempts - 1].status, CARDAN_SOLVED);
      EXPECT_EQ(island.attempts[island.num_attempts - 1].compliance, 0.01);
      EXPECT_GT(island.residual, 0.01);  // of the rigid law: the walls continue to approach
      ASSERT_FALSE(report.messages.empty());
      EXPECT_NE(report.messages[0].find("no rigid solution"), std::string::npos);
      EXPECT_NE(report.messages[0].find("compliance of 0.01"), std::string::npos);
      ASSERT_TRUE(box.base_pose().p.allFinite());
      EXPECT_LT(box.base_velocity().linear.norm(), 1e-3);  // of the walls' 0.1 m/s
    }
  }
}

}  // namespace
}  // namespace cardan
