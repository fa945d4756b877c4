#include <gtest/gtest.h>

#include <cmath>

#include "cardan/error.h"
#include "test/analytic/linkages.h"
#include "test/support/worlds.h"

// Numbers from a program, which the scene reader has not checked.
namespace cardan {
namespace {

const double kSpecNan = std::nan("");

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
                  [](WorldSpec& spec) { pair_of(spec).mu_static = kSpecNan; }},
        BadNumber{"PairFrictionNegative", "'default' - 'default': mu_kinetic",
                  [](WorldSpec& spec) { pair_of(spec).mu_kinetic = -0.1; }},
        BadNumber{"StiffnessNegative", "'default': stiffness",
                  [](WorldSpec& spec) { material_of(spec).stiffness = -1; }},
        BadNumber{"DirectionNotANumber", "the direction of friction",
                  [](WorldSpec& spec) { material_of(spec).direction = Vector3(kSpecNan, 0, 0); }},
        BadNumber{"DirectionZero", "the direction of friction",
                  [](WorldSpec& spec) { material_of(spec).direction = Vector3(0, 0, 0); }},
        BadNumber{"RestitutionAboveOne", "restitution is 2",
                  [](WorldSpec& spec) { material_of(spec).restitution = 2; }},
        BadNumber{"ToleranceZero", "contact.solver: tolerance",
                  [](WorldSpec& spec) { spec.contact.solver.tolerance = 0; }},
        BadNumber{"ToleranceNotANumber", "contact.solver: tolerance",
                  [](WorldSpec& spec) { spec.contact.solver.tolerance = kSpecNan; }},
        BadNumber{"ToleranceOfAFallback", "contact.solver.fallback: tolerance",
                  [](WorldSpec& spec) { spec.contact.solver.fallback[0].tolerance = kSpecNan; }},
        BadNumber{"SleepTime", "contact.sleep: time",
                  [](WorldSpec& spec) { spec.contact.sleep->time = kSpecNan; }},
        BadNumber{"ErpNotANumber", "contact.stabilization: erp",
                  [](WorldSpec& spec) { stabilization_of(spec).erp = kSpecNan; }},
        BadNumber{"ErpAboveOne", "contact.stabilization: erp",
                  [](WorldSpec& spec) { stabilization_of(spec).erp = 2; }},
        BadNumber{"PushOutBackwards", "contact.stabilization: max_speed",
                  [](WorldSpec& spec) { stabilization_of(spec).max_speed = -1; }},
        BadNumber{"KineticAboveStatic", "mu_kinetic exceeds mu_static",
                  [](WorldSpec& spec) { material_of(spec).mu_kinetic = 0.9; }},
        BadNumber{"KineticAboveStaticOfAPair", "mu_kinetic exceeds mu_static",
                  [](WorldSpec& spec) { pair_of(spec).mu_static = 0.1; }},
        BadNumber{"DampingAlone", "damping needs stiffness",
                  [](WorldSpec& spec) { material_of(spec).damping = 1; }},
        BadNumber{"TangentialDampingAlone", "tangential damping needs",
                  [](WorldSpec& spec) { material_of(spec).tangential_damping = 1; }},
        BadNumber{"RatioWithoutDirection", "mu_ratio needs a direction",
                  [](WorldSpec& spec) { material_of(spec).mu_ratio = 0.5; }},
        BadNumber{"DirectionOfAPair", "a pair has no direction",
                  [](WorldSpec& spec) { pair_of(spec).direction = Vector3(1, 0, 0); }},
        BadNumber{"BeltOfAPair", "a pair has no direction",
                  [](WorldSpec& spec) { pair_of(spec).surface_velocity = Vector3(1, 0, 0); }},
        BadNumber{"PairTwice", "the pair is listed twice",
                  [](WorldSpec& spec) { spec.materials.pairs.push_back(spec.materials.pairs[0]); }},
        BadNumber{"FallbackOfAFallback", "a fallback has its own fallback",
                  [](WorldSpec& spec) {
                    spec.contact.solver.fallback[0].fallback.emplace_back().id = "pgs";
                  }},
        BadNumber{"FallbackWithoutId", "a fallback has no id",
                  [](WorldSpec& spec) { spec.contact.solver.fallback[0].id.clear(); }},
        BadNumber{"ShadowWithoutId", "the shadow has no id",
                  [](WorldSpec& spec) { spec.contact.shadow = SolverSpec{}; }},
        BadNumber{"OptionWithoutId", "needs the id of its solver",
                  [](WorldSpec& spec) { spec.contact.solver.options.emplace_back("omega", 1); }},
        BadNumber{"RelaxationWithoutLaw", "the relaxation has no law",
                  [](WorldSpec& spec) {
                    stabilization_of(spec).kind = StabilizationKind::kRelaxation;
                    stabilization_of(spec).relaxation = Compliance{};
                  }},
        BadNumber{"FormulationOptionTwice", "option directions is given twice",
                  [](WorldSpec& spec) {
                    spec.contact.formulation =
                        FormulationSpec{"polyhedral", {{"directions", 4}, {"directions", "4"}}};
                  }}),
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
  for (const double effort : {-1.0, kSpecNan}) {
    pd.effort = effort;
    EXPECT_THROW(world.add(arm), Error) << effort;
  }
  pd.effort = 0;
  EXPECT_NO_THROW(world.add(arm));
}

