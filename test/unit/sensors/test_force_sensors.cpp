// Sensors of forces against closed forms and balances.
#include <cmath>

#include "cardan/scene.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::kG;
using test::sensor;
using test::vector_of;

const std::string kRobots = std::string(CARDAN_SOURCE_DIR) + "/data/robots/";

TEST(ForceTorque, HangingWeightIsCarriedUpwards) {
  World world(test::world_spec(1e-3, {}));
  world.add_skeleton("pendulum", test::pendulum({3, {0, 0, -0.5}, 0.01 * Matrix3::Identity()}));
  const Sensor& joint = world.add_sensor(sensor("joint", ForceTorqueSpec{"pendulum/rod_joint"}));
  for (int k = 0; k < 10; ++k) world.step();
  EXPECT_NEAR_VECTOR(vector_of(joint, "force"), Vector3(0, 0, 3 * kG), 1e-11);
  EXPECT_NEAR_VECTOR(vector_of(joint, "moment"), Vector3(0, 0, 0), 1e-11);
}

// A rod that a motor holds horizontally: the weight and its moment m g l about the joint, which is
// −y of the hinge for a mass on +x.
TEST(ForceTorque, HeldWeightHasItsMoment) {
  World world(test::world_spec(1e-3, {}));
  Model& rod = world.add_skeleton("pendulum",
                                  test::pendulum({2, {0.4, 0.1, 0}, 0.01 * Matrix3::Identity()}));
  rod.set_effort("rod_joint", -2 * kG * 0.4);
  const Sensor& joint = world.add_sensor(sensor("joint", ForceTorqueSpec{"pendulum/rod_joint"}));
  world.step();
  EXPECT_NEAR_VECTOR(vector_of(joint, "force"), Vector3(0, 0, 2 * kG), 1e-11);
  EXPECT_NEAR_VECTOR(vector_of(joint, "moment"), Vector3(2 * kG * 0.1, -2 * kG * 0.4, 0), 1e-11);
}

// Physical pendulum from rest: q̈ = −m g l sin q / I, q̇² = 2 m g l (cos q − cos q0) / I. Returns
// the largest difference of the force.
double worst_swing(double h) {
  constexpr double kMass = 2, kLength = 0.5, kSpin = 0.08, kStart = 1.1;
  constexpr double kInertia = kSpin + kMass * kLength * kLength;
  World world(test::world_spec(h, {}));
  Model& rod = world.add_skeleton(
      "pendulum", test::pendulum({kMass, {0, 0, -kLength}, kSpin * Matrix3::Identity()}));
  rod.set_q(VectorX::Constant(1, kStart));
  const Sensor& joint = world.add_sensor(sensor("joint", ForceTorqueSpec{"pendulum/rod_joint"}));
  double worst = 0;
  for (double t = 0; t < 1.5; t += h) {
    const double q = rod.q()[0];
    world.step();
    const double acceleration = -kMass * kG * kLength * std::sin(q) / kInertia;
    const double speed_squared =
        2 * kMass * kG * kLength * (std::cos(q) - std::cos(kStart)) / kInertia;
    // Rotation by q about y moves the mass towards −x: the axes of the rod.
    const Vector3 force(-kMass * (kLength * acceleration + kG * std::sin(q)), 0,
                        kMass * (kLength * speed_squared + kG * std::cos(q)));
    worst = std::max(worst, (vector_of(joint, "force") - force).norm());
    EXPECT_NEAR_VECTOR(vector_of(joint, "moment"), Vector3(0, 0, 0), 1e-10);
  }
  return worst;
}

TEST(ForceTorque, SwingingWeightAgreesWithThePendulum) {
  EXPECT_LT(worst_swing(1e-3), 5e-4);  // of up to 38 N
  const double coarse = worst_swing(1.6e-2), fine = worst_swing(8e-3);
  EXPECT_NEAR(coarse / fine, 4, 0.5) << coarse << " " << fine;
}

