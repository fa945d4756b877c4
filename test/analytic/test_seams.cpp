#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "cardan/world.h"
#include "test/support/movers.h"

// Bodies that pass over the seams of flush surfaces keep their speed; real steps stop them.
namespace cardan {
namespace {

using test::at;
using test::body;
using test::fixed;
using test::Mover;
using test::movers;

constexpr double kSize = 0.2;  ///< of the moving body [m]
constexpr double kTile = 0.3;  ///< thickness of a tile [m]
constexpr double kFrom = -1;   ///< first place of the moving body; the seam is at 0 [m]

/// How the two sides of the seam are made. Their tops are at 0 and at `rise`.
enum class Floor { kBoxes, kPlaneAndBox, kMeshes, kHeightfields, kBoards, kSteppingStones };
constexpr Floor kFloors[] = {Floor::kBoxes,        Floor::kPlaneAndBox, Floor::kMeshes,
                             Floor::kHeightfields, Floor::kBoards,      Floor::kSteppingStones};

struct Seam {
  Floor floor = Floor::kBoxes;
  double rise = 0, crack = 0;  ///< [m]
};

void add_floor(World& world, const Seam& seam) {
  const double left = -2 - seam.crack / 2, right = 2 + seam.crack / 2;
  const Vector3 size(4, 2, kTile);
  switch (seam.floor) {
    case Floor::kBoxes:
      world.add(fixed("near", test::box(size), at(left, 0, -kTile / 2)));
      world.add(fixed("far", test::box(size), at(right, 0, seam.rise - kTile / 2)));
      break;
    case Floor::kPlaneAndBox:
      world.add_ground();
      world.add(fixed("far", test::box(size), at(right, 0, seam.rise - kTile / 2)));
      break;
    case Floor::kMeshes:
      world.add(fixed("near", test::mesh_record(test::box_mesh(size)), at(left, 0, -kTile / 2)));
      world.add(fixed("far", test::mesh_record(test::box_mesh(size)),
                      at(right, 0, seam.rise - kTile / 2)));
      break;
    case Floor::kHeightfields:
      world.add(fixed("near", test::field_record(20, {4, 2}), at(left, 0, 0)));
      world.add(fixed("far", test::field_record(20, {4, 2}), at(right, 0, seam.rise)));
      break;
    case Floor::kBoards: {
      ModelSpec base = test::slope(0);
      base.pose.p.z() = -kTile;
      world.add(base);
      world.add(body("near", test::box(size), 2000, at(left, 0, -kTile / 2)));
      world.add(body("far", test::box(size + Vector3(0, 0, seam.rise)), 2000,
                     at(right, 0, (seam.rise - kTile) / 2)));
      break;
    }
    case Floor::kSteppingStones:
      for (int i = -10; i < 10; ++i)
        world.add(fixed("stone" + std::to_string(i), test::box({0.1, 2, kTile}),
                        at(0.1 * i + 0.05 + (i < 0 ? -seam.crack : seam.crack) / 2, 0,
                           (i < 0 ? 0 : seam.rise) - kTile / 2)));
      world.add(
          fixed("before", test::box({3, 2, kTile}), at(-2.5 - seam.crack / 2, 0, -kTile / 2)));
      world.add(fixed("after", test::box({3, 2, kTile}),
                      at(2.5 + seam.crack / 2, 0, seam.rise - kTile / 2)));
      break;
  }
}

struct Slide {
  double speed = 0, highest = 0,
         lowest = 0;  ///< at the end [m/s]; of the centre over its start [m]
};

/// Slides, or rolls with friction, from kFrom to 0.4 m beyond the seam, or for twice the time.
Slide slide(const Mover& mover, const Seam& seam, double speed, double h) {
  World world(test::world_spec(h, {mover.rolls ? 0.5 : 0.0, 0, NAN}));
  add_floor(world, seam);
  SpatialVelocity velocity;
  velocity.linear.x() = speed;
  if (mover.rolls) velocity.angular.y() = speed / (kSize / 2);
  RigidTransform pose(mover.turn, {kFrom, 0, kSize / 2});
  Model& moving = world.add(body("mover", mover.geometry, 1, pose, velocity));
  Slide result;
  const double distance = 0.4 - kFrom;
  for (int k = 0; k < 2 * distance / (speed * h) && moving.base_pose().p.x() < 0.4; ++k) {
    world.step();
    const double z = moving.base_pose().p.z() - kSize / 2;
    result.highest = std::max(result.highest, z);
    result.lowest = std::min(result.lowest, z);
  }
  result.speed = moving.base_velocity().linear.x();
  return result;
}

std::string text(const Mover& mover, const Seam& seam, double speed, double h) {
  return std::string(mover.name) + " on floor " + std::to_string(static_cast<int>(seam.floor)) +
         ", rise " + std::to_string(1e6 * seam.rise) + " um, crack " +
         std::to_string(1e6 * seam.crack) + " um, " + std::to_string(speed) + " m/s, h " +
         std::to_string(h);
}

// Cracks, and differences of height below the bound, which is 1e-5 of the body or the compression.
TEST(Seams, FlushSurfacesKeepTheSpeed) {
  for (const Mover& mover : movers(kSize))
    for (const Floor floor : kFloors)
      for (const double h : {1e-2, 1e-3})
        for (const double speed : {0.5, 5.0})
          for (const auto& [rise, crack] :
               {std::pair{0.0, 0.0}, {1e-6, 1e-7}, {-1e-6, 1e-5}, {0.0, 1e-3}}) {
            const Seam seam{floor, rise, crack};
            const Slide result = slide(mover, seam, speed, h);
            EXPECT_NEAR(result.speed, speed, 1e-3 * speed) << text(mover, seam, speed, h);
            // A round body that starts a step in a crack is lifted by its edge.
            const double lift = mover.rolls ? speed * crack / kSize : 0;
            EXPECT_LT(result.highest, 2e-5 + lift * h + lift * lift / (2 * test::kG))
                << text(mover, seam, speed, h);
            EXPECT_GT(result.lowest, -1e-4) << text(mover, seam, speed, h);
          }
}

// A floor that falls by a step does not stop a body, which drops by the step.
TEST(Seams, LowerStepsKeepTheSpeed) {
  for (const Mover& mover : movers(kSize))
    for (const double rise : {-1e-4, -1e-3}) {
      const Seam seam{Floor::kBoxes, rise, 0};
      const Slide result = slide(mover, seam, 2, 1e-3);
      EXPECT_NEAR(result.speed, 2, 2e-2) << text(mover, seam, 2, 1e-3);
      EXPECT_LT(result.highest, 2e-5) << text(mover, seam, 2, 1e-3);
    }
}

// Kerbs and walls that stand flush on the floor stop a body with vertical sides.
TEST(Seams, RealStepsStopTheBody) {
  for (const Mover& mover : movers(kSize)) {
    if (mover.rolls) continue;
    for (const Floor floor : kFloors) {
      if (floor == Floor::kHeightfields) continue;  // their rims have no walls
      for (const double rise : {2e-3, 0.15})
        for (const double h : {1e-2, 1e-3}) {
          const Seam seam{floor, rise, 0};
          const Slide result = slide(mover, seam, 2, h);
          EXPECT_LT(result.speed, rise < 0.1 ? 1.9 : 0.05) << text(mover, seam, 2, h);
        }
    }
  }
}

// The gap of a wall of triangles is larger than the usual margin while the body is fast.
TEST(Seams, FastBodiesMeetThinMeshWalls) {
  for (const Mover& mover : movers(kSize)) {
    for (const double speed : {3.1, 7.3, 11.9}) {
      World world(test::world_spec(1e-2, {0, 0, NAN}));
      world.add(fixed("floor", test::box({8, 2, kTile}), at(0, 0, -kTile / 2)));
      world.add(
          fixed("wall", test::mesh_record(test::box_mesh({0.01, 2, 0.15})), at(0.5, 0, 0.075)));
      SpatialVelocity velocity;
      velocity.linear.x() = speed;
      Model& body_of = world.add(
          body("body", mover.geometry, 1, RigidTransform(mover.turn, {0, 0, kSize / 2}), velocity));
      for (int k = 0; k < 60; ++k) world.step();
      EXPECT_LT(body_of.base_pose().p.x(), 0.5) << mover.name << " " << speed;
    }
  }
}

// Tiles of one compound model, and a turned box that comes over their common corner.
TEST(Seams, CornersOfCompoundTilesDoNotStopATurnedBox) {
  for (const double turn : {0.0, 0.3, M_PI / 4}) {
    World world(test::world_spec(1e-3, {0, 0, NAN}));
    ModelSpec floor = fixed("floor", test::box({1, 1, kTile}), at(0, 0, -kTile / 2));
    floor.geometry.reset();
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        CompoundPart part;
        part.geometry = test::box({1, 1, kTile});
        part.pose = at(x, y, 0);
        floor.compound.push_back(part);
      }
    }
    world.add(floor);
    SpatialVelocity velocity;
    velocity.linear = {1.5, 0.4, 0};
    RigidTransform pose({-0.45, -0.12, kSize / 2});
    pose.R = Eigen::AngleAxisd(turn, Vector3::UnitZ()).toRotationMatrix();
    Model& box = world.add(body("box", test::box({kSize, kSize, kSize}), 1, pose, velocity));
    for (int k = 0; k < 500; ++k) world.step();
    EXPECT_NEAR(box.base_velocity().linear.x(), 1.5, 1e-3) << turn;
    EXPECT_NEAR(box.base_velocity().linear.y(), 0.4, 1e-3) << turn;
    EXPECT_NEAR(box.base_pose().p.z(), kSize / 2, 1e-5) << turn;
  }
}

