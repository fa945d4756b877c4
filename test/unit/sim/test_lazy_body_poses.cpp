#include <gtest/gtest.h>

#include <random>

#include "cardan/queries.h"
#include "cardan/world.h"
#include "collision/collision_scene_impl.h"
#include "sim/data/lazy_body_poses.h"
#include "sim/data/world_impl.h"
#include "sim/step/stages.h"
#include "test/support/worlds.h"

// The detection requests only the bodies of a robot that may be near another body: no near body may
// be missed. Distance queries do not use these bounds.
namespace cardan {
namespace {

constexpr double kMargin = 1e-3;  // within it a contact enters in any case [m]

World arena(bool sleeps) {
  WorldSpec spec;
  spec.step = 5e-3;
  if (sleeps) spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  ModelSpec crate = test::body("crate", test::box({0.4, 0.4, 0.4}), 5);
  crate.pose.p = {0.5, 0, 0.2};
  world.add(crate);
  ModelSpec wall = test::body("wall", test::box({0.2, 2, 1}), 0);
  wall.is_static = true;
  wall.pose.p = {-0.7, 0, 0.5};
  world.add(wall);
  for (int i = 0; i < 2; ++i) {
    ModelSpec robot;
    robot.name = "robot" + std::to_string(i);
    robot.urdf = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";
    robot.base = BaseKind::kFloating;
    robot.pose = RigidTransform(Vector3(0, 0.6 * i, 0.6));
    robot.pd = test::pd(40, 2);
    world.add(robot);
  }
  return world;
}

struct Near {
  std::string a, b;
  double distance;
};

/// Nearest distances of the robots' links and everything else, from the state before a step.
std::vector<Near> nearest(const World& world) {
  const WorldView view(world);
  std::vector<Near> near;
  const auto measure = [&](const std::string& a, const std::string& b) {
    const auto found = closest_points(view, a, b, 0.01);
    if (found) near.push_back({a, b, found->distance});
  };
  for (int i = 0; i < 2; ++i) {
    const std::string robot = "robot" + std::to_string(i);
    for (const FrameInfo& frame : world.find(robot)->skeleton()->frames) {
      for (const char* other : {"ground", "crate", "wall"})
        measure(robot + "/" + frame.name, other);
      if (i == 0) measure(robot + "/" + frame.name, "robot1");
    }
  }
  return near;
}

void kick(World& world, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Model& robot = *world.find(random() % 2 == 0 ? "robot0" : "robot1");
  VectorX v = robot.v();
  for (int k = 0; k < v.size(); ++k) v[k] += (k < 6 ? 2 : 8) * uniform(random);
  robot.set_v(v);
  if (random() % 3 != 0) return;
  VectorX q = robot.q();
  q.head<3>() += 0.1 * Vector3(uniform(random), uniform(random), 1 + uniform(random));
  q[7 + static_cast<int>(random() % 12)] += 0.5 * uniform(random);
  robot.set_q(q);
}

TEST(LazyBodyPoses, NearbyBodiesHaveContacts) {
  for (const bool sleeps : {false, true}) {
    World world = arena(sleeps);
    std::mt19937_64 random(3);
    int found = 0;
    for (int step = 0; step < 1200; ++step) {
      if (step % 150 < 40 && step % 10 == 0) kick(world, random);
      const std::vector<Near> near = nearest(world);
      world.step();
      for (const Near& pair : near) {
        if (pair.distance > kMargin) continue;
        ++found;
        double phi = 1;
        for (const ContactInfo& contact : contacts_between(world, pair.a, pair.b))
          phi = std::min(phi, contact.phi);
        EXPECT_NEAR(phi, pair.distance, 1e-3) << pair.a << ", " << pair.b << " at step " << step;
      }
    }
    EXPECT_GT(found, 3000);
  }
}

// A robot's bound for its farthest body holds for each: h (|v| + |ω| r), with free motion.
TEST(LazyBodyPoses, NoBodyTravelsFartherThanTheBoundOfItsRobot) {
  World world = arena(false);
  World::Impl& impl = world.impl();
  std::mt19937_64 random(5);
  double nearest = 0;
  for (int trial = 0; trial < 300; ++trial) {
    kick(world, random);
    compute_kinematics(impl.model, impl.state, impl.step);
    compute_free_motion(impl.model, impl.state, impl.step);
    for (const char* name : {"robot0", "robot1"}) {
      const ModelRef robot = world.find(name)->impl().ref();
      const double most =
          impl.step.collision.impl().groups[robot.work.lazy_poses->group].most_extra;
      for (const ShapedBody& shaped : robot.setup.shaped_bodies) {
        const double own = reach(impl.model.spec.step, robot.work, shaped.body, shaped.radius);
        EXPECT_LE(own, most);
        nearest = std::max(nearest, own / most);
      }
    }
  }
  EXPECT_GT(nearest, 0.2);
}

}  // namespace
}  // namespace cardan
