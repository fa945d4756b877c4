// Bodies and trees that turn fast conserve the invariants of their motion
// (docs/theory/rotation.md).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "cardan/skeleton_builder.h"
#include "test/support/random_tree.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;
using test::world_spec;

WorldSpec weightless(double h) {
  WorldSpec spec = world_spec(h, {});
  spec.gravity = Vector3::Zero();
  return spec;
}

GeometryRecord disc(double radius, double thickness) {
  GeometryRecord record;
  record.kind = GeometryKind::kCylinder;
  record.size = {radius, thickness, 0};
  return record;
}

/// Angular momentum about the centre of mass, axes of W [kg m²/s].
Vector3 spin(const Model& model) { return model.centroidal_momentum().moment; }

struct Drift {
  double energy = 0, spin = 0;
};

/// Greatest relative deviations from the start.
Drift drift_of(World& world, const Model& model, int steps) {
  const double energy = model.kinetic_energy();
  const Vector3 L = spin(model);
  Drift worst;
  for (int k = 0; k < steps; ++k) {
    world.step();
    if (k % 20 != 0 && k + 1 < steps) continue;
    worst.energy = std::max(worst.energy, std::abs(model.kinetic_energy() / energy - 1));
    worst.spin = std::max(worst.spin, (spin(model) - L).norm() / L.norm());
  }
  return worst;
}

TEST(Rotation, ThrownBodiesKeepEnergyAndMomentum) {
  const Vector3 sides[] = {{0.3, 0.2, 0.1}, {0.4, 0.4, 0.02}, {0.5, 0.004, 0.002}};
  for (const Vector3& side : sides) {
    for (const double rate : {10.0, 100.0, 1000.0, 10000.0}) {
      for (const double h : {1e-3, 5e-3, 1e-2}) {
        World world(weightless(h));
        ModelSpec spec = body("brick", test::box(side), 1, at(0, 0, 1));
        spec.velocity = {{1e-3 * rate, rate, 1e-3 * rate}, {1, 0, 0}};
        const Model& brick = world.add(spec);
        const Drift drift = drift_of(world, brick, 1000);
        SCOPED_TRACE(std::to_string(rate) + " rad/s, " + std::to_string(h) + " s");
        EXPECT_LT(drift.energy, 1e-11);
        EXPECT_LT(drift.spin, 1e-11);
        EXPECT_NEAR(brick.v()[3], 1, 1e-11);
        EXPECT_GE(world.report().flight_parts, h * rate > 1 ? 2 : 1);
        EXPECT_EQ(world.report().failed_islands, 0);
      }
    }
  }
}

// The frame of the body is not at its centre of mass.
TEST(Rotation, CentreOfMassMovesOnAStraightLine) {
  World world(weightless(2e-3));
  ModelSpec spec = body("hammer", test::box({0.3, 0.2, 0.1}), 2, at(0, 0, 1));
  spec.velocity = {{5, 80, 3}, {1, -2, 0.5}};
  Model& hammer = world.add(spec);
  hammer.set_mass("hammer", 2, Vector3(0.1, -0.05, 0.02),
                  Vector3(0.01, 0.02, 0.025).asDiagonal().toDenseMatrix());
  const Vector3 start = hammer.center_of_mass(), velocity = hammer.center_of_mass_velocity();
  for (int k = 0; k < 1000; ++k) world.step();
  EXPECT_LT((hammer.center_of_mass_velocity() - velocity).norm(), 1e-11);
  EXPECT_LT((hammer.center_of_mass() - start - 2 * velocity).norm(), 1e-10);
}

TEST(Rotation, ThrownTreesKeepEnergyAndMomentum) {
  int floating = 0;
  for (int index = 0; floating < 4 && index < 20; ++index) {
    const test::RandomTree tree = test::random_tree_of_set(index);
    if (!tree.skeleton->floating_base()) continue;
    ++floating;
    for (const double rate : {10.0, 100.0}) {
      for (const double h : {1e-3, 5e-3}) {
        World world(weightless(h));
        Model& model = world.add_skeleton("tree", tree.skeleton, {});
        test::Random random(index);
        model.set_v(rate * test::random_vector(random, tree.skeleton->nv(), 1).normalized());
        const Drift drift = drift_of(world, model, 200);
        EXPECT_LT(drift.energy, 1e-9) << index << ", " << rate << " rad/s, " << h;
        EXPECT_LT(drift.spin, 1e-9) << index << ", " << rate << " rad/s, " << h;
      }
    }
  }
  EXPECT_EQ(floating, 4);
}

