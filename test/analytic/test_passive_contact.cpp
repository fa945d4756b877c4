// Bodies that roll, spin and slide without a drive: no step gains energy, whatever turns
// (docs/theory/rotation.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "support/worlds.h"

namespace cardan {
namespace {

using test::body;
using test::world_spec;

GeometryRecord disc(double radius, double thickness) {
  GeometryRecord record;
  record.kind = GeometryKind::kCylinder;
  record.size = {radius, thickness, 0};
  return record;
}

WorldSpec rigid_floor(double h, double mu) { return world_spec(h, {.mu = mu, .compliance = 0}); }

/// The model of [Kane & Levinson 1982]: an ellipsoid of 0.2 × 0.03 × 0.02 m whose principal axes
/// are turned about the vertical by a sixtieth of a radian. It lies on its side and spins.
Model& add_rattleback(World& world, double rate) {
  GeometryRecord shell;
  shell.kind = GeometryKind::kEllipsoid;
  shell.size = {0.2, 0.03, 0.02};
  ModelSpec spec =
      body("rattleback", shell, 1, RigidTransform::from_xyz_rpy({0, 0, 0.02}, {0, 0, 0}),
           {{0.02, 0.01, rate}, {0, 0, 0}});
  Model& model = world.add(spec);
  Matrix3 inertia = Vector3(2e-4, 1.6e-3, 1.7e-3).asDiagonal();
  inertia(0, 1) = inertia(1, 0) = 2e-5;
  model.set_mass("rattleback", 1, Vector3(0, 0, -0.01), inertia);
  return model;
}

/// A coin that stands on its rim and turns about the vertical, its centre at rest, at the rate of
/// steady motion Ω² = 4 g/(r sin α) of a thin disc.
Model& add_eulers_disc(World& world, double lean) {
  const double r = 0.0375, l = 0.0064;
  const double height = r * std::sin(lean) + 0.5 * l * std::cos(lean);
  const RigidTransform pose = RigidTransform::from_xyz_rpy({0, 0, height}, {lean, 0, 0});
  const double rate = std::sqrt(4 * test::kG / (r * std::sin(lean)));
  const Vector3 axis = pose.R.col(2);
  // The instantaneous axis is the diameter through the contact.
  const Vector3 omega = rate * (Vector3::UnitZ() - std::cos(lean) * axis);
  return world.add(body("disc", disc(r, l), 0.4, pose, {omega, {0, 0, 0}}));
}

/// Rolls in a circle of 0.3 m at a steady tilt: data/scenes/analytic/midpoint_coin.yaml.
Model& add_coin(World& world) {
  const RigidTransform pose =
      RigidTransform::from_xyz_rpy({0.3, 0, 0.0973887074969302}, {0, -1.9198926535897933, 0});
  return world.add(body("coin", disc(0.1, 0.02), 1, pose,
                        {{-7.2040128435236, 0, -0.2619977044803}, {0, 0.7080891533972, 0}}));
}

/// A sphere of 15 mm with its centre of mass 1.5 mm below the middle, leaning by 0.1 rad.
Model& add_tippe_top(World& world, double rate) {
  const double r = 0.015, m = 0.006;
  const RigidTransform pose = RigidTransform::from_xyz_rpy({0, 0, r}, {0.1, 0, 0});
  Model& top = world.add(body("top", test::sphere(r), m, pose));
  top.set_mass("top", m, Vector3(0, 0, -0.1 * r),
               (m * r * r * Vector3(131.0 / 350, 131.0 / 350, 0.4)).asDiagonal().toDenseMatrix());
  top.set_v((Vector6() << 0, 0, rate, 0, 0, 0).finished());
  return top;
}

double energy(const Model& model) { return model.kinetic_energy() + model.potential_energy(); }

double tilt(const Model& model) {
  return std::acos(std::clamp(model.base_pose().R.col(2).z(), -1.0, 1.0));
}

struct Outcome {
  double gain = 0;    ///< greatest rise above the energy at the start, as a part of the motion's
  double change = 0;  ///< at the end
  double tilt = 0;    ///< at the end [rad]
};

/// Energy over the kinetic energy at the start.
Outcome run(World& world, const Model& model, double seconds) {
  const double start = energy(model), motion = model.kinetic_energy();
  Outcome outcome;
  while (world.time() < seconds - 1e-9) {
    world.step();
    outcome.gain = std::max(outcome.gain, (energy(model) - start) / motion);
  }
  outcome.change = (energy(model) - start) / motion;
  outcome.tilt = tilt(model);
  EXPECT_EQ(world.report().stuck_models + world.report().failed_islands, 0);
  return outcome;
}

class PassiveContact : public testing::TestWithParam<double> {
 protected:
  Outcome spin(const char* name, double mu, double seconds,
               const std::function<Model&(World&)>& add) {
    WorldSpec spec = rigid_floor(GetParam(), mu);
    if (const char* integrator = std::getenv("MIDPOINT")) spec.integrator = Integrator::kMidpoint;
    World world(spec);
    world.add_ground();
    const Outcome outcome = run(world, add(world), seconds);
    std::printf("%-20s %5g ms  gain %10.3g  change %10.3g  tilt %8.5f\n", name, 1e3 * GetParam(),
                outcome.gain, outcome.change, outcome.tilt);
    return outcome;
  }
};

constexpr double kNoGain = 1e-3;

TEST_P(PassiveContact, Rattleback) {
  for (const double rate : {-5.0, 5.0, 20.0}) {
    const auto add = [&](World& world) -> Model& { return add_rattleback(world, rate); };
    EXPECT_LT(spin("rattleback", 1, 5, add).gain, kNoGain) << rate;
  }
}

TEST_P(PassiveContact, EulersDisc) {
  for (const double lean : {0.2, 0.5, 1.0}) {
    const auto add = [&](World& world) -> Model& { return add_eulers_disc(world, lean); };
    EXPECT_LT(spin("disc", 0.8, 5, add).gain, kNoGain) << lean;
  }
}

TEST_P(PassiveContact, Coin) { EXPECT_LT(spin("coin", 2, 10, add_coin).gain, kNoGain); }

TEST_P(PassiveContact, TippeTop) {
  for (const double rate : {20.0, 50.0, 100.0, 150.0}) {
    const auto add = [&](World& world) -> Model& { return add_tippe_top(world, rate); };
    EXPECT_LT(spin("tippe top", 0.3, 5, add).gain, kNoGain) << rate;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, PassiveContact, testing::Values(1e-2, 4e-3, 1e-3, 1e-4));

}  // namespace
}  // namespace cardan
