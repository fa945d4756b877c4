// Sensors of motion against closed forms and finite differences.
#include <cmath>

#include "cardan/skeleton.h"
#include "test/unit/sensors/sensor_worlds.h"

namespace cardan {
namespace {

using test::kG;
using test::sensor;
using test::vector_of;

TEST(Imu, ReadsGravityUpwardsAtRest) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec shelf = test::slope(0.4);
  world.add(shelf);
  const Sensor& imu = world.add_sensor(sensor("imu", ImuSpec{"slope", {}}));
  world.step();
  EXPECT_NEAR_VECTOR(vector_of(imu, "acceleration"),
                     Vector3(-kG * std::sin(0.4), 0, kG * std::cos(0.4)), 1e-14);
  EXPECT_NEAR_VECTOR(vector_of(imu, "angular_velocity"), Vector3(0, 0, 0), 1e-14);
}

TEST(Imu, RestingBodyReadsGravity) {
  World world(test::world_spec(1e-3, {}));
  world.add_ground();
  world.add(test::body("box", test::box({0.2, 0.2, 0.2}), 1, test::at(0, 0, 0.1)));
  const Sensor& imu = world.add_sensor(sensor("imu", ImuSpec{"box", test::at(0.1, 0, 0)}));
  for (int k = 0; k < 500; ++k) world.step();
  EXPECT_NEAR_VECTOR(vector_of(imu, "acceleration"), Vector3(0, 0, kG), 1e-5);
}

// A sensor at the centre of mass of a thrown body reads 0; at r it reads ω × (ω × r), in the axes
// of the body.
TEST(Imu, FreeFallReadsZeroAtTheCentreOfMass) {
  for (const Vector3& size : {Vector3(0.2, 0.2, 0.2), Vector3(0.1, 0.2, 0.4)}) {
    World world(test::world_spec(1e-3, {}));
    const Model& box = world.add(
        test::body("box", test::box(size), 2, test::at(0, 0, 5), {{1, 3, -2}, {4, 1, 6}}));
    const Sensor& centre = world.add_sensor(sensor("centre", ImuSpec{"box", {}}));
    const RigidTransform offset(Eigen::AngleAxisd(0.3, Vector3::UnitX()).toRotationMatrix(),
                                Vector3(0.1, 0.05, -0.2));
    const Sensor& corner = world.add_sensor(sensor("corner", ImuSpec{"box", offset}));
    for (int k = 0; k < 100; ++k) {
      world.step();
      ASSERT_NEAR_VECTOR(vector_of(centre, "acceleration"), Vector3(0, 0, 0), 1e-10);
    }
    const Vector3 omega = box.base_pose().R.transpose() * box.base_velocity().angular;
    EXPECT_NEAR_VECTOR(vector_of(centre, "angular_velocity"), omega, 1e-13);
    EXPECT_NEAR_VECTOR(vector_of(corner, "angular_velocity"), (offset.R.transpose() * omega),
                       1e-13);
    if (size.x() != size.z()) continue;  // ω of a cube is constant
    const Vector3 expected = offset.R.transpose() * omega.cross(omega.cross(offset.p));
    EXPECT_NEAR_VECTOR(vector_of(corner, "acceleration"), expected, 1e-9);
  }
}

TEST(Imu, SpinningDiscReadsTheCentripetalTerm) {
  SkeletonBuilder builder("disc");
  LinkSpec link = test::hanging_link("plate", "", {}, {3, {0, 0, 0}, Matrix3::Identity()});
  link.axis = Vector3::UnitZ();
  builder.add_link(link);
  World world(test::world_spec(1e-3, {}));
  Model& disc = world.add_skeleton("disc", builder.build());
  constexpr double kOmega = 20, kRadius = 0.3;
  disc.set_v(VectorX::Constant(1, kOmega));
  const Sensor& imu =
      world.add_sensor(sensor("imu", ImuSpec{"disc/plate", test::at(kRadius, 0, 0)}));
  for (int k = 0; k < 50; ++k) {
    world.step();
    ASSERT_NEAR_VECTOR(vector_of(imu, "acceleration"), Vector3(-kOmega * kOmega * kRadius, 0, kG),
                       1e-9);
    ASSERT_NEAR_VECTOR(vector_of(imu, "angular_velocity"), Vector3(0, 0, kOmega), 1e-12);
  }
}

// Sensor on a scripted body that turns at a constant rate.
TEST(Imu, ScriptedBodyReadsItsScript) {
  World world(test::world_spec(1e-3, {}));
  ModelSpec table = test::body("table", test::box({1, 1, 0.1}), 1);
  table.mass.reset();
  table.kinematic = KinematicSpec{};
  table.kinematic->velocity = {{0, 0, 3}, {0.5, 0, 0}};
  world.add(table);
  const Sensor& imu = world.add_sensor(sensor("imu", ImuSpec{"table", test::at(0, 0.4, 0)}));
  for (int k = 0; k < 30; ++k) world.step();
  EXPECT_NEAR_VECTOR(vector_of(imu, "acceleration"), Vector3(0, -9 * 0.4, kG), 1e-9);
  EXPECT_NEAR_VECTOR(vector_of(imu, "angular_velocity"), Vector3(0, 0, 3), 1e-12);
}

// Point pendulum of length l from rest at q0: nothing across the rod, and l q̇² + g cos q =
// g (3 cos q − 2 cos q0) along it. Returns the largest difference.
double worst_pendulum_difference(double h, double& worst_across) {
  constexpr double kLength = 0.7, kStart = 1.2;
  World world(test::world_spec(h, {}));
  Model& pendulum =
      world.add_skeleton("pendulum", test::pendulum(test::point_mass(2, {0, 0, -kLength})));
  pendulum.set_q(VectorX::Constant(1, kStart));
  const Sensor& imu =
      world.add_sensor(sensor("imu", ImuSpec{"pendulum/rod", test::at(0, 0, -kLength)}));
  double worst = 0;
  worst_across = 0;
  for (double t = 0; t < 2; t += h) {
    const double q = pendulum.q()[0];
    world.step();
    const Vector3 a = vector_of(imu, "acceleration");
    const double along = kG * (3 * std::cos(q) - 2 * std::cos(kStart));
    worst = std::max(worst, std::abs(a.z() - along));
    worst_across = std::max(worst_across, a.head<2>().norm());
  }
  return worst;
}

TEST(Imu, PendulumReadsTheForceOfItsRod) {
  double across = 0, across_fine = 0;
  EXPECT_LT(worst_pendulum_difference(1e-3, across), 2e-4);
  EXPECT_LT(across, 1e-9);
  const double coarse = worst_pendulum_difference(1.6e-2, across),
               fine = worst_pendulum_difference(8e-3, across_fine);
  EXPECT_LT(across, 1e-9);
  EXPECT_LT(across_fine, 1e-9);
  EXPECT_NEAR(coarse / fine, 4, 0.5) << coarse << " " << fine;  // second order
}

/// Two links on hinges about y and x.
struct Arm {
  Arm() : world(spec()) {
    SkeletonBuilder builder("arm");
    builder.add_link(test::hanging_link("upper", "", test::at(0, 0, 1),
                                        {1, {0.1, 0, -0.3}, 0.02 * Matrix3::Identity()}));
    LinkSpec lower = test::hanging_link("lower", "upper", test::at(0, 0.1, -0.6),
                                        {2, {0, 0.05, -0.2}, 0.03 * Matrix3::Identity()});
    lower.axis = Vector3::UnitX();
    builder.add_link(lower);
    model = &world.add_skeleton("arm", builder.build());
    model->set_q((VectorX(2) << 0.4, -0.7).finished());
    model->set_v((VectorX(2) << 1.5, 2.5).finished());
  }
  static WorldSpec spec() {
    WorldSpec spec = test::world_spec(1e-3, {});
    spec.gravity.setZero();
    return spec;
  }
  World world;
  Model* model = nullptr;
};

RigidTransform relative(const Model& arm, const RigidTransform& offset) {
  return arm.pose("upper").inverse() * arm.pose("lower") * offset;
}

TEST(Twist, IsTheRateOfTheRelativePose) {
  Arm arm;
  const RigidTransform offset = RigidTransform::from_xyz_rpy({0.1, 0.2, 0.3}, {0.4, 0.5, 0.6});
  const Sensor& pose =
      arm.world.add_sensor(sensor("pose", PoseSensorSpec{"arm/lower", offset, "arm/upper"}));
  const Sensor& twist =
      arm.world.add_sensor(sensor("twist", TwistSensorSpec{"arm/lower", offset, "arm/upper", {}}));
  const Sensor& own = arm.world.add_sensor(
      sensor("own", TwistSensorSpec{"arm/lower", offset, "arm/upper", SensorAxes::kOwn}));
  const Sensor& absolute =
      arm.world.add_sensor(sensor("absolute", TwistSensorSpec{"arm/lower", offset, "", {}}));
  for (int k = 0; k < 20; ++k) arm.world.step();
  const VectorX q = arm.model->q(), v = arm.model->v();
  Arm other;
  constexpr double kStep = 1e-5;
  other.model->set_q(q + kStep * v);
  const RigidTransform ahead = relative(*other.model, offset),
                       ahead_W = other.model->pose("lower") * offset;
  other.model->set_q(q - kStep * v);
  const RigidTransform behind = relative(*other.model, offset),
                       behind_W = other.model->pose("lower") * offset;
  const RigidTransform now = relative(*arm.model, offset);
  const auto spin = [&](const Matrix3& from, const Matrix3& to) -> Vector3 {
    return quaternion_log(Quaternion(Matrix3(to * from.transpose()))) / (2 * kStep);
  };
  const Vector3 v_expected = (ahead.p - behind.p) / (2 * kStep);
  const Vector3 w_expected = spin(behind.R, ahead.R);
  EXPECT_NEAR_VECTOR(vector_of(pose, "position"), now.p, 1e-14);
  const auto wxyz = pose.values("orientation");
  EXPECT_LT((Quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]).toRotationMatrix() - now.R).norm(),
            1e-13);
  EXPECT_GE(wxyz[0], 0);
  EXPECT_NEAR_VECTOR(vector_of(twist, "linear_velocity"), v_expected, 1e-8);
  EXPECT_NEAR_VECTOR(vector_of(twist, "angular_velocity"), w_expected, 1e-8);
  EXPECT_NEAR_VECTOR(vector_of(own, "linear_velocity"), (now.R.transpose() * v_expected), 1e-8);
  EXPECT_NEAR_VECTOR(vector_of(own, "angular_velocity"), (now.R.transpose() * w_expected), 1e-8);
  EXPECT_NEAR_VECTOR(vector_of(absolute, "linear_velocity"),
                     ((ahead_W.p - behind_W.p) / (2 * kStep)), 1e-8);
  EXPECT_NEAR_VECTOR(vector_of(absolute, "angular_velocity"), spin(behind_W.R, ahead_W.R), 1e-8);
}

