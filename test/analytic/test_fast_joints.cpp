#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "test/analytic/linkages.h"

// Linkages, joints and rotors that turn fast stay finite and conserve energy and momentum within
// the bounds of docs/theory/rotation.md.
namespace cardan {
namespace {

using test::world_spec;

WorldSpec in_free_fall(double h, Integrator integrator = Integrator::kSemiImplicitEuler) {
  WorldSpec spec = world_spec(h, {});
  spec.integrator = integrator;
  spec.gravity.setZero();
  return spec;
}

constexpr Integrator kIntegrators[] = {Integrator::kSemiImplicitEuler, Integrator::kMidpoint};

struct Kept {
  double energy = 0;    ///< greatest relative deviation of the kinetic energy
  double momentum = 0;  ///< of the angular momentum about the centre of mass
  int failed = 0;
};

Kept run(World& world, const Model& model, int steps) {
  const double energy = model.kinetic_energy();
  const Vector3 L = model.centroidal_momentum().moment;
  Kept worst;
  for (int k = 0; k < steps; ++k) {
    const StepReport& report = world.step();
    worst.failed += report.failed_islands;
    const double change = std::abs(model.kinetic_energy() / energy - 1);
    if (!std::isfinite(change)) {
      worst.energy = INFINITY;
      return worst;
    }
    worst.energy = std::max(worst.energy, change);
    worst.momentum =
        std::max(worst.momentum, (model.centroidal_momentum().moment - L).norm() / L.norm());
  }
  return worst;
}

LinkSpec link_of(const std::string& name, const std::string& parent, JointType type,
                 const Vector3& axis, double mass, const Vector3& com, const Vector3& moments) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.joint_name = name + "_joint";
  link.joint_type = type;
  link.axis = axis;
  link.inertia.mass = mass;
  link.inertia.com = com;
  link.inertia.inertia = moments.asDiagonal();
  return link;
}

// The energy swings with the first order of the step. With a coarse step, the projection onto the
// loop loses energy and never adds energy.
TEST(FastJoints, LinkageTurnsAtAThousandRadiansPerSecond) {
  const double rate = 1000;
  for (const auto closing : {test::Closing::kWeld, test::Closing::kPoint}) {
    std::vector<double> gain;
    for (const double h : {1e-6, 1e-5, 1e-4, 1e-3}) {
      World world(in_free_fall(h));
      Model& bar = test::add_four_bar(world, {}, closing, 0.3, rate);
      const double start = bar.kinetic_energy();
      double most = start;
      for (int k = 0; k < 2000; ++k) {
        const StepReport& report = world.step();
        ASSERT_EQ(report.failed_islands + report.stuck_models, 0) << h;
        ASSERT_LT(report.loop_error, 1e-10) << h;
        most = std::max(most, bar.kinetic_energy());
      }
      EXPECT_TRUE(bar.v().allFinite()) << h;
      gain.push_back(most / start - 1);
    }
    EXPECT_LT(gain[0], 2e-6 * rate);
    EXPECT_NEAR(gain[1] / gain[0], 10, 1);
    EXPECT_LT(gain[2], 1e-3);
    EXPECT_LT(gain[3], 1e-3);
  }
}

// A floating tree that a loop holds: a base on a pivot, with an arm.
TEST(FastJoints, HeldTreeKeepsItsEnergy) {
  for (const Integrator integrator : kIntegrators) {
    SkeletonBuilder builder("robot");
    builder.add_link(link_of("base", "", JointType::kFloating, Vector3::UnitY(), 1, {0.2, 0, 0},
                             {0.01, 0.02, 0.02}));
    LinkSpec arm = link_of("arm", "base", JointType::kContinuous, Vector3::UnitY(), 0.5,
                           {0.2, 0, 0}, {0.01, 0.02, 0.02});
    arm.X_PJ.p.x() = 0.4;
    builder.add_link(arm);
    const auto skeleton = builder.build();
    for (const double rate : {3., 10., 40.}) {
      World world(in_free_fall(1e-3, integrator));
      Model& robot = world.add_skeleton("robot", skeleton, {});
      LoopSpec pivot;
      pivot.kind = LoopKind::kPoint;
      pivot.a = "robot/base";
      pivot.b = "world";
      world.add_loop(pivot);
      VectorX v = VectorX::Zero(7);
      v[1] = rate;
      v[6] = rate / 2;
      robot.set_v(v);
      const double start = robot.kinetic_energy();
      double worst = 0;
      for (int k = 0; k < 2000; ++k) {
        world.step();
        worst = std::max(worst, std::abs(robot.kinetic_energy() / start - 1));
      }
      EXPECT_LT(worst, 1e-3 * rate) << rate;
    }
  }
}

// A coarse step loses energy here too, but at h ω = 0.1 less than a hundredth.
TEST(FastJoints, LinkageKeepsItsEnergyWithMidpoint) {
  for (const auto closing : {test::Closing::kWeld, test::Closing::kPoint}) {
    std::vector<double> change;
    for (const double h : {1e-5, 1e-4, 1e-3}) {
      World world(in_free_fall(h, Integrator::kMidpoint));
      const Model& bar = test::add_four_bar(world, {}, closing, 0.3, 1000);
      const double start = bar.kinetic_energy();
      double worst = 0;
      for (int k = 0; k < 2000; ++k) {
        const StepReport& report = world.step();
        EXPECT_EQ(report.failed_islands + report.stuck_models, 0) << h;
        worst = std::max(worst, std::abs(bar.kinetic_energy() / start - 1));
      }
      EXPECT_TRUE(bar.v().allFinite()) << h;
      change.push_back(worst);
    }
    EXPECT_LT(change[0], 1e-3);  // h ω = 0.01
    EXPECT_LT(change[1], 2e-2);
  }
}

// One hinge, off its axis, and a hinge at the end of another one.
TEST(FastJoints, JointsTurnAtTenThousandRadiansPerSecond) {
  for (const double h : {1e-3, 5e-3}) {
    for (const Integrator integrator : kIntegrators) {
      SkeletonBuilder builder("arm");
      builder.add_link(link_of("arm", "", JointType::kContinuous, Vector3::UnitY(), 1, {0.2, 0, 0},
                               {0.01, 0.02, 0.02}));
      LinkSpec rotor = link_of("rotor", "arm", JointType::kContinuous, {0.6, 0, 0.8}, 0.2,
                               {0, 0.03, 0}, {1e-3, 2e-3, 1.5e-3});
      rotor.X_PJ.p.x() = 0.4;
      builder.add_link(rotor);
      const auto skeleton = builder.build();
      for (const Vector2& rate : {Vector2(0, 1e4), Vector2(1e4, 0), Vector2(1e4, 1e4)}) {
        World world(in_free_fall(h, integrator));
        Model& arm = world.add_skeleton("arm", skeleton, {});
        arm.set_v(rate);
        const Kept kept = run(world, arm, 1000);
        EXPECT_EQ(kept.failed, 0);
        EXPECT_LT(kept.energy, 1e-3);
      }
    }
  }
}

// A satellite with a small, fast rotor: 1e-6 kg m² about its axis.
TEST(FastJoints, SmallRotorKeepsTheMomentumOfItsBody) {
  for (const double h : {1e-3, 5e-3}) {
    for (const Integrator integrator : kIntegrators) {
      for (const double rate : {1e3, 1e4}) {
        SkeletonBuilder builder("satellite");
        LinkSpec hull = link_of("hull", "", JointType::kFloating, Vector3::UnitX(), 10,
                                {0.01, 0, 0}, {0.2, 0.3, 0.4});
        builder.add_link(hull);
        LinkSpec rotor = link_of("rotor", "hull", JointType::kContinuous, {0, 0.6, 0.8}, 0.01,
                                 Vector3::Zero(), {1e-6, 1e-6, 1e-6});
        rotor.X_PJ.p = Vector3(0.1, 0.05, 0);
        builder.add_link(rotor);
        World world(in_free_fall(h, integrator));
        Model& satellite = world.add_skeleton("satellite", builder.build(), {});
        VectorX v(7);
        v << 0.5, 0.2, -0.3, 0, 0, 0, rate;
        satellite.set_v(v);
        const Kept kept = run(world, satellite, 2000);
        EXPECT_EQ(kept.failed, 0);
        EXPECT_LT(kept.energy, 1e-3);
        EXPECT_LT(kept.momentum, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace cardan
