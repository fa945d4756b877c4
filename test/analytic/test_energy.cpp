#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/solve/bound_energy.h"
#include "test/support/worlds.h"

// Neither overlaps nor answers that a budget ended add energy.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::box;
using test::kDefaultSurface;
using test::sphere;
using test::world_spec;

// Eight spheres in one place separate at max_speed and then have no speed.
TEST(Energy, CoincidentSpheresSeparateWithoutKineticEnergy) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.gravity.setZero();
  World world(spec);
  for (int i = 0; i < 8; ++i)
    world.add(body("s" + std::to_string(i), sphere(0.1), 1, at(1e-3 * i, 1e-3 * (i % 3), 0)));
  double most = 0;
  int pushed = 0;
  for (int step = 0; step < 100; ++step) {
    pushed += world.step().pushed_islands;
    most = std::max(most, world.kinetic_energy());
  }
  EXPECT_LE(most, 1e-5);
  EXPECT_GT(pushed, 10);
  double nearest = 1;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < i; ++k) {
      nearest =
          std::min(nearest, (world.model(i).base_pose().p - world.model(k).base_pose().p).norm());
    }
  }
  EXPECT_GT(nearest, 0.05);
}

/// Bodies of all kinds in one place, above a floor.
World crowd(int count, StabilizationKind kind) {
  WorldSpec spec = world_spec(1e-3, kDefaultSurface);
  spec.contact.rules.stabilization.kind = kind;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < count; ++i) {
    GeometryRecord shape = i % 3 == 0 ? box({0.2, 0.15, 0.1}) : sphere(0.1);
    if (i % 3 == 1) {
      shape.kind = GeometryKind::kCapsule;
      shape.size.y() = 0.1;
    }
    world.add(body("b" + std::to_string(i), shape, 1 + i % 4, at(1e-4 * i, 0, 0.4)));
  }
  return world;
}

// The energy of a crowd grows only by the work of the push-outs, which the reports tell. No body is
// lifted by more than max_speed h in a step.
TEST(Energy, PushOutOfACrowdAddsNoMoreThanItsToldWork) {
  for (const StabilizationKind kind :
       {StabilizationKind::kBaumgarte, StabilizationKind::kProjection}) {
    constexpr int kCount = 24;
    World world = crowd(kCount, kind);
    double weight = 0;
    for (int i = 1; i <= kCount; ++i) weight += world.model(i).mass() * test::kG;
    const double start = world.kinetic_energy() + world.potential_energy();
    double told = 0, gain = 0;
    int shortened = 0, named = 0;
    for (int step = 0; step < 150; ++step) {
      const StepReport& report = world.step();
      EXPECT_LE(report.push_out_work, weight * 1e-3 * (1 + 1e-6)) << step;
      told += std::max(report.push_out_work, 0.0);
      shortened += report.shortened_push_outs;
      named += !report.messages.empty();
      gain = std::max(gain, world.kinetic_energy() + world.potential_energy() - start - told);
    }
    std::printf("start %.1f J, told %.1f J, largest gain beyond it %.2g J\n", start, told, gain);
    EXPECT_LE(gain, 1e-9 * start);
    EXPECT_GT(shortened, 0);
    EXPECT_GT(named, 0);
  }
}

// 1 mm in 1 ms was a speed of 1 m/s and a hop of 50 mm.
TEST(Energy, OverlapOfAMillimetreCausesNoHop) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  Model& crate = world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.099)));
  double highest = 0, kinetic = 0;
  for (int step = 0; step < 300; ++step) {
    world.step();
    highest = std::max(highest, crate.base_pose().p.z());
    kinetic = std::max(kinetic, world.kinetic_energy());
  }
  EXPECT_LE(highest, 0.1 + 1e-6);
  EXPECT_LE(kinetic, 1e-6);
  EXPECT_NEAR(crate.base_pose().p.z(), 0.1, 1e-6);
}

// One row of unit mass that closes at 1 m/s.
BaseProblem one_row() {
  BaseProblem base;
  base.Y.clear(1);
  base.Y.push(0, 1);
  base.Y.end_row();
  base.b = base.b_free = {-1};
  base.S = {0};
  base.A_diag = base.prox_step = {1};
  base.z0 = {0};
  BaseBlock block;
  block.kind = BaseBlockKind::kLimit;
  block.dim = 1;
  base.blocks = {block};
  return base;
}

TEST(BoundEnergy, ExcessiveImpulseReboundsNoFasterThanTheApproach) {
  for (const double impulse : {0.5, 1.0, 1.9, 2.5, 1e6}) {
    IslandWork work;
    work.base = one_row();
    work.lambda_C = {impulse};
    work.z = {impulse};
    work.u_C = {impulse - 1};
    EXPECT_EQ(bound_energy(work), impulse > 2) << impulse;
    EXPECT_LE(std::abs(work.u_C[0]), 1 + 1e-12);
    EXPECT_NEAR(work.lambda_C[0], std::min(impulse, 2.0), 1e-12);
  }
}