TEST(JointSensor, ReadsPositionVelocityAccelerationAndEffort) {
  Arm arm;
  arm.model->set_pd("lower_joint", 30, 2, 0.5);
  arm.model->set_effort("upper_joint", 0.7);
  const Sensor& lower = arm.world.add_sensor(sensor("lower", JointSensorSpec{"arm/lower_joint"}));
  const Sensor& upper = arm.world.add_sensor(sensor("upper", JointSensorSpec{"arm/upper_joint"}));
  for (int k = 0; k < 10; ++k) {
    const double before = arm.model->v()[1], q_before = arm.model->q()[1];
    arm.world.step();
    const double q = arm.model->q()[1], v = arm.model->v()[1];
    EXPECT_EQ(lower.value("position"), q);
    EXPECT_EQ(lower.value("velocity"), v);
    EXPECT_NEAR(lower.value("acceleration"), (v - before) / 1e-3, 1e-9);
    const double error = 0.5 - q_before - 0.25e-3 * (v - before);
    EXPECT_NEAR(lower.value("effort"), 30 * error - 2 * v, 1e-12);
    EXPECT_EQ(upper.value("effort"), 0.7);
  }
}

TEST(JointSensor, FollowerReadsTheRatioOfItsLeader) {
  SkeletonBuilder builder("pair");
  builder.add_link(test::hanging_link("a", "", {}, {1, {0, 0, -0.2}, 0.1 * Matrix3::Identity()}));
  LinkSpec b =
      test::hanging_link("b", "", test::at(1, 0, 0), {1, {0, 0, -0.2}, 0.1 * Matrix3::Identity()});
  b.coupling = {"a_joint", -2, 0.3};
  builder.add_link(b);
  World world(test::world_spec(1e-3, {}));
  Model& pair = world.add_skeleton("pair", builder.build());
  pair.set_q(VectorX::Constant(1, 0.5));
  const Sensor& b_joint = world.add_sensor(sensor("b", JointSensorSpec{"pair/b_joint"}));
  world.step();
  EXPECT_NEAR(b_joint.value("position"), -2 * pair.q()[0] + 0.3, 1e-15);
  EXPECT_NEAR(b_joint.value("velocity"), -2 * pair.v()[0], 1e-15);
  EXPECT_NEAR(b_joint.value("acceleration"), -2 * pair.v()[0] / 1e-3, 1e-12);
  EXPECT_EQ(b_joint.quantities().size(), 3U);
}

}  // namespace
}  // namespace cardan