// About the axis of each joint, the wrench is the effort of that joint, for any motion of the arm.
TEST(ForceTorque, MomentAboutTheAxisIsTheEffort) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec spec;
  spec.name = "arm";
  spec.urdf = kRobots + "arm7.urdf";
  Model& arm = world.add(spec);
  const Skeleton& skeleton = *arm.skeleton();
  std::vector<const Sensor*> sensors;
  for (const JointInfo& joint : skeleton.joints)
    sensors.push_back(&world.add_sensor(sensor(joint.name, ForceTorqueSpec{"arm/" + joint.name})));
  const std::string last = skeleton.frames.back().name;
  for (int k = 0; k < 200; ++k) {
    for (std::size_t j = 0; j < sensors.size(); ++j) {
      arm.set_effort(skeleton.joints[j].name, 8 * std::sin(0.05 * k + static_cast<double>(j)));
    }
    if (k > 50) arm.apply_wrench(last, {3, -4, 5}, {0.2, 0.3, -0.1}, {0.01, 0.02, 0.03});
    const VectorX before = arm.v();
    world.step();
    for (std::size_t j = 0; j < sensors.size(); ++j) {
      const DofProperties& dof = skeleton.dof[j];
      if (dof.friction != 0) continue;
      const auto i = static_cast<Eigen::Index>(j);
      const Vector3 axis = skeleton.axis[j];
      const double expected = arm.joint_effort(skeleton.joints[j].name) - dof.damping * arm.v()[i] -
                              dof.armature * (arm.v()[i] - before[i]) / 1e-3;
      ASSERT_NEAR(axis.dot(vector_of(*sensors[j], "moment")), expected, 1e-8)
          << skeleton.joints[j].name << " in step " << k;
    }
  }
}

// A free hinge transmits no moment about its axis, also while the pendulum is pressed on the
// ground.
TEST(ForceTorque, ContactForcesAreSubtracted) {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  ModelSpec spec;
  spec.name = "robot";
  spec.urdf = kRobots + "quadruped.urdf";
  spec.pose = test::at(0, 0, 0.35);
  spec.base = BaseKind::kFixed;  // the legs press on the ground
  Model& robot = world.add(spec);
  for (const JointInfo& joint : robot.skeleton()->joints)
    robot.set_effort(joint.name, joint.name.rfind("knee", 0) == 0 ? 3.0 : -1.0);
  std::vector<const Sensor*> sensors;
  for (const JointInfo& joint : robot.skeleton()->joints)
    sensors.push_back(
        &world.add_sensor(sensor(joint.name, ForceTorqueSpec{"robot/" + joint.name})));
  double most_contact = 0;
  for (int k = 0; k < 600; ++k) {
    // A push-out changes the velocity without a force.
    if (world.step().pushed_islands > 0) continue;
    for (const ContactInfo& contact : world.contacts())
      most_contact = std::max(most_contact, contact.force.norm());
    const auto at_limit = [&](std::size_t j) {
      const DofProperties& dof = robot.skeleton()->dof[j];
      const double q = robot.q()[static_cast<Eigen::Index>(j)];
      return q < dof.lower + 1e-2 || q > dof.upper - 1e-2;
    };
    for (std::size_t j = 0; j < sensors.size(); ++j) {
      const DofProperties& dof = robot.skeleton()->dof[j];
      if (at_limit(j) || dof.friction > 0) continue;
      const double expected = robot.joint_effort(robot.skeleton()->joints[j].name) -
                              dof.damping * robot.v()[static_cast<Eigen::Index>(j)];
      ASSERT_NEAR(robot.skeleton()->axis[j].dot(vector_of(*sensors[j], "moment")), expected, 1e-7)
          << robot.skeleton()->joints[j].name << " in step " << k;
    }
  }
  EXPECT_GT(most_contact, 5);
}

