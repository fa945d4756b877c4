#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "cardan/world.h"
#include "sim/data/world_impl.h"
#include "test/support/random_tree.h"
#include "test/support/shared_robots.h"

// Robots in random postures overlap the floor and themselves by up to 50 mm
// (docs/theory/stabilization.md). CARDAN_POSTURES sets the number of postures of a robot.
namespace cardan {
namespace {

constexpr double kStep = 2e-3;
constexpr double kMaxSpeed = 1;  // default of Stabilization::max_speed [m/s]
constexpr double kDeepest = 0.05;

using test::Random;
using test::uniform;

VectorX random_posture(Random& random, const Model& robot) {
  const Skeleton& skeleton = *robot.skeleton();
  VectorX q = robot.q();
  for (const JointInfo& joint : skeleton.joints) {
    if (joint.nq != 1) continue;
    const DofProperties& dof = skeleton.dof[static_cast<std::size_t>(joint.v_start)];
    q[joint.q_start] = uniform(random, std::max(dof.lower, -M_PI), std::min(dof.upper, M_PI));
  }
  return q;
}

/// Lowest point of what can move [m].
double lowest_point(World& world, Model& ground) {
  constexpr double kAbove = 100;
  ground.set_base_pose(test::at(0, 0, kAbove));
  double lowest = kAbove;
  for (const ContactInfo& overlap : world.overlaps())
    if (overlap.model_a == "ground" || overlap.model_b == "ground")
      lowest = std::min(lowest, kAbove + overlap.phi);
  return lowest;
}

/// The text of a URDF without the extensions that give the soles of TALOS springs: an overlap would
/// have energy.
std::string without_extensions(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::string urdf = text.str();
  for (std::size_t from; (from = urdf.find("<gazebo")) != std::string::npos;) {
    const std::size_t tag = urdf.find('>', from);
    const bool empty = urdf[tag - 1] == '/';
    const std::string end = empty ? ">" : "</gazebo>";
    urdf.erase(from, urdf.find(end, from) + end.size() - from);
  }
  return urdf;
}

struct Placed {
  World world;
  Model* robot;
};

/// A robot in a random posture whose deepest overlap is at most 50 mm.
Placed place(Random& random, const test::SharedRobot& kind, BaseKind base, bool holds) {
  for (;;) {
    World world(test::world_spec(kStep, test::kDefaultSurface));
    Model& ground = world.add_ground();
    ModelSpec spec = test::shared_robot(kind);
    spec.urdf_text = without_extensions(spec.urdf);
    spec.urdf_folder = std::filesystem::path(spec.urdf).parent_path().string();
    spec.base = base;
    spec.enforce_effort_limits = false;
    Model& robot = world.add(spec);
    const VectorX q = random_posture(random, robot);
    robot.set_q(q);
    if (base == BaseKind::kFloating) robot.set_base_pose(test::random_pose(random, 0));
    const double lowest = lowest_point(world, ground);
    ground.set_base_pose(test::at(0, 0, lowest + uniform(random, 0, kDeepest)));
    if (world.overlaps().front().phi < -kDeepest) continue;
    if (holds) {
      constexpr double kFrequency = 40;  // rad/s; the damping ratio is 1
      const VectorX inertia = robot.mass_matrix().diagonal();
      for (const JointInfo& joint : robot.skeleton()->joints) {
        if (joint.nq != 1) continue;
        const double M = inertia[joint.v_start];
        robot.set_pd(joint.name, kFrequency * kFrequency * M, 2 * kFrequency * M, q[joint.q_start]);
      }
    }
    return {std::move(world), &robot};
  }
}

/// Origin, velocity and radius of each body with shapes.
struct Moving {
  RigidTransform pose;
  SpatialVelocity velocity;
  double radius = 0;
};

std::vector<Moving> bodies_of(const Model& robot) {
  std::vector<Moving> result;
  for (const ShapedBody& shaped : robot.impl().setup().shaped_bodies) {
    if (shaped.body < 0) continue;
    for (const FrameInfo& frame : robot.skeleton()->frames) {
      if (frame.body != shaped.body) continue;
      Moving moving;
      moving.radius = shaped.radius;
      const RigidTransform X = robot.pose(frame.name);
      moving.pose = X * frame.X_BF.inverse();
      moving.velocity = robot.velocity(frame.name);
      moving.velocity.linear += moving.velocity.angular.cross(moving.pose.p - X.p);
      result.push_back(moving);
      break;
    }
  }
  return result;
}

/// Largest speed that a step gave to a point beyond that of v⁺ [m/s].
double pushed_speed(const std::vector<Moving>& before, const std::vector<Moving>& after) {
  double most = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (int axis = -3; axis <= 3; ++axis) {
      Vector3 place = Vector3::Zero();
      if (axis != 0) place[std::abs(axis) - 1] = axis < 0 ? -after[i].radius : after[i].radius;
      const Vector3 moved = after[i].pose * place - before[i].pose * place;
      const Vector3 velocity =
          after[i].velocity.linear + after[i].velocity.angular.cross(after[i].pose.R * place);
      most = std::max(most, moved.norm() / kStep - velocity.norm());
    }
  }
  return most;
}

/// Overlaps of the last step that are deeper than their impulse compresses them.
struct Left {
  double deepest = 0;  ///< beyond the depth at rest [m]
  int named_depth = 0, deeper = 0;
};

Left overlaps_left(const World& world) {
  constexpr double kNoise = 1e-6, kNamed = 5e-4;  // stabilization.md names what is deeper
  Left left;
  const StepIslands& islands = world.impl().step.islands;
  std::vector<double> rest(world.contacts().size(), 0.0);
  for (int i = 0; i < islands.size(); ++i) {
    const IslandWork& work = *islands.works[static_cast<std::size_t>(i)];
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kContact) continue;
      const auto row = static_cast<std::size_t>(block.row);
      rest[static_cast<std::size_t>(block.constraint)] =
          world.time_step() * work.base.S[row] * work.lambda_C[row];
    }
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double beyond = -world.contacts()[i].phi - rest[i];
    if (!(beyond > kNoise)) continue;
    left.deepest = std::max(left.deepest, beyond);
    ++(beyond > kNamed ? left.named_depth : left.deeper);
  }
  return left;
}

