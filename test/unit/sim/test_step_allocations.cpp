#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "cardan/batch.h"
#include "cardan/linearize.h"
#include "test/analytic/linkages.h"
#include "test/support/allocation_counter.h"
#include "test/support/surfaces.h"
#include "test/support/worlds.h"

// Code of cardan does not allocate in a step after warm-up. Allocations inside calls of FCL are
// counted separately and printed.
namespace cardan {
namespace {

namespace fs = std::filesystem;
using test::body;
using test::world_spec;

void expect_no_allocation(World& world, const std::string& name, int warm_up = 500) {
  for (int k = 0; k < warm_up; ++k) world.step();
  test::AllocationCounter counter;
  for (int k = 0; k < 200; ++k) world.step();
  const long total = counter.total(), fcl = counter.by_fcl();
  std::printf("%s: %ld allocations in 200 steps, %ld of them by FCL\n", name.c_str(), total, fcl);
  EXPECT_EQ(total - fcl, 0) << name;
}

constexpr Integrator kOfVelocities[] = {Integrator::kSemiImplicitEuler, Integrator::kMidpoint};

std::string name_of(Integrator integrator) {
  return integrator == Integrator::kMidpoint ? "midpoint, " : "";
}

TEST(Allocations, CounterSeesAllocations) {
  test::AllocationCounter counter;
  std::vector<double>* leak = new std::vector<double>(100);
  EXPECT_GE(counter.total(), 2);
  delete leak;
}

TEST(Allocations, StepWithBodiesDoesNotAllocate) {
  for (const std::string solver : {"conic", "pgs", "lemke"}) {
    World world(world_spec(1e-3, {}, "", solver));
    world.add_ground();
    for (int i = 0; i < 6; ++i) {
      world.add(body("ball" + std::to_string(i), test::sphere(0.1), 1,
                     RigidTransform(Vector3(0.3 * i, 0, 0.1))));
      world.add(body("box" + std::to_string(i), test::box({0.2, 0.2, 0.2}), 1,
                     RigidTransform(Vector3(0.3 * i, 1, 0.1))));
    }
    expect_no_allocation(world, "bodies, " + solver);
  }
}

TEST(Allocations, StepWithSensorsDoesNotAllocate) {
  World world =
      make_world(load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/sensors.yaml"));
  expect_no_allocation(world, "sensors");
}

TEST(Allocations, BatchStepDoesNotAllocate) {
  Scene scene;
  scene.world = world_spec(1e-3, {});
  scene.models.push_back(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.11))));
  ModelSpec ground = body("ground", test::box({10, 10, 1}), 1, RigidTransform(Vector3(0, 0, -0.5)));
  ground.is_static = true;
  ground.mass.reset();
  scene.models.push_back(ground);
  Batch batch(scene, 4, {.threads = 1, .vary = {}});
  batch.step(500);
  test::AllocationCounter counter;
  for (int k = 0; k < 50; ++k) batch.step(4);
  EXPECT_EQ(batch.status()[3].contacts, 1);
  EXPECT_EQ(counter.total() - counter.by_fcl(), 0);
}

/// A pile of boxes, one of them in the air, and a robot that stands beside it.
World pile_and_robot(Integrator integrator = Integrator::kSemiImplicitEuler) {
  WorldSpec spec = world_spec(2e-3, {});
  spec.integrator = integrator;
  spec.contact.sleep = SleepSpec{};
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 3; ++i)
    world.add(body("box" + std::to_string(i), test::box({0.2, 0.2, 0.2}), 1,
                   RigidTransform(Vector3(0, 0, 0.1 + 0.2 * i))));
  world.add(body("high", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 6))));
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/quadruped.urdf";
  robot.base = BaseKind::kFloating;
  robot.pose = RigidTransform(Vector3(2, 0, 0.351));
  robot.pd = test::pd(150, 4);
  world.add(robot);
  return world;
}

// Also checks changes between a state with sleeping models and one without, and between two worlds.
void expect_none_of_states(Integrator integrator) {
  World world = pile_and_robot(integrator), other = pile_and_robot(integrator);
  for (int k = 0; k < 50; ++k) world.step();
  const StateSnapshot awake = world.state();
  for (int k = 0; k < 450; ++k) world.step();
  ASSERT_TRUE(world.find("box0")->is_asleep());
  const StateSnapshot asleep = world.state();
  StateSnapshot into = asleep;
  const auto go = [&](const StateSnapshot& state) {
    for (World* w : {&world, &other}) {
      w->set_state(state);
      for (int k = 0; k < 3; ++k) w->step();
      w->state(into);
    }
  };
  for (int k = 0; k < 5; ++k) {
    go(awake);
    go(asleep);
  }
  test::AllocationCounter counter;
  for (int k = 0; k < 20; ++k) {
    go(awake);
    go(asleep);
  }
  EXPECT_EQ(counter.total() - counter.by_fcl(), 0);
}

TEST(Allocations, StatesInMemoryDoNotAllocate) {
  for (const Integrator integrator : kOfVelocities) expect_none_of_states(integrator);
}