// A sphere of radius R that rolls against a kerb of height s turns about its edge. Its normal
// velocity v sin θ, with cos θ = 1 − s/R, is lost.

TEST(Seams, KerbTakesTheNormalVelocityOfASphere) {
  constexpr double kKerb = 1e-3, kBall = kSize / 2, kSpeed = 0.3;
  World world(test::world_spec(1e-4, {0, 0, NAN}));
  add_floor(world, {Floor::kBoxes, kKerb, 0});
  SpatialVelocity velocity;
  velocity.linear.x() = kSpeed;
  Model& ball = world.add(body("ball", test::sphere(kBall), 1, at(-0.1, 0, kBall), velocity));
  int steps = 0;
  while (ball.base_velocity().linear.x() > 0.999 * kSpeed) {
    ASSERT_LT(++steps, 10000);
    world.step();
  }
  for (int k = 0; k < 5; ++k) world.step();
  const double cosine = 1 - kKerb / kBall;
  EXPECT_NEAR(ball.base_velocity().linear.norm(), kSpeed * cosine, 0.01 * kSpeed);
}

/// A box on a fixed tile, beside or on a tile of equal height that rises.
World world_of_rising_tile(double place, double speed) {
  World world(test::world_spec(1e-3, {0, 0, NAN}));
  world.add(fixed("near", test::box({4, 2, kTile}), at(-2, 0, -kTile / 2)));
  ModelSpec tile = body("far", test::box({4, 2, kTile}), 0, at(2, 0, -kTile / 2));
  tile.kinematic.emplace();
  tile.kinematic->velocity.linear.z() = 0.1;
  world.add(tile);
  SpatialVelocity velocity;
  velocity.linear.x() = speed;
  world.add(body("box", test::box({kSize, kSize, kSize}), 1, at(place, 0, kSize / 2), velocity));
  return world;
}

