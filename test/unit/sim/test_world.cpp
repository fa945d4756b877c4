#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/geometry.h"
#include "sim/data/world_impl.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::body;
using test::world_spec;

TEST(World, FreeFallIsSemiImplicitEuler) {
  const double h = 1e-2;
  World world(world_spec(h, {}));
  Model& ball = world.add(body("ball", test::sphere(0.1), 2, RigidTransform(Vector3(0, 0, 100))));
  for (int k = 1; k <= 50; ++k) {
    world.step();
    EXPECT_NEAR(ball.base_velocity().linear.z(), -9.81 * h * k, 1e-12);
    EXPECT_NEAR(ball.base_pose().p.z(), 100 - 9.81 * h * h * k * (k + 1) / 2.0, 1e-11);
  }
  EXPECT_NEAR(world.time(), 0.5, 1e-15);
}

TEST(World, ContactsAreReadWithNamesAndForce) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  world.add(body("crate", test::box({0.4, 0.4, 0.2}), 5, RigidTransform(Vector3(0, 0, 0.1))));
  for (int k = 0; k < 50; ++k) world.step();
  constexpr int kSteps = 20;
  Vector3 total = Vector3::Zero();
  for (int k = 0; k < kSteps; ++k) {
    world.step();
    ASSERT_EQ(world.contacts().size(), 4u);
    for (const ContactInfo& contact : world.contacts()) {
      EXPECT_EQ(contact.model_a, "crate");
      EXPECT_EQ(contact.model_b, "ground");
      EXPECT_NEAR(contact.normal.z(), -1, 1e-12);  // from A into B
      total += contact.force;
    }
  }
  // On B, the ground, as a mean. Residuals of 1e-8 m/s let the velocity change by twice that from
  // first to last, however many steps lie between.
  EXPECT_NEAR(total.z() / kSteps, -5 * 9.81, 5 * 2e-8 / (kSteps * 1e-3));
}

TEST(World, WrenchActsForOneStep) {
  WorldSpec spec = world_spec(1e-3, {});
  spec.gravity = Vector3::Zero();
  World world(spec);
  Model& ball = world.add(body("ball", test::sphere(0.1), 2));
  ball.apply_wrench("", Vector3(4, 0, 0));
  world.step();
  EXPECT_NEAR(ball.base_velocity().linear.x(), 4 * 1e-3 / 2, 1e-15);
  world.step();
  EXPECT_NEAR(ball.base_velocity().linear.x(), 4 * 1e-3 / 2, 1e-15);
}

TEST(World, SplitStepEqualsAWholeStep) {
  const auto make = [] {
    World world(world_spec(1e-3, {}));
    world.add_ground();
    world.add(body("crate", test::box({0.4, 0.3, 0.2}), 5,
                   RigidTransform::from_xyz_rpy(Vector3(0, 0, 0.3), Vector3(0.1, 0.2, 0))));
    return world;
  };
  World whole = make(), split = make();
  for (int k = 0; k < 300; ++k) {
    whole.step();
    split.begin_step();
    split.finish_step();
  }
  EXPECT_EQ(whole.state_hash(), split.state_hash());
}

TEST(World, EveryStepCountsItsOwnRejectedInputs) {
  World world(world_spec(1e-3, {}));
  Model& ball = world.add(body("ball", test::sphere(0.1), 1));
  const auto spoil = [&] {
    VectorX tau = VectorX::Zero(6);
    tau[4] = std::nan("");
    ball.set_efforts(tau);
  };
  world.begin_step();
  for (int k = 0; k < 4; ++k) {  // the later ones are not begun
    spoil();
    const StepReport& report = world.finish_step();
    EXPECT_EQ(report.rejected_inputs, 1) << k;
    EXPECT_EQ(report.messages.size(), 1u) << k;
  }
  EXPECT_EQ(world.finish_step().rejected_inputs, 0);
  EXPECT_TRUE(world.report().messages.empty());
}