TEST(Allocations, LinearizerDoesNotAllocate) {
  World world = pile_and_robot();
  for (int k = 0; k < 50; ++k) world.step();
  const StateSnapshot state = world.state();
  Linearizer linearizer(world);
  Linearization result;
  for (int k = 0; k < 2; ++k) linearizer.linearize(state, result);
  test::AllocationCounter counter;
  linearizer.linearize(state, result);
  EXPECT_EQ(counter.total() - counter.by_fcl(), 0);
}

// The names are longer than a std::string holds without allocation.
TEST(Allocations, InputsOfAJointDoNotAllocate) {
  World world = pile_and_robot();
  Model& robot = *world.find("robot");
  const auto [lowest, first] = std::pair(robot.link(0), robot.joint(1));
  const std::string name = robot.joint_name(first);
  const VectorX efforts = VectorX::Zero(robot.v().size());
  ASSERT_GT(robot.name().size() + 1 + name.size(), 15u);
  const auto command = [&](double x) {
    robot.set_pd_target(first, x, 0.1);
    robot.set_pd_target(name, x);
    robot.set_pd(first, 150, 4, x, 0.1);
    robot.set_effort(first, x);
    robot.set_efforts(efforts);
    robot.apply_wrench(lowest, Vector3(x, 0, 0), Vector3::Zero(), Vector3::Zero());
  };
  command(0.1);
  world.step();
  test::AllocationCounter counter;
  for (int k = 0; k < 10; ++k) command(0.01 * k);
  EXPECT_EQ(counter.total(), 0);
}

TEST(Allocations, BatchForkAndTargetsDoNotAllocate) {
  Scene scene = load_scene(std::string(CARDAN_SOURCE_DIR) + "/bench/matrix/quadruped.yaml");
  BatchOptions options{.threads = 1};
  options.poses = {"robot/front_left_foot"};
  options.contact_forces = {"robot/front_left_foot"};
  Batch batch(scene, 3, options);
  batch.step(300);
  for (int k = 0; k < 3; ++k) batch.fork(0, 2);
  batch.step(100);
  test::AllocationCounter counter;
  for (int k = 0; k < 20; ++k) {
    batch.fork(k % 2, 2);
    batch.targets()[static_cast<std::size_t>(k)] += 1e-3;
    batch.step(4);
  }
  EXPECT_EQ(counter.total() - counter.by_fcl(), 0);
}

void expect_none_with_push_out_and_ropes(const std::string& solver, Integrator integrator) {
  WorldSpec spec = world_spec(1e-3, {}, "", solver);
  spec.integrator = integrator;
  spec.contact.rules.stabilization.kind = StabilizationKind::kProjection;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i);
    world.add(body(std::string("box").append(number), test::box({0.2, 0.2, 0.2}), 1,
                   RigidTransform(Vector3(0, 0.5 * i, 0.095))));
    world.add(body(std::string("ball").append(number), test::sphere(0.05), 1,
                   RigidTransform(Vector3(1, 0.5 * i, 1))));
    LoopSpec loop;
    loop.kind = i % 2 == 0 ? LoopKind::kRope : LoopKind::kPoint;
    loop.a = "world";
    loop.b = std::string("ball").append(number);
    loop.at_a = Vector3(1, 0.5 * i, 1.2);
    loop.length = 0.3;
    if (i % 2 != 0) loop.compliance = Compliance::spring(500, 5);
    world.add_loop(loop);
  }
  expect_no_allocation(world, name_of(integrator).append("push-out, ").append(solver));
}

TEST(Allocations, StepWithPushOutAndRopesDoesNotAllocate) {
  for (const char* solver : {"conic", "pgs", "lemke"}) {
    for (const Integrator integrator : kOfVelocities)
      expect_none_with_push_out_and_ropes(solver, integrator);
  }
}

// Bodies that bounce without end, so that collisions, their second phase and forces all occur.
TEST(Allocations, StepAtAccelerationLevelDoesNotAllocate) {
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kRungeKutta4}) {
    WorldSpec spec = world_spec(1e-3, {.restitution = 1}, "acceleration");
    spec.integrator = integrator;
    spec.contact.rules.restitution = RestitutionLaw::kPoisson;
    World world(spec);
    world.add_ground();
    for (int i = 0; i < 4; ++i) {
      world.add(body("ball" + std::to_string(i), test::sphere(0.1), 1,
                     RigidTransform(Vector3(0.3 * i, 0, 0.11 + 0.02 * i))));
      SpatialVelocity sliding;
      sliding.linear.x() = i;
      world.add(body("box" + std::to_string(i), test::box({0.2, 0.2, 0.2}), 1,
                     RigidTransform(Vector3(0.3 * i, 1, 0.1)), sliding));
    }
    expect_no_allocation(world, "acceleration");
  }
}

