#include <gtest/gtest.h>

#include <cmath>

#include "cardan/world.h"
#include "test/analytic/linkages.h"
#include "test/support/passive_scene.h"
#include "test/support/worlds.h"

// Forces within trees in free space change neither their linear nor their angular momentum; forces
// from outside change it by their impulse. test_passive_scenes.cpp has random groups.
namespace cardan {
namespace {

using test::Random;

constexpr test::TreeJoints kTree{.links = 4, .limits = true, .friction = true, .damping = true};

// The spin is balanced about the centre of mass, so a place far from the origin adds no noise.
TEST(Momentum, FarFromTheOriginItIsKept) {
  Random random(5);
  WorldSpec spec = test::world_spec(1e-3, {});
  spec.gravity.setZero();
  World world(spec);
  Model& model = test::add_tree(world, random, "tree", kTree, test::at(1e6, -2e6, 3e6));
  VectorX v = model.v();
  v.segment<3>(3) = Vector3(300, -200, 100);
  model.set_v(v);
  const SpatialForce start = model.centroidal_momentum();
  for (int k = 0; k < 100; ++k) world.step();
  const SpatialForce now = model.centroidal_momentum();
  EXPECT_LT((now.moment - start.moment).norm(), 1e-5);  // the measure rounds to 1e-6
  EXPECT_LT((now.force - start.force).norm(), 1e-9 * start.force.norm());
}

// Damping of a free joint is a force from outside that this balance must not undo.
TEST(Momentum, DampingOfTheBaseSlowsATree) {
  WorldSpec spec = test::world_spec(1e-3, {});
  spec.gravity.setZero();
  World world(spec);
  SkeletonBuilder builder("tree");
  LinkSpec base;
  base.name = "base";
  base.joint_name = "free";
  base.joint_type = JointType::kFloating;
  base.inertia.mass = 2;
  base.inertia.inertia = 0.1 * Matrix3::Identity();
  base.dofs.resize(6);
  for (DofProperties& dof : base.dofs) dof.damping = 1;
  builder.add_link(base);
  LinkSpec arm = test::rod_link("arm", "base", 0.1, {0.5, 0.2});
  arm.joint_type = JointType::kRevolute;
  builder.add_link(arm);
  Model& model = world.add_skeleton("tree", builder.build());
  VectorX v = VectorX::Zero(model.v().size());
  v[3] = 1;
  model.set_v(v);
  for (int k = 0; k < 1000; ++k) world.step();
  EXPECT_LT(model.v()[3], 0.8);
}

// Weight and wrenches change the momentum by exactly their impulses.
TEST(Momentum, ForcesFromOutsideChangeItByTheirImpulse) {
  Random random(3);
  WorldSpec spec = test::world_spec(1e-3, {});
  World world(spec);
  Model& model = test::add_tree(world, random, "tree", kTree, test::at(0.3, -0.2, 5));
  const double h = 1e-3, mass = model.skeleton()->total_mass();
  for (int k = 0; k < 200; ++k) {
    const SpatialForce before = model.momentum();
    const Vector3 force = test::random_vector3(random, 20),
                  moment = test::random_vector3(random, 1);
    const Vector3 at = model.pose("l2").p;
    const Vector3 center = model.center_of_mass();
    model.apply_wrench("l2", force, moment);
    world.step();
    const SpatialForce after = model.momentum();
    const Vector3 weight = mass * spec.gravity;
    const Vector3 gained = (after.force - before.force) / h;
    const Vector3 turned = (after.moment - before.moment) / h;
    ASSERT_LT((gained - force - weight).norm(), 1e-8) << k;
    ASSERT_LT((turned - moment - at.cross(force) - center.cross(weight)).norm(), 1e-7) << k;
  }
}

}  // namespace
}  // namespace cardan
