#include <gtest/gtest.h>

#include <cmath>

#include "analytic/linkages.h"
#include "cardan/core/error.h"
#include "support/worlds.h"

// Numbers from a program, which the scene reader has not checked.
namespace cardan {
namespace {

const double kNan = std::nan("");

/// One number that makes a spec invalid, and the name in the message.
struct BadNumber {
  const char* name;
  const char* part;
  void (*spoil)(WorldSpec& spec);
};

void PrintTo(const BadNumber& bad, std::ostream* out) { *out << bad.name; }

class BadNumbers : public testing::TestWithParam<BadNumber> {};

TEST_P(BadNumbers, BadNumberIsRejectedByName) {
  WorldSpec spec;
  spec.materials.pairs.push_back({"default", "default", {}});
  spec.contact.sleep = SleepSpec{};
  spec.contact.solver.fallback.emplace_back().id = "pgs";
  EXPECT_NO_THROW(World{spec});
  GetParam().spoil(spec);
  try {
    World{spec};
    FAIL() << "the spec was accepted";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(GetParam().part), std::string::npos) << message;
  }
}

MaterialSpec& pair_of(WorldSpec& spec) { return spec.materials.pairs[0].material; }
MaterialSpec& material_of(WorldSpec& spec) { return spec.materials.named["default"]; }
Stabilization& stabilization_of(WorldSpec& spec) { return spec.contact.rules.stabilization; }

INSTANTIATE_TEST_SUITE_P(
    All, BadNumbers,
    testing::Values(
        BadNumber{"PairFrictionNotANumber", "'default' - 'default': mu_static",
                  [](WorldSpec& spec) { pair_of(spec).mu_static = kNan; }},
        BadNumber{"PairFrictionNegative", "'default' - 'default': mu_kinetic",
                  [](WorldSpec& spec) { pair_of(spec).mu_kinetic = -0.1; }},
        BadNumber{"StiffnessNegative", "'default': stiffness",
                  [](WorldSpec& spec) { material_of(spec).stiffness = -1; }},
        BadNumber{"DirectionNotANumber", "the direction of friction",
                  [](WorldSpec& spec) { material_of(spec).direction = Vector3(kNan, 0, 0); }},
        BadNumber{"DirectionZero", "the direction of friction",
                  [](WorldSpec& spec) { material_of(spec).direction = Vector3(0, 0, 0); }},
        BadNumber{"RestitutionAboveOne", "restitution is 2",
                  [](WorldSpec& spec) { material_of(spec).restitution = 2; }},
        BadNumber{"ToleranceZero", "contact.solver: tolerance",
                  [](WorldSpec& spec) { spec.contact.solver.tolerance = 0; }},
        BadNumber{"ToleranceNotANumber", "contact.solver: tolerance",
                  [](WorldSpec& spec) { spec.contact.solver.tolerance = kNan; }},
        BadNumber{"ToleranceOfAFallback", "contact.solver.fallback: tolerance",
                  [](WorldSpec& spec) { spec.contact.solver.fallback[0].tolerance = kNan; }},
        BadNumber{"SleepTime", "contact.sleep: time",
                  [](WorldSpec& spec) { spec.contact.sleep->time = kNan; }},
        BadNumber{"ErpNotANumber", "contact.stabilization: erp",
                  [](WorldSpec& spec) { stabilization_of(spec).erp = kNan; }},
        BadNumber{"ErpAboveOne", "contact.stabilization: erp",
                  [](WorldSpec& spec) { stabilization_of(spec).erp = 2; }},
        BadNumber{"PushOutBackwards", "contact.stabilization: max_speed",
                  [](WorldSpec& spec) { stabilization_of(spec).max_speed = -1; }}),
    [](const testing::TestParamInfo<BadNumber>& bad) { return std::string(bad.param.name); });

TEST(SpecChecks, MirroringRotationIsRejected) {
  World world;
  ModelSpec ball = test::body("ball", test::sphere(0.1), 1);
  ball.pose.R = Vector3(1, 1, -1).asDiagonal();
  EXPECT_THROW(world.add(ball), Error);
  ball.pose.R = Vector3(-1, 1, -1).asDiagonal();
  EXPECT_NO_THROW(world.add(ball));
}

TEST(SpecChecks, NegativeEffortLimitIsRejected) {
  SkeletonBuilder builder("arm");
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  ModelSpec arm;
  arm.name = "arm";
  arm.skeleton = builder.build();
  PdSpec& pd = arm.pd_joints["bob"] = test::pd(10, 1);
  World world;
  for (const double effort : {-1.0, kNan}) {
    pd.effort = effort;
    EXPECT_THROW(world.add(arm), Error) << effort;
  }
  pd.effort = 0;
  EXPECT_NO_THROW(world.add(arm));
}

}  // namespace
}  // namespace cardan