// A welded pair of pendulums: no moment about the axes of their free hinges, and the two forces
// carry the weight of both.
TEST(ForceTorque, LoopForcesAreSubtracted) {
  SkeletonBuilder builder("pair");
  const SpatialInertia inertia{1, {0, 0, -0.3}, 0.02 * Matrix3::Identity()};
  builder.add_link(test::hanging_link("left", "", test::at(0, 0, 1), inertia));
  builder.add_link(test::hanging_link("right", "", test::at(0.5, 0, 1), inertia));
  World world(test::world_spec(1e-3, {}));
  Model& pair = world.add_skeleton("pair", builder.build());
  pair.set_q((VectorX(2) << 0.3, 0.3).finished());
  LoopSpec rod;
  rod.kind = LoopKind::kDistance;
  rod.a = "pair/left";
  rod.b = "pair/right";
  rod.at_a = {0, 0, -0.5};
  rod.at_b = Vector3(0, 0, -0.4);
  world.add_loop(rod);
  pair.set_effort("left_joint", 2);  // acts on the right pendulum through the rod
  const Sensor& left = world.add_sensor(sensor("left", ForceTorqueSpec{"pair/left_joint"}));
  const Sensor& right = world.add_sensor(sensor("right", ForceTorqueSpec{"pair/right_joint"}));
  double most_force = 0;
  for (int k = 0; k < 500; ++k) {
    world.step();
    most_force = std::max(most_force, world.loops()[0].force.norm());
    ASSERT_NEAR(vector_of(left, "moment").y(), 2, 2e-2);
    ASSERT_NEAR(vector_of(right, "moment").y(), 0, 2e-2);
  }
  EXPECT_GT(most_force, 1);
}

TEST(ForceTorque, FixedJointCarriesItsPart) {
  Scene scene = load_scene(std::string(CARDAN_SOURCE_DIR) + "/data/scenes/stand.yaml");
  scene.sensors = {sensor("ankle", ForceTorqueSpec{"robot/foot_front_left"}),
                   sensor("knee", ForceTorqueSpec{"robot/knee_front_left"}),
                   sensor("foot", ContactSensorSpec{"robot/front_left_foot", "", {}})};
  World world = make_world(scene);
  const Model& robot = *world.find("robot");
  const double foot = 0.05, shank = 0.25 + foot;
  const auto in_world = [&](const char* name, const char* link) -> Vector3 {
    return robot.pose(link).R * vector_of(world.sensor(name), "force");
  };
  for (int k = 0; k < 3000; ++k) world.step();
  const Vector3 contact = vector_of(world.sensor("foot"), "force");
  EXPECT_GT(contact.z(), 20);
  EXPECT_NEAR_VECTOR(in_world("ankle", "front_left_foot"), (Vector3(0, 0, foot * kG) - contact),
                     1e-4);
  EXPECT_NEAR_VECTOR(in_world("knee", "front_left_shank"), (Vector3(0, 0, shank * kG) - contact),
                     1e-4);
}

// The part behind a fixed joint in free motion: its force is its mass times the proper
// acceleration of its centre of mass.
TEST(ForceTorque, FixedJointAcceleratesItsPart) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec spec;
  spec.name = "robot";
  spec.urdf = kRobots + "quadruped.urdf";
  spec.velocity = {{1, -2, 3}, {0, 0, 0}};
  spec.base = BaseKind::kFloating;
  Model& robot = world.add(spec);
  for (const JointInfo& joint : robot.skeleton()->joints)
    if (joint.nv == 1) robot.set_effort(joint.name, 1.5);
  const Sensor& ankle = world.add_sensor(sensor("ankle", ForceTorqueSpec{"robot/foot_front_left"}));
  const Sensor& imu = world.add_sensor(sensor("imu", ImuSpec{"robot/front_left_foot", {}}));
  for (int k = 0; k < 100; ++k) {
    world.step();
    ASSERT_NEAR_VECTOR(vector_of(ankle, "force"), (0.05 * vector_of(imu, "acceleration")), 1e-10);
  }
  EXPECT_GT(vector_of(ankle, "force").norm(), 0.1);
}