TEST(Allocations, StepOnTrianglesDoesNotAllocate) {
  const auto waves = [](double x, double y) { return 0.05 * std::sin(3 * x) * std::cos(2 * y); };
  for (const GeometryRecord& floor :
       {test::mesh_record(test::floor_mesh({.columns = 20, .rows = 20}, waves)),
        test::field_record(20, {4, 4}, waves)}) {
    World world(world_spec(1e-3, {}));
    ModelSpec ground = body("ground", floor, 1);
    ground.mass.reset();
    ground.is_static = true;
    world.add(ground);
    for (int i = 0; i < 4; ++i) {
      const double x = 0.4 * i - 0.8;
      const std::string number = std::to_string(i);
      world.add(body("ball" + number, test::sphere(0.1), 1, RigidTransform(Vector3(x, 0, 0.2))));
      world.add(
          body("box" + number, test::box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(x, 1, 0.2))));
      world.add(body("mesh" + number, test::mesh_record(test::box_mesh({0.2, 0.2, 0.2})), 1,
                     RigidTransform(Vector3(x, -1, 0.2))));
    }
    for (int k = 0; k < 2000; ++k) world.step();  // until the balls lie still
    expect_no_allocation(world, geometry_kind_name(floor.kind));
  }
}

// Balls that bounce without end in a box and are swept along their path in every step.
TEST(Allocations, StepWithFastBallsDoesNotAllocate) {
  WorldSpec spec = world_spec(1e-3, {0, 1, 0});
  spec.gravity.setZero();
  spec.contact.continuous = true;
  World world(spec);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      ModelSpec wall = body(std::string("wall").append(std::to_string(2 * axis + (side > 0))),
                            test::box(Vector3::Ones() - 0.9 * Vector3::Unit(axis)), 1);
      wall.mass.reset();
      wall.is_static = true;
      wall.pose.p = (2 * side * 0.55) * Vector3::Unit(axis);
      world.add(wall);
    }
  }
  for (int i = 0; i < 4; ++i) {
    SpatialVelocity velocity;
    velocity.linear = Vector3(30, 7.0 * i, -20);
    world.add(body(std::string("ball").append(std::to_string(i)), test::sphere(0.02), 1,
                   RigidTransform(Vector3(0, 0.1 * i - 0.2, 0)), velocity));
  }
  // They bounce without end; the number of simultaneous contacts reaches its maximum only after
  // some time.
  expect_no_allocation(world, "fast balls", 60000);
}

void expect_none_with_loops_and_scripts(const std::string& solver, Integrator integrator) {
  WorldSpec spec = world_spec(1e-3, {}, "", solver);
  spec.integrator = integrator;
  World world(spec);
  test::add_four_bar(world, {}, test::Closing::kWeld, 1.0, 5.0);
  ModelSpec platform = body("platform", test::box({2, 2, 0.2}), 1);
  platform.mass.reset();
  platform.pose.p.y() = 3;
  platform.kinematic = KinematicSpec{};
  platform.kinematic->path = {{0, {}}, {0.2, RigidTransform(Vector3(0.1, 0, 0))}, {0.4, {}}};
  platform.kinematic->smooth = platform.kinematic->repeat = true;
  world.add(platform);
  std::vector<LoopSpec> loops;
  for (int i = 0; i < 4; ++i) {
    const std::string name = "link" + std::to_string(i);
    world.add(body(name, test::box({0.2, 0.1, 0.1}), 1,
                   RigidTransform(Vector3(0.25 * i - 0.4, 3, 0.15))));
    if (i == 0) continue;
    LoopSpec joint;
    joint.kind = LoopKind::kPoint;
    joint.a = "link" + std::to_string(i - 1);
    joint.b = name;
    joint.at_a.x() = 0.125;
    joint.at_b.reset();
    loops.push_back(joint);
  }
  world.add_loops(loops);
  expect_no_allocation(world, name_of(integrator).append("loops, ").append(solver));
  EXPECT_GT(world.report().contacts, 4);
}

TEST(Allocations, StepWithLoopsAndScriptsDoesNotAllocate) {
  for (const char* solver : {"conic", "pgs", "lemke"}) {
    for (const Integrator integrator : kOfVelocities)
      expect_none_with_loops_and_scripts(solver, integrator);
  }
}

TEST(Allocations, StepOfAnymalDoesNotAllocate) {
  const fs::path folder =
      fs::path(CARDAN_SOURCE_DIR) / "../shared/robots/anymal_c/anymal_c_simple_description";
  if (!fs::exists(folder)) GTEST_SKIP() << "no anymal_c beside the checkout";
  for (const std::string solver : {"conic", "pgs", "lemke"}) {
    World world(world_spec(1e-3, {}, "", solver));
    world.add_ground();
    ModelSpec anymal;
    anymal.name = "anymal";
    anymal.urdf = (folder / "urdf/anymal.urdf").string();
    anymal.packages["anymal_c_simple_description"] = folder.string();
    for (const char* leg : {"LF", "RF", "LH", "RH"}) {
      const double fore = leg[1] == 'F' ? 1 : -1;
      anymal.q[std::string(leg) + "_HFE"] = 0.4 * fore;
      anymal.q[std::string(leg) + "_KFE"] = -0.8 * fore;
    }
    anymal.pd = test::pd(150, 4);
    anymal.pose.p.z() = 0.6;
    world.add(anymal);
    expect_no_allocation(world, "ANYmal C, " + solver);
    EXPECT_GE(world.report().contacts, 4);
  }
}

}  // namespace
}  // namespace cardan