TEST(Seams, RisingTileLiftsTheBody) {
  World world = world_of_rising_tile(0.2, 0);
  for (int k = 0; k < 400; ++k) world.step();
  EXPECT_NEAR(world.model(2).base_pose().p.z(), kSize / 2 + 0.04, 1e-4);
}

// The first step that would take the box over the seam slows it: the tile is 10 mm higher by then,
// or starts to rise in that step.
TEST(Seams, RisingTileIsNotFlush) {
  for (const double gap : {0.0995, 5e-4, 1e-4}) {
    World world = world_of_rising_tile(-kSize / 2 - gap, 1);
    for (int k = 0; k < std::ceil(gap / 1e-3); ++k) world.step();
    EXPECT_LT(world.model(2).base_velocity().linear.x(), 0.9) << gap;
  }
}

/// Slides on three tiles with flush tops: one before x = 0, and two beyond it that meet at `side`.
double speed_beyond_junction(const Mover& mover, double side, double speed, double h) {
  World world(test::world_spec(h, {0, 0, NAN}));
  world.add(fixed("near", test::box({4, 4, kTile}), at(-2, 0, -kTile / 2)));
  world.add(fixed("left", test::box({4, 4, kTile}), at(2, 2 + side, -kTile / 2)));
  world.add(fixed("right", test::box({4, 4, kTile}), at(2, side - 2, -kTile / 2)));
  SpatialVelocity velocity;
  velocity.linear.x() = speed;
  Model& moving = world.add(
      body("mover", mover.geometry, 1, RigidTransform(mover.turn, {-0.6, 0, kSize / 2}), velocity));
  while (world.time() < 1.2 / speed) world.step();
  return moving.base_velocity().linear.x();
}