TEST(World, FinishWithoutBeginRunsAWholeStep) {
  World whole(world_spec(1e-3, {})), finished(world_spec(1e-3, {}));
  for (World* world : {&whole, &finished}) {
    world->add_ground();
    world->add(body("crate", test::box({0.4, 0.3, 0.2}), 5, RigidTransform(Vector3(0, 0, 0.15))));
  }
  for (int k = 0; k < 200; ++k) {
    whole.step();
    finished.finish_step();
  }
  EXPECT_EQ(finished.state_hash(), whole.state_hash());
}

// The memory uses the positions among all shapes, which change when a shape is added.
TEST(World, StaticBodyAddedDuringARunKeepsAStackAtRest) {
  for (const char* formulation : {"cone", "hybrid"}) {
    SCOPED_TRACE(formulation);
    World world(world_spec(1e-3, {}, formulation));
    world.add_ground();
    world.add(body("lower", test::box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(0, 0, 0.1))));
    Model& upper =
        world.add(body("upper", test::box({0.2, 0.2, 0.2}), 1, RigidTransform(Vector3(0, 0, 0.3))));
    for (int k = 0; k < 100; ++k) world.step();
    ASSERT_FALSE(world.impl().state.memory.contacts.empty());
    ModelSpec wall = body("a wall", test::box({1, 1, 1}), 1, RigidTransform(Vector3(50, 0, 0.5)));
    wall.is_static = true;
    world.add(wall);
    EXPECT_TRUE(world.impl().state.memory.contacts.empty());
    const StepReport& report = world.step();
    EXPECT_EQ(report.failed_islands, 0);
    EXPECT_LE(report.worst_residual, 1e-8);
    EXPECT_NEAR(upper.base_pose().p.z(), 0.3, 1e-4);
    EXPECT_TRUE(upper.v().allFinite());
  }
}

TEST(World, InvalidModelsAreRejected) {
  World world(world_spec(1e-3, {}));
  EXPECT_THROW(world.add(body("ball", test::sphere(-1), 1)), Error);
  EXPECT_THROW(world.add(body("ball", test::sphere(0.1), 0)), Error);
  EXPECT_THROW(world.add(body("ball", test::sphere(0.1), std::nan(""))), Error);
  EXPECT_THROW(world.add(ModelSpec{}), Error);
  world.add(body("ball", test::sphere(0.1), 1));
  EXPECT_THROW(world.add(body("ball", test::sphere(0.1), 1)), Error);
  ModelSpec unknown = body("other", test::sphere(0.1), 1);
  unknown.material = "ruber";
  EXPECT_THROW(world.add(unknown), Error);
  EXPECT_EQ(world.num_models(), 1);
  world.step();  // a rejected call changes nothing
  Model& ball = world.model(0);
  EXPECT_THROW(ball.set_q(VectorX::Zero(3)), Error);
  EXPECT_THROW(ball.set_v(VectorX::Constant(6, std::nan(""))), Error);
  EXPECT_THROW(ball.set_effort("no_joint", 1), Error);
}

TEST(World, HugeForceLeavesAFiniteState) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  Model& ball = world.add(body("ball", test::sphere(0.1), 1, RigidTransform(Vector3(0, 0, 0.1))));
  for (const double force : {1e12, 1e200, 1e308}) {
    ball.apply_wrench("", Vector3(force, 0, -force));
    world.step();
    EXPECT_TRUE(ball.q().allFinite()) << force;
    EXPECT_TRUE(ball.v().allFinite()) << force;
  }
}

// μ = 0 makes the cone a half line; a separating body must not be held.
TEST(World, FrictionlessBodiesSeparate) {
  for (const char* formulation : {"cone", "convex", "frictionless"}) {
    World world(world_spec(1e-3, {.mu = 0}, formulation));
    world.add_ground();
    SpatialVelocity up;
    up.linear.z() = 0.2;
    Model& ball =
        world.add(body("ball", test::sphere(0.5), 1, RigidTransform(Vector3(0, 0, 0.5)), up));
    for (int k = 0; k < 10; ++k) world.step();
    EXPECT_NEAR(ball.base_velocity().linear.z(), 0.2 - 9.81e-2, 1e-9) << formulation;
  }
}

