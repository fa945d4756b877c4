#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "analytic/linkages.h"
#include "cardan/core/error.h"
#include "cardan/sim/world.h"
#include "support/random_tree.h"
#include "support/worlds.h"

// Trees and loops in free space: what happens within them changes neither their linear nor their
// angular momentum.
namespace cardan {
namespace {

using test::body;
using test::Random;
using test::uniform;

std::string text_of(const Vector3& x) {
  return std::to_string(x.x()) + " " + std::to_string(x.y()) + " " + std::to_string(x.z());
}

/// A floating tree of hinges and sliders with limits, friction, damping and shapes that can touch.
std::string random_tree(Random& random, int links) {
  std::string text = "<robot name='tree'>";
  for (int i = 0; i < links; ++i) {
    const std::string n = std::to_string(i);
    const double mass = uniform(random, 0.2, 3);
    text += "<link name='l" + n + "'><inertial><origin xyz='" +
            text_of(test::random_vector3(random, 0.1)) + "'/><mass value='" + std::to_string(mass) +
            "'/><inertia ixx='" + std::to_string(mass * 0.01) + "' iyy='" +
            std::to_string(mass * 0.012) + "' izz='" + std::to_string(mass * 0.009) +
            "' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><sphere "
            "radius='0.08'/></geometry></collision></link>";
    if (i == 0) continue;
    const std::string parent = std::to_string(random() % static_cast<std::uint64_t>(i));
    const bool slides = random() % 4 == 0;
    text +=
        std::string("<joint name='j") + n + "' type='" + (slides ? "prismatic" : "revolute") +
        "'><parent link='l" + parent + "'/><child link='l" + n + "'/><origin xyz='" +
        text_of(test::random_vector3(random, 0.2)) + "'/><axis xyz='" +
        text_of(test::random_vector3(random, 1)) +
        "'/><limit lower='-0.05' upper='0.08' effort='100' velocity='100'/><dynamics friction='" +
        std::to_string(random() % 2 == 0 ? 0.0 : uniform(random, 0, 0.3)) + "' damping='" +
        std::to_string(random() % 2 == 0 ? 0.0 : uniform(random, 0, 0.2)) + "'/></joint>";
  }
  return text + "</robot>";
}

/// Adds such a tree that moves at random.
Model& add_tree(World& world, Random& random, const std::string& name, int links,
                const Vector3& place) {
  ModelSpec tree;
  tree.name = name;
  tree.urdf_text = random_tree(random, links);
  tree.base = BaseKind::kFloating;
  tree.pose.p = place;
  Model& model = world.add(tree);
  model.set_v(test::random_vector(random, static_cast<int>(model.v().size()), 2));
  return model;
}

struct Momentum {
  Vector3 linear = Vector3::Zero(), angular = Vector3::Zero();
  double linear_scale = 0, angular_scale = 0;  ///< Σ m |v| and Σ |r × m v|, by bodies of models
};

Momentum momentum_of(const World& world) {
  Momentum sum;
  for (int i = 0; i < world.num_models(); ++i) {
    const SpatialForce one = world.model(i).momentum();
    sum.linear += one.force;
    sum.angular += one.moment;
    sum.linear_scale += one.force.norm();
    sum.angular_scale += one.moment.norm();
  }
  return sum;
}

/// Trees, and free bodies on loops, that fly and turn.
World random_group(std::uint64_t seed, double h, Integrator integrator, int& loops) {
  Random random(seed);
  WorldSpec spec = test::world_spec(h, {uniform(random, 0, 0.8), 0, NAN});
  spec.gravity.setZero();
  spec.integrator = integrator;
  World world(spec);
  const int trees = 1 + static_cast<int>(random() % 2);
  for (int i = 0; i < trees; ++i) {
    add_tree(world, random, "tree" + std::to_string(i), 2 + static_cast<int>(random() % 4),
             {1.0 * i, 0, 0});
  }
  const int bodies = static_cast<int>(random() % 3);
  for (int i = 0; i < bodies; ++i)
    world.add(body("box" + std::to_string(i), test::box({0.1, 0.2, 0.15}), uniform(random, 0.5, 2),
                   test::at(0.5 + i, 0.6, 0),
                   {test::random_vector3(random, 2), test::random_vector3(random, 1)}));
  for (int i = 0; i < bodies; ++i) {
    LoopSpec loop;
    loop.kind = random() % 2 == 0 ? LoopKind::kPoint : LoopKind::kWeld;
    loop.a = "tree0/l0";
    loop.b = "box" + std::to_string(i);
    if (loop.kind == LoopKind::kPoint) loop.at_b = test::random_vector3(random, 0.1);
    loop.pose.reset();
    try {
      world.add_loop(loop);
      ++loops;
    } catch (const Error&) {
    }  // it cannot be closed
  }
  return world;
}

TEST(Momentum, GroupsInFreeSpaceKeepIt) {
  double worst_linear = 0, worst_angular = 0;
  int loops = 0;
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kMidpoint}) {
    for (const double h : {1e-2, 5e-3, 1e-3, 2e-4}) {
      for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        World world = random_group(seed, h, integrator, loops);
        const Momentum start = momentum_of(world);
        for (int k = 0; k < 60; ++k) {
          world.step();
          const Momentum now = momentum_of(world);
          const double linear = (now.linear - start.linear).norm() / (1 + start.linear_scale),
                       angular = (now.angular - start.angular).norm() / (1 + start.angular_scale);
          worst_linear = std::max(worst_linear, linear);
          worst_angular = std::max(worst_angular, angular);
          ASSERT_LT(linear, 1e-10) << seed << " " << h << " " << k;
          ASSERT_LT(angular, 1e-10) << seed << " " << h << " " << k;
        }
      }
    }
  }
  EXPECT_GT(loops, 50);
  std::printf("largest change: %.1e of the linear, %.1e of the angular momentum\n", worst_linear,
              worst_angular);
}

// The spin is balanced about the centre of mass, so a place far from the origin adds no noise.
TEST(Momentum, FarFromTheOriginItIsKept) {
  Random random(5);
  WorldSpec spec = test::world_spec(1e-3, {});
  spec.gravity.setZero();
  World world(spec);
  Model& model = add_tree(world, random, "tree", 4, {1e6, -2e6, 3e6});
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
  Model& model = add_tree(world, random, "tree", 4, {0.3, -0.2, 5});
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
