#include <gtest/gtest.h>

#include "cardan/skeleton_builder.h"
#include "sim/data/world_impl.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

// Three methods of position stabilisation: their effect on the energy and their convergence.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::world_spec;

constexpr StabilizationKind kKinds[] = {
    StabilizationKind::kBaumgarte, StabilizationKind::kRelaxation, StabilizationKind::kProjection};

WorldSpec spec_of(StabilizationKind kind, const std::string& formulation = "") {
  WorldSpec spec = world_spec(1e-3, {}, formulation, "", 1e-10);
  spec.contact.rules.stabilization.kind = kind;
  spec.contact.rules.stabilization.erp = 0.2;
  return spec;
}

/// A box 5 mm deep in the floor.
struct DeepStart {
  World world;
  Model& crate;
  double kinetic = 0, height = 0;
  int settled = -1;  ///< first step from which on it moves by less than 1e-6 m

  explicit DeepStart(const WorldSpec& spec)
      : world(spec),
        crate((world.add_ground(),
               world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.095))))) {}
  void run(int steps) {
    for (int k = 0; k < steps; ++k) {
      world.step();
      kinetic = std::max(kinetic, world.kinetic_energy());
      const double z = crate.base_pose().p.z();
      height = std::max(height, z);
      if (std::abs(z - 0.1) > 1e-6) settled = -1;
      if (settled < 0 && std::abs(z - 0.1) <= 1e-6) settled = k;
    }
  }
};

// The push-out of a projection moves the box without a speed: no kinetic energy at all.
TEST(Stabilization, ProjectionLiftsWithoutKineticEnergy) {
  for (const char* formulation : {"cone", "polyhedral"}) {
    DeepStart deep(spec_of(StabilizationKind::kProjection, formulation));
    deep.run(200);
    EXPECT_LE(deep.kinetic, 1e-12) << formulation;
    EXPECT_NEAR(deep.crate.base_pose().p.z(), 0.1, 1e-7) << formulation;
    EXPECT_LE(deep.height, 0.1 + 1e-9) << formulation;
    EXPECT_GE(deep.settled, 0);
    EXPECT_LE(deep.world.report().push_out_residual, 1e-10);
    EXPECT_EQ(deep.world.report().push_out_failures, 0);
  }
}

// Baumgarte's share of 5 mm in 1 ms would be 1 m/s: positions take it over until the share is no
// more than the speed that gravity gives in a step.
TEST(Stabilization, BaumgarteLeavesDeepOverlapToThePositionProblem) {
  DeepStart deep(spec_of(StabilizationKind::kBaumgarte));
  deep.run(400);
  EXPECT_LE(deep.kinetic, 0.5 * 0.011 * 0.011);
  EXPECT_LE(deep.height, 0.1 + 1e-5);
  EXPECT_GE(deep.settled, 0);
}

// A relaxation yields by m g/k, where the four corners are four springs.
TEST(Stabilization, RelaxationRestsOnItsSprings) {
  WorldSpec spec = spec_of(StabilizationKind::kRelaxation);
  spec.contact.rules.stabilization.relaxation = Compliance::spring(1e5, 5000);
  DeepStart deep(spec);
  deep.run(500);
  EXPECT_NEAR(deep.crate.base_pose().p.z(), 0.1 - 9.81 / 4e5, 1e-6);
  EXPECT_LE(deep.height, 0.105);
}

// No stabilisation changes satisfied constraints: a falling box has equal bits until it lands.
TEST(Stabilization, OpenGapsAreNotChanged) {
  double height[3];
  for (int i = 0; i < 3; ++i) {
    World world(spec_of(kKinds[i]));
    world.add_ground();
    Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.2)));
    for (int k = 0; k < 130; ++k) world.step();
    height[i] = crate.base_pose().p.z();
    EXPECT_GT(height[i], 0.11);
  }
  EXPECT_EQ(height[0], height[1]);
  EXPECT_EQ(height[0], height[2]);
}

// A stack of five with every box 1 mm deep in the one below: the projection separates them in
// order; they stay at rest and straight.
TEST(Stabilization, ProjectionSeparatesAnOverlappingStack) {
  World world(spec_of(StabilizationKind::kProjection));
  world.add_ground();
  std::vector<Model*> crates;
  for (int i = 0; i < 5; ++i) {
    crates.push_back(&world.add(body(std::string("crate").append(std::to_string(i)),
                                     box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.099 + 0.199 * i))));
  }
  double kinetic = 0;
  for (int k = 0; k < 300; ++k) {
    const StepReport& report = world.step();
    kinetic = std::max(kinetic, world.kinetic_energy());
    ASSERT_EQ(report.failed_islands + report.push_out_failures, 0);
  }
  EXPECT_LE(kinetic, 1e-8);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(crates[i]->base_pose().p.z(), 0.1 + 0.2 * i, 1e-6) << i;
}

// A joint beyond its limit returns without speed, by the same fraction in every step.
TEST(Stabilization, JointReturnsToItsLimitByAConstantFraction) {
  SkeletonBuilder builder("sledge");
  LinkSpec link = test::sledge_link(2);
  link.dofs[0].lower = 0;
  link.dofs[0].upper = 1;
  builder.add_link(link);
  World world(spec_of(StabilizationKind::kProjection));
  Model& model = world.add_skeleton("sledge", builder.build());
  model.set_joint_position("rail", -0.001);
  double q = -0.001;
  for (int k = 0; k < 50; ++k) {
    world.step();
    q *= 1 - 0.2 / 1.001;  // erp, and the compliance of the position problem, 0.1 % of A_ii
    ASSERT_NEAR(model.q()[0], q, 1e-11);
    ASSERT_EQ(model.v()[0], 0);
  }
}

// Closed loops stay closed while their bodies are pushed out.
TEST(Stabilization, LoopsStayClosedDuringThePushOut) {
  World world(spec_of(StabilizationKind::kProjection));
  world.add_ground();
  Model& left = world.add(body("left", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.095)));
  world.add(body("right", box({0.2, 0.2, 0.2}), 1, at(0.5, 0, 0.098)));
  LoopSpec weld;
  weld.a = "left";
  weld.b = "right";
  weld.pose.reset();
  world.add_loop(weld);
  for (int k = 0; k < 300; ++k) {
    ASSERT_LE(world.step().loop_error, 1e-12);
    ASSERT_LE(world.kinetic_energy(), 1e-9);
  }
  EXPECT_GE(left.base_pose().p.z(), 0.0999);
}

}  // namespace
}  // namespace cardan