double weight_error(double tolerance, int steps) {
  Scene scene = load_scene(
      std::string(CARDAN_SOURCE_DIR) + "/data/scenes/stand.yaml",
      {{"contact.solver", "{id: conic, tolerance: " + std::to_string(tolerance * 1e12) + "e-12}"}});
  for (const std::string leg : {"front_left", "front_right", "rear_left", "rear_right"})
    scene.sensors.push_back(sensor(leg, ContactSensorSpec{"robot/" + leg + "_foot", "ground", {}}));
  World world = make_world(scene);
  for (int k = 0; k < steps; ++k) world.step();
  Vector3 sum = Vector3::Zero();
  for (const Sensor* foot : world.sensors()) {
    EXPECT_EQ(foot->value("touching"), 1);
    EXPECT_GE(foot->value("contacts"), 1);
    sum += vector_of(*foot, "force");
  }
  const double weight = world.find("robot")->skeleton()->total_mass() * kG;
  return (sum - Vector3(0, 0, weight)).norm() / weight;
}

TEST(ContactSensor, FeetOfAStandingRobotSumToItsWeight) {
  EXPECT_LT(weight_error(1e-8, 10000), 1e-6);
  EXPECT_LT(weight_error(1e-12, 10000), 1e-9);
}

// A box that is pressed down off its centre: the centre of pressure is where the resultant is.
TEST(ContactSensor, CentreOfPressureIsUnderTheResultant) {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  Model& box = world.add(test::body("box", test::box({0.4, 0.4, 0.2}), 2, test::at(1, 0, 0.1)));
  const Sensor& contact = world.add_sensor(sensor("contact", ContactSensorSpec{"box", "", {}}));
  const Sensor& own =
      world.add_sensor(sensor("own", ContactSensorSpec{"box", "ground", SensorAxes::kOwn}));
  const double force = 30, arm = 0.12;
  for (int k = 0; k < 1500; ++k) {
    box.apply_wrench("", {0, 0, -force}, {0, 0, 0}, {arm, -0.05, 0.1});
    world.step();
  }
  const double total = force + 2 * kG, x = force * arm / total, y = -force * 0.05 / total;
  EXPECT_NEAR_VECTOR(vector_of(contact, "force"), Vector3(0, 0, total), 1e-4);
  EXPECT_NEAR_VECTOR(vector_of(contact, "moment"), Vector3(y * total, -x * total, 0), 1e-4);
  EXPECT_NEAR_VECTOR(vector_of(contact, "center_of_pressure"), Vector3(1 + x, y, 0), 1e-5);
  EXPECT_NEAR_VECTOR(vector_of(own, "center_of_pressure"), Vector3(x, y, -0.1), 1e-5);
  EXPECT_EQ(contact.value("touching"), 1);
}

TEST(ContactSensor, BetweenTwoLinksReadsOnlyTheirContacts) {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  world.add(test::body("lower", test::box({0.4, 0.4, 0.2}), 3, test::at(0, 0, 0.1)));
  world.add(test::body("upper", test::box({0.3, 0.3, 0.2}), 2, test::at(0, 0, 0.3)));
  const Sensor& all = world.add_sensor(sensor("all", ContactSensorSpec{"lower", "", {}}));
  const Sensor& above = world.add_sensor(sensor("above", ContactSensorSpec{"lower", "upper", {}}));
  const Sensor& below = world.add_sensor(sensor("below", ContactSensorSpec{"lower", "ground", {}}));
  const Sensor& none = world.add_sensor(sensor("none", ContactSensorSpec{"upper", "ground", {}}));
  for (int k = 0; k < 1000; ++k) world.step();
  EXPECT_NEAR_VECTOR(vector_of(above, "force"), Vector3(0, 0, -2 * kG), 1e-4);
  EXPECT_NEAR_VECTOR(vector_of(below, "force"), Vector3(0, 0, 5 * kG), 1e-4);
  EXPECT_NEAR_VECTOR(vector_of(all, "force"), Vector3(0, 0, 3 * kG), 1e-4);
  EXPECT_EQ(none.value("touching"), 0);
  EXPECT_EQ(none.value("contacts"), 0);
  EXPECT_NEAR_VECTOR(vector_of(none, "force"), Vector3(0, 0, 0), 0.0);
  EXPECT_TRUE(std::isnan(none.value("center_of_pressure.x")));
}

}  // namespace
}  // namespace cardan