/// Greatest gain of the energy, as a fraction of the initial energy.
double gain(World& world, const Model& model, int steps) {
  const auto energy = [&] { return model.kinetic_energy() + model.potential_energy(); };
  const double start = energy();
  double most = 0;
  for (int k = 0; k < steps; ++k) {
    world.step();
    most = std::max(most, energy() / start - 1);
  }
  return most;
}

// Impulses act without velocity products, which act in the motion between impulses.
TEST(Rotation, CoinOnAFrictionlessFloorGainsNoEnergy) {
  for (const double h : {1e-3, 4e-3, 1e-2}) {
    for (const double rate : {50.0, 100.0, 200.0, 1000.0}) {
      for (const double tilt : {0.1, 0.3, 0.6, 0.8}) {
        WorldSpec spec = world_spec(h, {});
        spec.materials.named["default"].mu_static = spec.materials.named["default"].mu_kinetic = 0;
        World world(spec);
        world.add_ground();
        const double height = 0.1 * std::sin(tilt) + 0.005 * std::cos(tilt);
        ModelSpec coin = body("coin", disc(0.1, 0.01), 1,
                              RigidTransform::from_xyz_rpy({0, 0, height + 1e-5}, {tilt, 0, 0}));
        coin.velocity.angular = {0, 0, rate};
        const Model& model = world.add(coin);
        EXPECT_LT(gain(world, model, static_cast<int>(1 / h)), 1e-3)
            << h << " s, " << rate << " rad/s, tilt " << tilt;
        EXPECT_EQ(world.report().stuck_models, 0);
      }
    }
  }
}

/// Links in a row on a floating base, with joints about y that have limits and dry friction.
std::shared_ptr<const Skeleton> limited_row(int links) {
  SkeletonBuilder builder("row");
  std::string parent;
  for (int i = 0; i < links; ++i) {
    LinkSpec link;
    link.name = std::string("link").append(std::to_string(i));
    link.parent = parent;
    link.joint_name = std::string("joint").append(std::to_string(i));
    link.joint_type = i == 0 ? JointType::kFloating : JointType::kRevolute;
    link.axis = Vector3::UnitY();
    if (i > 0) link.X_PJ.p.x() = 0.3;
    link.inertia.mass = 1;
    link.inertia.com = {0.15, 0.02, 0};
    link.inertia.inertia = Vector3(0.002, 0.008, 0.009).asDiagonal();
    if (i > 0) {
      DofProperties& dof = link.dofs.emplace_back();
      dof.lower = -0.5;
      dof.upper = 0.5;
      dof.friction = 0.01;
    }
    builder.add_link(link);
    parent = link.name;
  }
  return builder.build();
}

// Impulses of joints are within the tree: they change no momentum, and limits and friction take
// energy.
TEST(Rotation, ThrownTreesWithLimitsKeepMomentumAndGainNoEnergy) {
  for (const int links : {2, 6}) {
    for (const double rate : {10.0, 100.0, 300.0}) {
      for (const double h : {1e-3, 5e-3}) {
        World world(weightless(h));
        Model& model = world.add_skeleton("row", limited_row(links), {});
        VectorX v = VectorX::Zero(model.v().size());
        v.head<3>() = rate * Vector3(0.3, 0.7, 0.6);
        model.set_v(v);
        const double energy = model.kinetic_energy();
        const Drift drift = drift_of(world, model, 200);
        SCOPED_TRACE(std::to_string(links) + " links, " + std::to_string(rate) + " rad/s, " +
                     std::to_string(h) + " s");
        EXPECT_LT(drift.spin, 1e-10);
        EXPECT_LT(model.kinetic_energy(), energy * (1 + 1e-4));
        EXPECT_EQ(world.report().stuck_models, 0);
      }
    }
  }
}

// Beyond the greatest number of parts, the body turns about its angular momentum.
TEST(Rotation, BodyThatTurnsHundredsOfTimesInAStepKeepsEnergyAndMomentum) {
  World world(weightless(1e-3));
  ModelSpec spec = body("brick", test::box({0.3, 0.2, 0.1}), 1, at(0, 0, 1));
  spec.velocity = {{1e3, 1e6, 1e3}, {1, 0, 0}};
  const Model& brick = world.add(spec);
  const Drift drift = drift_of(world, brick, 100);
  EXPECT_LT(drift.energy, 1e-11);
  EXPECT_LT(drift.spin, 1e-11);
}

// A slow motion is solved once.
TEST(Rotation, SlowContactsAreNotSolvedAgain) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  world.add(body("box", test::box({0.3, 0.2, 0.1}), 1, at(0, 0, 0.05)));
  for (int k = 0; k < 50; ++k) EXPECT_EQ(world.step().corrected_islands, 0);
}

}  // namespace
}  // namespace cardan