// The contact with one of the two tiles does not carry the one with the other sideways.
TEST(Seams, TwoTilesBesideEachOtherDoNotStopTheBody) {
  for (const Mover& mover : movers(kSize))
    for (const double side : {0.0, 0.07, 0.12})
      for (const double h : {1e-2, 1e-3})
        EXPECT_NEAR(speed_beyond_junction(mover, side, 2.5, h), 2.5, 2.5e-3)
            << mover.name << " " << side << " " << h;
}

// A rise of exactly 1e-5 of the body is flush, whatever the rounding of positions.
TEST(Seams, RiseAtTheBoundIsFlush) {
  for (const Mover& mover : movers(kSize)) {
    if (mover.rolls) continue;
    const Seam seam{Floor::kBoxes, 1e-5 * kSize, 0};
    EXPECT_NEAR(slide(mover, seam, 2, 1e-3).speed, 2, 2e-3) << mover.name;
  }
}

// The seam can also lie under the moving body: two parts pass over a fixed ball.
TEST(Seams, PartsOfABodyPassOverAFixedBall) {
  World world(test::world_spec(1e-3, {0, 0, NAN}));
  for (int i = 0; i < 3; ++i)
    world.add(fixed("ball" + std::to_string(i), test::sphere(0.1),
                    at(0.2 * (i - 1), i == 1 ? 0.3 : -0.3, -0.1)));
  ModelSpec plates = body("plates", test::box({0.5, 1, 0.02}), 10, at(-0.05, 0, 0.01));
  plates.velocity.linear.x() = 1;
  plates.geometry.reset();
  for (const double x : {-0.25, 0.25}) {
    CompoundPart part;
    part.geometry = test::box({0.5, 1, 0.02});
    part.pose = at(x, 0, 0);
    plates.compound.push_back(part);
  }
  Model& model = world.add(plates);
  for (int k = 0; k < 100; ++k) {
    world.step();
    ASSERT_NEAR(model.base_velocity().linear.x(), 1, 1e-3) << k;
    ASSERT_NEAR(model.base_pose().p.z(), 0.01, 1e-4) << k;
  }
}

// A hook that a table carries is stopped by the leg of the table.
TEST(Seams, HookBelowTheTableIsStopped) {
  World world(test::world_spec(1e-3, {0, 0, NAN}));
  world.add(fixed("table", test::box({1, 1, 0.1}), at(0, 0, -0.05)));
  world.add(fixed("leg", test::box({0.1, 1, 1}), at(0.6, 0, -0.61)));
  ModelSpec hook = body("hook", test::box({0.4, 0.4, 0.1}), 1, at(0, 0, 0.05));
  hook.geometry.reset();
  hook.velocity.linear.x() = -0.5;
  const auto add = [&](const Vector3& size, const RigidTransform& pose) {
    CompoundPart part;
    part.geometry = test::box(size);
    part.pose = pose;
    hook.compound.push_back(part);
  };
  add({1.6, 0.4, 0.1}, at(0.2, 0, 0));
  add({0.1, 0.4, 0.6}, at(0.95, 0, -0.3));
  Model& model = world.add(hook);
  for (int k = 0; k < 2000; ++k) world.step();
  EXPECT_NEAR(model.base_pose().p.x(), 0.65 - 0.9, 0.01);
}

}  // namespace
}  // namespace cardan