int postures_to_try() {
  const char* count = std::getenv("CARDAN_POSTURES");
  return count != nullptr ? std::atoi(count) : 4;
}

class RandomOverlaps : public ::testing::TestWithParam<test::SharedRobot> {};

// The base is fixed. The drives press the robot to the floor that lifted it.
TEST_P(RandomOverlaps, LeaveWithinTheBoundAndComeToRest) {
  REQUIRE_ROBOT(test::kSharedRobots / GetParam().name);
  Random random(17);
  double fastest = 0, energy = 0, deepest = 0;
  int left_over = 0, unnamed = 0;
  for (int trial = 0; trial < postures_to_try(); ++trial) {
    Placed placed = place(random, GetParam(), BaseKind::kFixed, true);
    const double mass = placed.robot->mass();
    double pushed = 0;
    std::vector<Moving> before = bodies_of(*placed.robot);
    while (placed.world.time() < 2) {
      placed.world.step();
      const std::vector<Moving> after = bodies_of(*placed.robot);
      pushed = std::max(pushed, pushed_speed(before, after));
      before = after;
    }
    const double kinetic = placed.world.kinetic_energy() / mass;
    const Left left = overlaps_left(placed.world);
    EXPECT_LE(pushed, 1.01 * kMaxSpeed) << "posture " << trial;
    EXPECT_LT(kinetic, 1e-6) << "posture " << trial;
    EXPECT_LE(left.named_depth, placed.world.report().unlifted_overlaps) << "posture " << trial;
    EXPECT_EQ(left.deeper, 0) << "posture " << trial << ", " << left.deepest << " m";
    fastest = std::max(fastest, pushed);
    energy = std::max(energy, kinetic);
    deepest = std::max(deepest, left.deepest);
    left_over += left.named_depth > 0;
    unnamed += left.named_depth > placed.world.report().unlifted_overlaps || left.deeper > 0;
  }
  std::printf(
      "%s: %d postures, pushed by at most %.4f m/s; after 2 s at most %.1e J/kg, overlaps %.1e m; "
      "named ones left in %d postures, others in %d\n",
      GetParam().name, postures_to_try(), fastest, energy, deepest, left_over, unnamed);
}

// The total energy rises by no more than the work of lifting. Gravity acts in the middle of the
// step, so that energies are those of v and the middle of two positions.
TEST_P(RandomOverlaps, AddNoEnergyBeyondTheLift) {
  REQUIRE_ROBOT(test::kSharedRobots / GetParam().name);
  Random random(23);
  double most = -1e9, largest_lift = 0, fastest = 0;
  for (int trial = 0; trial < postures_to_try(); ++trial) {
    Placed placed = place(random, GetParam(), GetParam().base, false);
    const World& world = placed.world;
    const double weight = placed.robot->mass() * test::kG;
    const double start = world.potential_energy();
    double lift = 0, gain = -1e9;
    std::vector<Moving> before = bodies_of(*placed.robot);
    for (int k = 0; k < 150; ++k) {
      placed.world.step();
      lift += std::max(world.report().push_out_work, 0.0);
      const double energy = world.kinetic_energy() + world.potential_energy() -
                            0.5 * kStep * world.gravity().dot(placed.robot->momentum().force);
      gain = std::max(gain, energy - start - lift);
      const std::vector<Moving> after = bodies_of(*placed.robot);
      fastest = std::max(fastest, pushed_speed(before, after));
      before = after;
    }
    EXPECT_LE(gain, 1e-5 * weight) << "posture " << trial << ", lift " << lift << " J";
    most = std::max(most, gain / weight);
    largest_lift = std::max(largest_lift, lift / weight);
  }
  EXPECT_LE(fastest, 1.01 * kMaxSpeed);
  std::printf(
      "%s: %d limp postures, energy beyond the lift at most %.1e m of its weight, lift at most "
      "%.1e m; pushed by at most %.4f m/s\n",
      GetParam().name, postures_to_try(), most, largest_lift, fastest);
}

INSTANTIATE_TEST_SUITE_P(Shared, RandomOverlaps, ::testing::ValuesIn(test::shared_robots()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace cardan
