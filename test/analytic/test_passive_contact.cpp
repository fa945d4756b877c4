// Bodies that roll, spin and slide without a drive: no step gains energy, whichever body turns
// (docs/theory/rotation.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "test/support/worlds.h"

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

/// A disc that rolls on its rim about a resting centre of mass, at the rate of precession
/// Ω² = 4 g/(r sin α) of a thin disc.
Model& add_eulers_disc(World& world, double lean) {
  const double r = 0.1, l = 0.01;
  const double height = r * std::sin(lean) + 0.5 * l * std::cos(lean);
  const RigidTransform pose = RigidTransform::from_xyz_rpy({0, 0, height}, {lean, 0, 0});
  const Vector3 axis = pose.R.col(2);
  const Vector3 down = -(Vector3::UnitZ() - axis * axis.z()).normalized();
  const Vector3 contact = r * down - 0.5 * l * axis;
  const double rate = std::sqrt(4 * test::kG / (r * std::sin(lean)));
  const Vector3 omega = -rate * std::sin(lean) * contact.normalized();
  return world.add(body("disc", disc(r, l), 1, pose, {omega, {0, 0, 0}}));
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

/// Greatest rise of the energy above its initial value, as a fraction of this value. Heights count
/// from the floor.
double gain(World& world, const Model& model, double seconds) {
  const double start = energy(model);
  double most = 0;
  while (world.time() < seconds - 1e-9) {
    world.step();
    most = std::max(most, energy(model) / start - 1);
  }
  EXPECT_EQ(world.report().stuck_models + world.report().failed_islands, 0);
  return most;
}

class PassiveContact : public testing::TestWithParam<double> {
 protected:
  double gain_of(double mu, double seconds, const std::function<Model&(World&)>& add) {
    World world(rigid_floor(GetParam(), mu));
    world.add_ground();
    return gain(world, add(world), seconds);
  }
};

constexpr double kNoGain = 1e-3;

TEST_P(PassiveContact, Rattleback) {
  for (const double rate : {-5.0, 5.0, 20.0}) {
    const auto add = [&](World& world) -> Model& { return add_rattleback(world, rate); };
    EXPECT_LT(gain_of(1, 5, add), kNoGain) << rate;
  }
}

// The lean of 0.5 rad at 10 ms is left out: the contact goes around by 0.3 rad in a step.
TEST_P(PassiveContact, EulersDisc) {
  for (const double lean : {0.5, 1.3}) {
    if (lean < 1 && GetParam() > 5e-3) continue;
    const auto add = [&](World& world) -> Model& { return add_eulers_disc(world, lean); };
    EXPECT_LT(gain_of(0.8, 5, add), kNoGain) << lean;
  }
}

TEST_P(PassiveContact, Coin) { EXPECT_LT(gain_of(2, 10, add_coin), 1e-4); }

TEST_P(PassiveContact, TippeTop) {
  for (const double rate : {20.0, 50.0, 100.0, 150.0}) {
    const auto add = [&](World& world) -> Model& { return add_tippe_top(world, rate); };
    EXPECT_LT(gain_of(0.3, 5, add), kNoGain) << rate;
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, PassiveContact, testing::Values(1e-2, 4e-3, 1e-3));

double tilt_of_tippe_top(double h, double rate) {
  World world(rigid_floor(h, 0.3));
  world.add_ground();
  const Model& top = add_tippe_top(world, rate);
  gain(world, top, 5);
  return std::acos(std::clamp(top.base_pose().R.col(2).z(), -1.0, 1.0));
}

TEST(TippeTop, LeansAsWithSmallSteps) {
  for (const double rate : {20.0, 50.0})
    EXPECT_NEAR(tilt_of_tippe_top(4e-3, rate), tilt_of_tippe_top(1e-4, rate), 1e-3) << rate;
}

/// A floor whose top is the plane z = 0 at the start.
ModelSpec floor_box() {
  ModelSpec spec = body("floor", test::box({40, 40, 1}), 1, test::at(0, 0, -0.5));
  spec.mass.reset();
  return spec;
}

ModelSpec resting_floor() {
  ModelSpec spec = floor_box();
  spec.is_static = true;
  return spec;
}

/// Positions of a coin with steps of 10 ms, relative to a floor that moves by `displacement` [m].
std::vector<Vector3> path_of_coin(const WorldSpec& spec, const ModelSpec& floor,
                                  const std::function<Vector3(double)>& displacement) {
  World world(spec);
  world.add(floor);
  Model& coin = add_coin(world);
  SpatialVelocity velocity = coin.base_velocity();
  velocity.linear += (displacement(0) - displacement(-spec.step)) / spec.step;
  coin.set_base_velocity(velocity);
  std::vector<Vector3> path;
  for (int k = 0; k < 500; ++k) {
    world.step();
    path.push_back(coin.base_pose().p - displacement(world.time()));
  }
  return path;
}

void expect_same(const std::vector<Vector3>& path, const std::vector<Vector3>& other) {
  ASSERT_EQ(path.size(), other.size());
  for (std::size_t k = 0; k < path.size(); ++k)
    ASSERT_LT((path[k] - other[k]).norm(), 1e-7) << "step " << k;
}

constexpr double kStep = 1e-2, kRough = 2;
const Vector3 kDrift(0.3, -0.2, 0);
Vector3 no_displacement(double) { return Vector3::Zero(); }
Vector3 drift(double time) { return time * kDrift; }

TEST(MovingFloor, CoinRollsOnABeltAsOnAFloorAtRest) {
  WorldSpec spec = rigid_floor(kStep, kRough);
  const auto at_rest = path_of_coin(spec, resting_floor(), no_displacement);
  spec.materials.named["belt"] = spec.materials.named["default"];
  spec.materials.named["belt"].surface_velocity = kDrift;
  ModelSpec belt = resting_floor();
  belt.material = "belt";
  expect_same(path_of_coin(spec, belt, drift), at_rest);
}

TEST(MovingFloor, CoinRollsOnADriftingFloorAsOnAFloorAtRest) {
  const WorldSpec spec = rigid_floor(kStep, kRough);
  ModelSpec moving = floor_box();
  moving.kinematic = KinematicSpec{};
  moving.kinematic->velocity.linear = kDrift;
  expect_same(path_of_coin(spec, moving, drift),
              path_of_coin(spec, resting_floor(), no_displacement));
}

// In the frame of a floor with the acceleration a, gravity is g − a.
TEST(MovingFloor, CoinRollsOnAnAcceleratedFloorAsUnderTiltedGravity) {
  const Vector3 a(0.7, 0.4, 0);
  const auto accelerated = [&](double time) { return Vector3(0.5 * time * (time + kStep) * a); };
  WorldSpec spec = rigid_floor(kStep, kRough);
  ModelSpec moving = floor_box();
  moving.kinematic = KinematicSpec{};
  for (int k = 0; k <= 501; ++k) {
    const double time = k * kStep;
    moving.kinematic->path.push_back({time, RigidTransform(accelerated(time))});
  }
  const auto on_moving = path_of_coin(spec, moving, accelerated);
  spec.gravity -= a;
  expect_same(on_moving, path_of_coin(spec, resting_floor(), no_displacement));
}

}  // namespace
}  // namespace cardan