// A position problem has no forces; the push-out in its bias moves overlapping bodies.
TEST(BoundEnergy, PushOutOfAPositionProblemIsKept) {
  IslandWork work;
  work.base = one_row();
  work.base.blocks[0].phi = -1e-3;
  work.base.b_free = {0};
  work.base.level = RowLevel::kPosition;
  work.lambda_C = work.z = {0.9};
  work.u_C = {-0.1};
  EXPECT_FALSE(bound_energy(work));
  EXPECT_EQ(work.lambda_C[0], 0.9);
}

// Gravity adds 1 m/s in a step; a resting body does not separate at this speed.
TEST(BoundEnergy, RestingBodyIsNotAccelerated) {
  for (const double impulse : {0.9, 1.0, 1.1, 2.0}) {
    IslandWork work;
    work.base = one_row();
    work.base.z0 = {-1};
    work.lambda_C = work.z = {impulse};
    work.u_C = {impulse - 1};
    EXPECT_EQ(bound_energy(work), impulse > 1) << impulse;
    EXPECT_NEAR(work.lambda_C[0], std::min(impulse, 1.0), 1e-12);
    EXPECT_NEAR(work.energy_lost, impulse < 1 ? 0.5 - 0.5 * impulse * impulse : 0, 1e-12);
  }
}

// A spring and a motor do work by their bias, a push-out does none.
TEST(BoundEnergy, OnlyTheBiasOfAnElasticRowDoesWork) {
  for (const bool elastic : {true, false}) {
    IslandWork work;
    work.base = one_row();
    work.base.b_free = {0};
    work.base.blocks[0].elastic = elastic;
    work.lambda_C = work.z = {1};
    work.u_C = {0};
    EXPECT_EQ(bound_energy(work), !elastic);
    EXPECT_NEAR(work.lambda_C[0], elastic ? 1 : 0, 1e-12);
  }
}

// A self-stress moves nothing, so its fraction is undefined.
TEST(BoundEnergy, SelfStressThatGainsEnergyIsRemoved) {
  IslandWork work;
  work.base = one_row();
  work.base.Y.clear(1);
  work.base.Y.end_row();
  work.base.b = work.base.b_free = {1};
  work.lambda_C = {1};
  work.z = {0};
  work.u_C = {1};
  EXPECT_TRUE(bound_energy(work));
  EXPECT_EQ(work.lambda_C[0], 0);
}

TEST(BoundEnergy, LiftUsesNoMoreEnergyThanTheVelocitiesLost) {
  IslandWork work;
  work.base.z0 = {-2, 0};
  work.energy_lost = 0.5;
  std::vector<double> z_push = {1, 3}, small = {0.2, 3}, fall = {-1, 3};
  bound_lift(work, z_push);
  bound_lift(work, small);
  bound_lift(work, fall);
  EXPECT_EQ(z_push, (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(small, (std::vector<double>{0.2, 3}));
  EXPECT_EQ(fall, (std::vector<double>{-1, 3}));
}

// A pulling impulse is replaced by zero.
TEST(BoundEnergy, ImpulseThatOnlyGainsEnergyIsRemoved) {
  IslandWork work;
  work.base = one_row();
  work.lambda_C = work.z = {-3};
  work.u_C = {-4};
  EXPECT_TRUE(bound_energy(work));
  EXPECT_EQ(work.lambda_C[0], 0);
  EXPECT_EQ(work.u_C[0], -1);
  EXPECT_EQ(work.report.energy_share, 0);
}

// The default compliance yields in proportion to the effective mass; a light body under a heavy
// body is deep.
TEST(Depth, HeavyBoxOnALightOneSinksAtMostOneMillimetre) {
  for (const double ratio : {1e3, 1e6}) {
    World world(world_spec(4e-3, kDefaultSurface));
    world.add_ground();
    Model& light = world.add(body("light", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.1)));
    Model& heavy = world.add(body("heavy", box({0.2, 0.2, 0.2}), ratio, at(0, 0, 0.3)));
    for (int step = 0; step < 500; ++step) world.step();
    constexpr double kMillimetre = 1e-3 * (1 + 1e-6);
    EXPECT_NEAR(light.base_pose().p.z(), 0.1, kMillimetre) << ratio;
    EXPECT_NEAR(heavy.base_pose().p.z(), 0.3, 2 * kMillimetre) << ratio;
    EXPECT_LE(world.report().max_penetration, kMillimetre) << ratio;
    EXPECT_EQ(world.report().deepest_a, -1) << ratio;
  }
}

TEST(Depth, OverlapAboveOneMillimetreIsReported) {
  World world(world_spec(1e-3, kDefaultSurface));
  world.add_ground();
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.09)));
  world.step();
  const int a = world.report().deepest_a, b = world.report().deepest_b;
  ASSERT_TRUE(a >= 0 && b >= 0);
  EXPECT_EQ(a + b, 1) << "the ground and the crate";
  for (int step = 0; step < 20; ++step) world.step();
  EXPECT_EQ(world.report().deepest_a, -1);
}

TEST(Depth, OverlapOfAMaterialWithItsOwnComplianceIsNotReported) {
  World world(world_spec(1e-3, {.compliance = 0.5}));
  world.add_ground();
  world.add(body("crate", box({0.2, 0.2, 0.2}), 1, at(0, 0, 0.09)));
  world.step();
  EXPECT_GT(world.report().max_penetration, 1e-3);
  EXPECT_EQ(world.report().deepest_a, -1);
}

}  // namespace
}  // namespace cardan
