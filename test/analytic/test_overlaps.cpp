#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "cardan/world.h"
#include "test/support/worlds.h"

// Overlaps at the start of a run are removed without speed, and no point moves farther in a step
// than the bound of the push-out permits, however small the Jacobian is.
namespace cardan {
namespace {

using test::world_spec;

constexpr double kMaxSpeed = 1;  // default of Stabilization::max_speed [m/s]

std::string link(const std::string& name, double length, double radius, double mass) {
  const std::string half = std::to_string(-length / 2);
  const std::string origin = "<origin xyz='0 0 " + half + "'/>";
  return "<link name='" + name + "'><inertial>" + origin + "<mass value='" + std::to_string(mass) +
         "'/><inertia ixx='0.01' iyy='0.01' izz='0.001' ixy='0' ixz='0' iyz='0'/></inertial>"
         "<collision>" +
         origin + "<geometry><capsule length='" + std::to_string(length) + "' radius='" +
         std::to_string(radius) + "'/></geometry></collision></link>";
}

std::string hinge(int i, const std::string& parent, double z, const char* axis) {
  const std::string n = std::to_string(i);
  return "<joint name='j" + n + "' type='continuous'><parent link='" + parent +
         "'/><child link='l" + n + "'/><origin xyz='0 0 " + std::to_string(z) + "'/><axis xyz='" +
         axis + "'/></joint>";
}

constexpr double kLength = 0.3, kRadius = 0.04;

/// An arm of hinges that hangs from the world along -z.
std::string hanging_arm(int links) {
  std::string text = "<robot name='arm'><link name='world'/>";
  for (int i = 1; i <= links; ++i) {
    const std::string parent = i == 1 ? "world" : "l" + std::to_string(i - 1);
    text += link("l" + std::to_string(i), kLength, kRadius, 1);
    text += hinge(i, parent, i == 1 ? 0 : -kLength, i % 2 == 1 ? "0 1 0" : "1 0 0");
  }
  return text + "</robot>";
}

/// Origins and tips of all links.
std::vector<Vector3> points(const Model& arm, int links) {
  std::vector<Vector3> result;
  for (int i = 1; i <= links; ++i) {
    const RigidTransform pose = arm.pose("l" + std::to_string(i));
    result.push_back(pose.p);
    result.push_back(pose * Vector3(0, 0, -kLength));
  }
  return result;
}

double farthest(const std::vector<Vector3>& a, const std::vector<Vector3>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

// The arm is straight but for q1, so its tip hardly moves along the normal of the floor.
TEST(Overlaps, StraightArmDoesNotSpinOutOfTheFloor) {
  for (const double h : {0.01, 0.002, 0.0005}) {
    for (const double q1 : {1e-2, 1e-3, 1e-6, 0.0}) {
      WorldSpec spec = world_spec(h, {});
      spec.gravity.setZero();
      World world(spec);
      world.add_ground();
      const double height = 2 * kLength + kRadius - 1e-3;
      Model& arm = world.add_urdf_text(hanging_arm(2), "", RigidTransform({0, 0, height}));
      arm.set_q(VectorX{{q1, 0.0}});
      std::vector<Vector3> before = points(arm, 2);
      for (int k = 0; k < 20; ++k) {
        world.step();
        const std::vector<Vector3> after = points(arm, 2);
        EXPECT_LE(farthest(before, after), 1.01 * kMaxSpeed * h) << h << " " << q1 << " " << k;
        before = after;
      }
      EXPECT_LE(world.kinetic_energy(), 1e-6) << h << " " << q1;
    }
  }
}

// A ball beside its hinge overlaps a fixed ball along a line that almost passes through the hinge.
TEST(Overlaps, NormalThroughAHingeDoesNotSpinTheLink) {
  for (const double offset : {1e-3, 1e-6, 0.0}) {
    WorldSpec spec = world_spec(2e-3, {});
    spec.gravity.setZero();
    World world(spec);
    ModelSpec peg = test::body("peg", test::sphere(0.1), 0, test::at(-0.05, 0, offset));
    peg.is_static = true;
    world.add(peg);
    const std::string arm =
        "<robot name='r'><link name='world'/><link name='l'><inertial><origin xyz='.1 0 0'/>"
        "<mass value='1'/><inertia ixx='.004' iyy='.004' izz='.004' ixy='0' ixz='0' iyz='0'/>"
        "</inertial><collision><origin xyz='.1 0 0'/><geometry><sphere radius='.1'/></geometry>"
        "</collision></link><joint name='j' type='continuous'><parent link='world'/>"
        "<child link='l'/><axis xyz='0 1 0'/></joint></robot>";
    Model& model = world.add_urdf_text(arm);
    double last = 0;
    for (int k = 0; k < 50; ++k) {
      world.step();
      EXPECT_LE(std::abs(model.q()[0] - last), 1.01 * kMaxSpeed * 2e-3 / 0.2) << offset;
      last = model.q()[0];
    }
    EXPECT_LE(world.kinetic_energy(), 1e-6) << offset;
  }
}

// Random postures with the lowest point 0 to 50 mm deep in the floor, held by PD.
TEST(Overlaps, RandomArmsLeaveTheFloorWithinTheBound) {
  constexpr int kLinks = 4;
  constexpr double kStep = 2e-3;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-2.5, 2.5), depth(0, 0.05);
  for (int trial = 0; trial < 100; ++trial) {
    World world(world_spec(kStep, {}));
    world.add_ground();
    Model& arm = world.add_urdf_text(hanging_arm(kLinks), "", RigidTransform({0, 0, 3}));
    VectorX q(kLinks);
    for (int i = 0; i < kLinks; ++i) q[i] = angle(random);
    arm.set_q(q);
    double lowest = 3;
    for (const Vector3& point : points(arm, kLinks)) lowest = std::min(lowest, point.z() - kRadius);
    if (lowest > 2.5) continue;  // the first link alone cannot be lifted over its hinge
    World placed(world_spec(kStep, {}));
    placed.add_ground();
    Model& deep = placed.add_urdf_text(hanging_arm(kLinks), "",
                                       RigidTransform({0, 0, 3 - lowest - depth(random)}));
    deep.set_q(q);
    for (int i = 0; i < kLinks; ++i) deep.set_pd("j" + std::to_string(i + 1), 100, 20, q[i]);
    std::vector<Vector3> before = points(deep, kLinks);
    for (int k = 0; k < 100; ++k) {
      placed.step();
      const std::vector<Vector3> after = points(deep, kLinks);
      EXPECT_LE(farthest(before, after), 1.05 * kMaxSpeed * kStep) << trial << " " << k;
      before = after;
    }
  }
}

// Joints that start beyond their limit return by no more than the bound of every point.
TEST(Overlaps, FarPointsOfALinkMoveNoFasterThanTheBound) {
  constexpr double kStep = 1e-3;
  WorldSpec spec = world_spec(kStep, {});
  spec.gravity.setZero();
  World world(spec);
  const std::string beam =
      "<robot name='r'><link name='world'/><link name='l'><inertial><origin xyz='10 0 0'/>"
      "<mass value='1'/><inertia ixx='.1' iyy='30' izz='30' ixy='0' ixz='0' iyz='0'/></inertial>"
      "</link><joint name='j' type='revolute'><parent link='world'/><child link='l'/>"
      "<axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='9' velocity='9'/></joint></robot>";
  Model& model = world.add_urdf_text(beam);
  model.set_q(VectorX::Constant(1, 1.1));
  world.step();
  EXPECT_NEAR(10 * (1.1 - model.q()[0]), kMaxSpeed * kStep, 1e-9);
}

/// A torso that flies, with two arms whose hands overlap.
std::string flyer() {
  const auto limb = [](const std::string& name, const char* parent, const char* at,
                       const char* axis) {
    return "<link name='" + name +
           "'><inertial><origin xyz='0.15 0 0'/><mass value='0.7'/><inertia ixx='0.001' "
           "iyy='0.006' izz='0.007' ixy='0' ixz='0' iyz='0'/></inertial><collision><origin "
           "xyz='0.3 "
           "0 0'/><geometry><sphere radius='0.1'/></geometry></collision></link><joint name='j" +
           name + "' type='continuous'><parent link='" + parent + "'/><child link='" + name +
           "'/><origin xyz='" + at + "'/><axis xyz='" + axis + "'/></joint>";
  };
  return "<robot name='flyer'><link name='torso'><inertial><mass value='3'/><inertia ixx='0.03' "
         "iyy='0.05' izz='0.02' ixy='0.004' ixz='0' iyz='0'/></inertial></link>" +
         limb("left", "torso", "0.1 0.13 0", "0 0.3 1") +
         limb("right", "torso", "0.1 -0.13 0", "0 0.2 1") + "</robot>";
}

struct Motion {
  Vector3 linear, angular;
};

Motion momentum_of(const Model& model) {
  const SpatialForce at_origin = model.momentum();
  return {at_origin.force, at_origin.moment};
}

// A push-out between links of a flying tree is internal: the momentum does not change and the
// kinetic energy does not rise.
TEST(Overlaps, PushOutWithinAFlyingTreeKeepsItsMomentum) {
  int pushed = 0;
  for (const Integrator integrator : {Integrator::kSemiImplicitEuler, Integrator::kMidpoint}) {
    for (const double h : {1e-2, 2e-3, 5e-4}) {
      for (const double rate : {0.0, 0.03 / h}) {
        WorldSpec spec = world_spec(h, {});
        spec.gravity.setZero();
        spec.integrator = integrator;
        World world(spec);
        Model& model = world.add_urdf_text(flyer(), "", {}, BaseKind::kFloating);
        model.set_joint_position("jleft", -0.15);
        model.set_joint_position("jright", 0.15);
        model.set_v(rate * VectorX{{0.5, -0.7, 1, 0.2, 0.1, -0.4, 0.3, -0.2}});
        const Motion start = momentum_of(model);
        double energy = world.kinetic_energy();
        for (int k = 0; k < 100; ++k) {
          pushed += world.step().pushed_islands;
          const Motion now = momentum_of(model);
          ASSERT_NEAR((now.linear - start.linear).norm(), 0, 1e-11) << h << " " << rate << " " << k;
          ASSERT_NEAR((now.angular - start.angular).norm(), 0, 1e-10)
              << h << " " << rate << " " << k;
          ASSERT_LE(world.kinetic_energy(), energy * (1 + 1e-9) + 1e-9) << h << " " << rate;
          energy = world.kinetic_energy();
        }
      }
    }
  }
  EXPECT_GT(pushed, 100);
}

bool tells_of(const StepReport& report, const std::string& text) {
  for (const std::string& message : report.messages)
    if (message.find(text) != std::string::npos) return true;
  return false;
}

/// Spheres that start in one place.
void add_spheres_in_one_place(World& world, int count) {
  for (int i = 0; i < count; ++i)
    world.add(test::body("s" + std::to_string(i), test::sphere(0.1), 1, test::at(0, 0, 0.5)));
}

// Without gravity, the push-out moves the spheres apart and nothing else.
TEST(Overlaps, SpheresInOnePlaceGainNoSpeed) {
  for (const double h : {1e-2, 4e-3, 1e-3}) {
    for (const double e : {0.0, 0.5}) {
      WorldSpec spec = world_spec(h, {0.5, e, NAN});
      spec.gravity.setZero();
      World world(spec);
      add_spheres_in_one_place(world, 27);
      double farthest_sphere = 0, most = 0;
      bool told = false;
      for (int k = 0; k < 50; ++k) {
        told |= tells_of(world.step(), "would have moved bodies faster than max_speed");
        most = std::max(most, world.kinetic_energy());
      }
      for (int i = 0; i < world.num_models(); ++i)
        farthest_sphere =
            std::max(farthest_sphere, (world.model(i).base_pose().p - Vector3(0, 0, 0.5)).norm());
      EXPECT_LE(most, 1e-9) << h << " " << e;
      EXPECT_GT(farthest_sphere, 20 * h * kMaxSpeed) << h << " " << e;
      EXPECT_TRUE(told) << h << " " << e;
    }
  }
}

// The energy rises by no more than the reported work of lifting, also while they land.
TEST(Overlaps, SpheresInOnePlaceGainOnlyTheLift) {
  for (const double h : {1e-2, 4e-3}) {
    for (const double e : {0.0, 0.5}) {
      World world(world_spec(h, {0.5, e, NAN}));
      world.add_ground();
      add_spheres_in_one_place(world, 27);
      const auto energy = [&] { return world.kinetic_energy() + world.potential_energy(); };
      const double start = energy();
      double work = 0;
      while (world.time() < 0.6) {
        work += world.step().push_out_work;
        ASSERT_LE(energy(), start + work + 1e-6) << h << " " << e << " " << world.time();
      }
      EXPECT_GT(work, 1) << h << " " << e;
    }
  }
}

TEST(Overlaps, AreListedBeforeTheFirstStep) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  world.add(test::body("low", test::sphere(0.1), 1, test::at(0, 0, 0.08)));
  world.add(test::body("high", test::sphere(0.1), 1, test::at(0.05, 0, 0.275)));
  ModelSpec post = test::body("post", test::sphere(0.1), 0, test::at(0, 0, -0.05));
  post.is_static = true;
  world.add(post);
  world.add(test::body("free", test::box({0.1, 0.1, 0.1}), 1, test::at(2, 0, 0.05 + 1e-9)));
  const std::uint64_t before = world.state_hash();
  const std::vector<ContactInfo> overlaps = world.overlaps();
  EXPECT_EQ(world.state_hash(), before);
  EXPECT_TRUE(world.contacts().empty());
  ASSERT_EQ(overlaps.size(), 2u) << "low on post, low on ground; fixed bodies do not count";
  EXPECT_NEAR(overlaps[0].phi, 0.13 - 0.2, 1e-12);
  EXPECT_NEAR(overlaps[1].phi, -0.02, 1e-12);
  EXPECT_EQ(std::string(overlaps[1].model_a) + std::string(overlaps[1].model_b), "groundlow");
  EXPECT_NEAR(std::abs(overlaps[1].normal.z()), 1, 1e-12);
  EXPECT_NEAR(overlaps[1].point.z(), -0.01, 1e-12);
}

// A box between two walls that are nearer than its width, and a ball on its hinge.
TEST(Overlaps, ThoseThatNoMotionLiftsAreNamed) {
  World world(world_spec(1e-3, {}));
  world.add_ground();
  for (const double side : {-1.0, 1.0}) {
    ModelSpec wall = test::body(side < 0 ? "left" : "right", test::box({0.1, 1, 1}), 0,
                                test::at(0.14 * side, 0, 0.5));
    wall.is_static = true;
    world.add(wall);
  }
  world.add(test::body("box", test::box({0.2, 0.2, 0.2}), 1, test::at(0, 0, 0.1)));
  const StepReport& report = world.step();
  EXPECT_GE(report.unlifted_overlaps, 2);
  EXPECT_TRUE(tells_of(report, "box on ")) << "named";

  WorldSpec spec = world_spec(1e-3, {});
  spec.gravity.setZero();
  World hinged(spec);
  ModelSpec peg = test::body("peg", test::sphere(0.1), 0, test::at(-0.05, 0, 0));
  peg.is_static = true;
  hinged.add(peg);
  hinged.add_urdf_text(
      "<robot name='r'><link name='world'/><link name='l'><inertial><origin xyz='.1 0 0'/>"
      "<mass value='1'/><inertia ixx='.004' iyy='.004' izz='.004' ixy='0' ixz='0' iyz='0'/>"
      "</inertial><collision><origin xyz='.1 0 0'/><geometry><sphere radius='.1'/></geometry>"
      "</collision></link><joint name='j' type='continuous'><parent link='world'/>"
      "<child link='l'/><axis xyz='0 1 0'/></joint></robot>");
  EXPECT_EQ(hinged.step().unlifted_overlaps, 1);
  EXPECT_TRUE(tells_of(hinged.report(), "r/l on peg, 0.05 m")) << "named";
}

}  // namespace
}  // namespace cardan