/// A setting that has no effect on the model.
struct UnusedSetting {
  const char* name;
  const char* part;  ///< of the message
  ModelSpec (*make)();
};

void PrintTo(const UnusedSetting& unused, std::ostream* out) { *out << unused.name; }

class UnusedSettings : public testing::TestWithParam<UnusedSetting> {};

TEST_P(UnusedSettings, IsRefusedByName) {
  World world;
  try {
    world.add(GetParam().make());
    FAIL() << "the spec was accepted";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(GetParam().part), std::string::npos) << message;
    EXPECT_EQ(world.num_models(), 0);
  }
}

ModelSpec plain_robot() {
  ModelSpec spec;
  spec.name = "arm";
  spec.urdf = std::string(CARDAN_SOURCE_DIR) + "/data/robots/pendulum.urdf";
  return spec;
}

ModelSpec plain_skeleton() {
  SkeletonBuilder builder("arm");
  builder.add_link(test::rod_link("bob", "", 0, {1, 1}));
  ModelSpec spec;
  spec.name = "arm";
  spec.skeleton = builder.build();
  return spec;
}

ModelSpec plain_ball() { return test::body("ball", test::sphere(0.1), 1); }

template <class Change>
ModelSpec changed(ModelSpec spec, const Change& change) {
  change(spec);
  return spec;
}

TEST(UnusedSettings, PlainModelsAreAccepted) {
  World world;
  EXPECT_NO_THROW(world.add(plain_ball()));
  EXPECT_NO_THROW(world.add(plain_robot()));
  ModelSpec other = plain_skeleton();
  other.name = "other";
  EXPECT_NO_THROW(world.add(other));
}

#define UNUSED_SETTING(name, part, make, change)                             \
  UnusedSetting {                                                            \
    name, part, [] { return changed(make(), [](ModelSpec& s) { change; }); } \
  }

INSTANTIATE_TEST_SUITE_P(
    All, UnusedSettings,
    testing::Values(
        UNUSED_SETTING("MassOfARobot", "takes no mass", plain_robot, s.mass = 1),
        UNUSED_SETTING("InertiaOfARobot", "takes no inertia", plain_robot,
                       s.inertia = Matrix3::Identity()),
        UNUSED_SETTING("PostureOfAStaticRobot", "takes no posture", plain_robot,
                       (s.is_static = true, s.posture = "up")),
        UNUSED_SETTING("VelocityOfAStaticRobot", "takes no velocity", plain_robot,
                       (s.is_static = true, s.velocity.linear.x() = 1)),
        UNUSED_SETTING("MassOfASkeleton", "takes no mass", plain_skeleton, s.mass = 1),
        UNUSED_SETTING("DensityOfASkeleton", "takes no density", plain_skeleton, s.density = 1),
        UNUSED_SETTING("PostureOfASkeleton", "takes no posture", plain_skeleton, s.posture = "up"),
        UNUSED_SETTING("BaseOfASkeleton", "takes no base", plain_skeleton,
                       s.base = BaseKind::kFloating),
        UNUSED_SETTING("MaterialOfASkeleton", "takes no material", plain_skeleton,
                       s.material = "rubber"),
        UNUSED_SETTING("FilterOfASkeleton", "takes no collision filter", plain_skeleton,
                       s.collision.group = 1),
        UNUSED_SETTING("JointValueOfABody", "takes no q", plain_ball, s.q["hinge"] = 1),
        UNUSED_SETTING("LawOfABody", "takes no pd", plain_ball, s.pd = test::pd(1, 1)),
        UNUSED_SETTING("MotorOfABody", "takes no motors", plain_ball, s.motors["hinge"] = {}),
        UNUSED_SETTING("LimitsOfABody", "takes no limits", plain_ball,
                       s.limits = Compliance::spring(1, 1)),
        UNUSED_SETTING("PostureOfABody", "takes no posture", plain_ball, s.posture = "up"),
        UNUSED_SETTING("PackagesOfABody", "takes no packages", plain_ball, s.packages["a"] = "b"),
        UNUSED_SETTING("MassAndDensity", "both a mass and a density", plain_ball, s.density = 1),
        UNUSED_SETTING("InertiaWithoutMass", "without a mass", plain_ball,
                       (s.mass.reset(), s.inertia = Matrix3::Identity())),
        UNUSED_SETTING("NegativeDensity", "density is -1", plain_ball,
                       (s.mass.reset(), s.density = -1)),
        UNUSED_SETTING("SlashInTheName", "a '/' in the name", plain_ball, s.name = "a/b"),
        UNUSED_SETTING("SmoothWithoutAPath", "without knots", plain_skeleton,
                       (s.pd = test::pd(1, 1), s.pd->path.smooth = true)),
        UNUSED_SETTING("PathAndVelocityOfAScript", "a path and a velocity", plain_ball,
                       (s.kinematic = KinematicSpec{}, s.kinematic->path.resize(1),
                        s.kinematic->velocity.linear.x() = 1)),
        UNUSED_SETTING("RepeatOfAScriptWithoutAPath", "without a path", plain_ball,
                       (s.kinematic = KinematicSpec{}, s.kinematic->repeat = true))),
    [](const testing::TestParamInfo<UnusedSetting>& unused) {
      return std::string(unused.param.name);
    });

}  // namespace
}  // namespace cardan
