#include <gtest/gtest.h>

#include <cmath>

#include "cardan/error.h"
#include "sim/data/material_table.h"
#include "sim/data/world_impl.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// Every surface quantity follows the combination rule; the table of pairs overrides the rule, and
// data of a shape override those of its material.
namespace cardan {
namespace {

MaterialSpec rubber() {
  MaterialSpec m;
  m.mu_static = 1.2;
  m.mu_kinetic = 0.9;
  m.restitution = 0.5;
  m.compliance = 1e-3;
  m.stiffness = 1e5;
  m.damping = 200;
  m.tangential_stiffness = 3e4;
  m.tangential_damping = 60;
  m.mu_torsion = 0.01;
  m.mu_rolling = 0.002;
  return m;
}

MaterialSpec steel() {
  MaterialSpec m;
  m.mu_static = 0.4;
  m.mu_kinetic = 0.3;
  m.restitution = 0.8;
  m.compliance = 3e-3;
  m.stiffness = 3e5;
  m.damping = 600;
  m.tangential_stiffness = 1e4;
  m.tangential_damping = 20;
  m.mu_torsion = 0.03;
  m.mu_rolling = 0.001;
  return m;
}

MaterialTable table(PairRule rule) {
  MaterialTable result;
  result.named["rubber"] = rubber();
  result.named["steel"] = steel();
  result.rule = rule;
  return result;
}

ContactSurface surface(const MaterialCombiner& combiner, int i, int j) {
  ContactSurface result;
  combiner.pair(i, j, result);
  return result;
}

ContactSurface pair_of(const MaterialTable& materials, const std::string& a, const std::string& b) {
  MaterialCombiner combiner(materials);
  const int first = combiner.add(a, {}, false), second = combiner.add(b, {}, false);
  const ContactSurface there = surface(combiner, first, second);
  const ContactSurface back = surface(combiner, second, first);
  EXPECT_EQ(there.mu_static, back.mu_static);
  EXPECT_TRUE(there.stiffness == back.stiffness || std::isnan(there.stiffness + back.stiffness));
  EXPECT_EQ(there.mu_torsion, back.mu_torsion);
  return there;
}

struct Expected {
  PairRule rule;
  double mu_static, mu_kinetic, restitution, mu_torsion, mu_rolling;
};

class PairRules : public testing::TestWithParam<Expected> {};

TEST_P(PairRules, CombinationRuleHoldsForEveryQuantity) {
  const Expected& expected = GetParam();
  const ContactSurface surface = pair_of(table(expected.rule), "rubber", "steel");
  EXPECT_DOUBLE_EQ(surface.mu_static, expected.mu_static);
  EXPECT_DOUBLE_EQ(surface.mu_kinetic, expected.mu_kinetic);
  EXPECT_DOUBLE_EQ(surface.restitution, expected.restitution);
  EXPECT_DOUBLE_EQ(surface.mu_torsion, expected.mu_torsion);
  EXPECT_DOUBLE_EQ(surface.mu_rolling, expected.mu_rolling);
  // Compliances act in series under every rule.
  EXPECT_DOUBLE_EQ(surface.stiffness, 7.5e4);
  EXPECT_DOUBLE_EQ(surface.damping, 150);
  EXPECT_DOUBLE_EQ(surface.tangential_stiffness, 7.5e3);
  EXPECT_DOUBLE_EQ(surface.tangential_damping, 15);
  EXPECT_DOUBLE_EQ(surface.compliance, 2e-3);
}

// Lengths have no product: the smaller one.
INSTANTIATE_TEST_SUITE_P(All, PairRules,
                         testing::Values(Expected{PairRule::kMin, 0.4, 0.3, 0.5, 0.01, 0.001},
                                         Expected{PairRule::kMax, 1.2, 0.9, 0.8, 0.03, 0.002},
                                         Expected{PairRule::kMean, 0.8, 0.6, 0.65, 0.02, 0.0015},
                                         Expected{PairRule::kProduct, 0.48, 0.27, 0.4, 0.01,
                                                  0.001}));

TEST(Materials, PairTableOverridesTheCombinationRule) {
  MaterialTable materials = table(PairRule::kMin);
  MaterialSpec wet = rubber();
  wet.mu_static = wet.mu_kinetic = 0.05;
  wet.mu_rolling = 0.5;
  wet.stiffness = 777;
  materials.pairs.push_back({"steel", "rubber", wet});
  const ContactSurface surface = pair_of(materials, "rubber", "steel");
  EXPECT_EQ(surface.mu_static, 0.05);
  EXPECT_EQ(surface.mu_kinetic, 0.05);
  EXPECT_EQ(surface.mu_rolling, 0.5);
  EXPECT_EQ(surface.stiffness, 777);
  EXPECT_EQ(pair_of(materials, "rubber", "rubber").mu_static, 1.2);
}

TEST(Materials, PairsOfManyMaterialsAreThoseOfTwo) {
  MaterialTable many = table(PairRule::kMean);
  const auto name = [](int i) { return "material" + std::to_string(i); };
  constexpr int kCount = 20;
  for (int i = 0; i < kCount; ++i) {
    many.named[name(i)] = rubber();
    many.named[name(i)].mu_static = 0.1 * i;
  }
  many.named[name(13)].surface_velocity = Vector3(1, 0, 0);
  MaterialCombiner combiner(many);
  for (int i = 0; i < kCount; ++i) {
    EXPECT_EQ(combiner.has_belts(), i > 13);
    ASSERT_EQ(combiner.add(name(i), {}, false), i);
  }
  for (int i = 0; i < kCount; ++i)
    for (int j = 0; j < kCount; ++j)
      EXPECT_DOUBLE_EQ(surface(combiner, i, j).mu_static, 0.05 * (i + j)) << i << ", " << j;
  combiner.set(name(3), steel());
  EXPECT_DOUBLE_EQ(surface(combiner, 3, 19).mu_static, 0.5 * (0.4 + 1.9));
}

TEST(Materials, SideWithoutASpringIsRigid) {
  MaterialTable materials = table(PairRule::kMean);
  const ContactSurface surface = pair_of(materials, "default", "steel");
  EXPECT_EQ(surface.stiffness, 3e5);
  EXPECT_EQ(surface.damping, 600);
  EXPECT_EQ(surface.tangential_stiffness, 1e4);
  EXPECT_TRUE(std::isnan(pair_of(materials, "default", "default").stiffness));
}

TEST(Materials, ShapeDataOverrideTheMaterial) {
  MaterialCombiner combiner(table(PairRule::kMean));
  MaterialRecord own;
  own.mu_static = 2;
  own.mu_kinetic = 1.5;
  own.restitution = 0.25;
  own.stiffness = 5e4;
  own.damping = 10;
  own.mu_torsion = 0.2;
  own.mu_rolling = 0.1;
  const int shape = combiner.add("default", own, true), steel = combiner.add("steel", {}, false);
  const ContactSurface alone = surface(combiner, shape, shape);
  EXPECT_EQ(alone.mu_static, 2);
  EXPECT_EQ(alone.mu_kinetic, 1.5);
  EXPECT_EQ(alone.restitution, 0.25);
  EXPECT_EQ(alone.stiffness, 2.5e4);  // two of them in series
  EXPECT_EQ(alone.mu_torsion, 0.2);
  EXPECT_EQ(alone.mu_rolling, 0.1);
  EXPECT_DOUBLE_EQ(surface(combiner, shape, steel).mu_static, 1.2);
  // A material given by the scene overrides the robot file.
  const int given = combiner.add("steel", own, false);
  EXPECT_EQ(given, steel);
}

// The surface data of a URDF file are used in the pairs of its shape.
TEST(Materials, RobotFileSetsTheMaterialOfItsShapes) {
  const test::TemporaryDirectory folder;
  ModelSpec spec;
  spec.name = "robot";
  spec.urdf = folder.write("robot.urdf", R"(<robot name="robot"><link name="body">
<contact><lateral_friction value="0.7"/><restitution value="0.1"/><stiffness value="1e4"/><damping value="50"/>
<rolling_friction value="0.01"/><spinning_friction value="0.02"/></contact>
<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><sphere radius="0.5"/></geometry></collision></link></robot>)");
  World world(test::world_spec(1e-3, {0.3, 0, 0}));
  world.add_ground();
  spec.base = BaseKind::kFloating;
  spec.pose.p.z() = 0.5;
  world.add(spec);
  world.step();
  const std::vector<ContactConstraint>& contacts = world.impl().step.rows.constraints.contacts;
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_DOUBLE_EQ(contacts[0].surface.mu_static, 0.5);
  EXPECT_DOUBLE_EQ(contacts[0].surface.mu_kinetic, 0.5);
  EXPECT_DOUBLE_EQ(contacts[0].surface.restitution, 0.05);
  EXPECT_DOUBLE_EQ(contacts[0].surface.stiffness, 1e4);
  EXPECT_DOUBLE_EQ(contacts[0].surface.damping, 50);
  EXPECT_DOUBLE_EQ(contacts[0].surface.mu_rolling, 0.005);
  EXPECT_DOUBLE_EQ(contacts[0].surface.mu_torsion, 0.01);
}

TEST(Materials, RatioOfTwoCoefficientsIsBounded) {
  for (const double ratio : {0.0, 1e-4, 1e4, std::numeric_limits<double>::quiet_NaN()}) {
    WorldSpec spec;
    spec.materials.named["default"].mu_ratio = ratio;
    EXPECT_THROW(World{spec}, Error) << ratio;
  }
}

}  // namespace
}  // namespace cardan