TEST(World, StepHandlesZeroAndOneThousandContacts) {
  World empty(world_spec(1e-3, {}));
  EXPECT_EQ(empty.step().contacts, 0);
  World many(world_spec(1e-3, {}, "cone", "conic"));
  many.add_ground();
  for (int i = 0; i < 1000; ++i) {
    many.add(body("ball" + std::to_string(i), test::sphere(0.1), 1,
                  RigidTransform(Vector3(0.3 * (i % 40), 0.3 * (i / 40), 0.1))));
  }
  const StepReport& report = many.step();
  EXPECT_EQ(report.contacts, 1000);
  EXPECT_EQ(report.failed_islands, 0);
  EXPECT_LE(report.worst_residual, 1e-8);
}

// Primitive inertias against the sum over a fine grid of points.
// Starts within the tolerance are refined, so that creep does not continue between solves.
TEST(World, StandingRobotComesToRest) {
  WorldSpec spec;
  spec.step = 0.005;
  World world(spec);
  world.add_ground();
  ModelSpec robot;
  robot.name = "robot";
  robot.urdf = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";
  robot.base = BaseKind::kFloating;
  robot.pose.p.z() = 0.36;
  robot.pd = PdSpec{};
  robot.pd->kp = 150;
  robot.pd->kd = 4;
  Model& model = world.add(robot);
  for (int k = 0; k < 2000; ++k) world.step();
  const VectorX q = model.q();
  for (int k = 0; k < 500; ++k) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.iterations, 0) << k;
    EXPECT_LT(report.worst_residual, 1e-10) << k;
    EXPECT_EQ(report.contacts, 4) << k;
  }
  EXPECT_LT((model.q() - q).norm(), 1e-9);
}

TEST(GeometryInertia, InertiaAgreesWithSampling) {
  GeometryRecord cone;
  cone.kind = GeometryKind::kCone;
  cone.size = Vector3(0.3, 0.8, 0);
  GeometryRecord capsule;
  capsule.kind = GeometryKind::kCapsule;
  capsule.size = Vector3(0.2, 0.5, 0);
  GeometryRecord ellipsoid;
  ellipsoid.kind = GeometryKind::kEllipsoid;
  ellipsoid.size = Vector3(0.2, 0.3, 0.45);
  const auto inside = [](const GeometryRecord& g, const Vector3& p) {
    const double r = std::hypot(p.x(), p.y());
    if (g.kind == GeometryKind::kCone)
      return std::abs(p.z()) < 0.4 && r < 0.3 * (0.4 - p.z()) / 0.8;
    if (g.kind == GeometryKind::kCapsule)
      return std::hypot(r, std::max(0.0, std::abs(p.z()) - 0.25)) < 0.2;
    return p.cwiseQuotient(g.size).norm() < 1;
  };
  for (const GeometryRecord& g : {cone, capsule, ellipsoid}) {
    const SpatialInertia exact = geometry_inertia(g, 100);
    SpatialInertia sum;
    const double d = 0.01, half = 0.5;
    Matrix3 second = Matrix3::Zero();
    Vector3 first = Vector3::Zero();
    for (double x = -half + d / 2; x < half; x += d)
      for (double y = -half + d / 2; y < half; y += d)
        for (double z = -half + d / 2; z < half; z += d) {
          const Vector3 p(x, y, z);
          if (!inside(g, p)) continue;
          const double m = 100 * d * d * d;
          sum.mass += m;
          first += m * p;
          second += m * p * p.transpose();
        }
    sum.com = first / sum.mass;
    const Matrix3 central = second - sum.mass * sum.com * sum.com.transpose();
    sum.inertia = central.trace() * Matrix3::Identity() - central;
    EXPECT_NEAR(sum.mass / exact.mass, 1, 0.01);
    EXPECT_LT((sum.com - exact.com).norm(), 2e-3);
    EXPECT_LT((sum.inertia - exact.inertia).norm() / exact.inertia.norm(), 0.02);
  }
}

}  // namespace
}  // namespace cardan
