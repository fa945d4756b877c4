#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <deque>
#include <random>

#include "cardan/energy.h"
#include "cardan/error.h"
#include "cardan/scene.h"
#include "cardan/skeleton_builder.h"
#include "cardan/world.h"
#include "sim/data/motor_data.h"
#include "test/analytic/linkages.h"
#include "test/support/temporary_directory.h"
#include "test/support/worlds.h"

// Motors against closed forms and against a scalar recurrence, which finds v⁺ by bisection and
// shares no code with the engine.
namespace cardan {
namespace {

using test::world_spec;

constexpr double kStep = 1e-3;  // [s]
constexpr double kMass = 2;     // [kg]

WorldSpec weightless(double h = kStep) {
  WorldSpec spec = world_spec(h, {}, "", "", 1e-12);
  spec.gravity = Vector3::Zero();
  return spec;
}

/// A sledge of 2 kg on a rail along x, without position limits.
std::shared_ptr<const Skeleton> sledge(double effort_limit = kInfinity) {
  SkeletonBuilder builder("sledge");
  LinkSpec link = test::sledge_link(kMass);
  link.dofs[0].effort_limit = effort_limit;
  builder.add_link(link);
  return builder.build();
}

ModelSpec driven(const MotorSpec& motor, double effort_limit = kInfinity) {
  ModelSpec spec;
  spec.name = "sledge";
  spec.skeleton = sledge(effort_limit);
  spec.motors["rail"] = motor;
  return spec;
}

MotorSpec dc_motor(double stall, double no_load) {
  MotorSpec motor;
  motor.stall_torque = stall;
  motor.no_load_speed = no_load;
  return motor;
}

/// v⁺ of m (v⁺ − v) = h (τ(v⁺) + load), where τ does not increase.
template <class Effort>
double next_velocity(double mass, double v, double load, double h, const Effort& effort) {
  double lo = v - 1e6, hi = v + 1e6;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (lo + hi);
    (mass * (middle - v) - h * (effort(middle) + load) < 0 ? lo : hi) = middle;
  }
  return 0.5 * (lo + hi);
}

// Full voltage: the speed follows the line, v⁺ = (m v + h (τ_0 − F))/(m + h τ_0/v_0), and ends at
// v_0 (1 − F/τ_0), for loads of both signs and beyond the stall torque.
TEST(Motors, DcMotorFollowsItsLineAndEndsAtTheSpeedOfTheLoad) {
  const double stall = 5, no_load = 0.4, k = stall / no_load;
  for (const double sign : {1.0, -1.0}) {
    for (const double load : {0.0, -2.0, -6.0, 3.0}) {
      World world(weightless());
      Model& model = world.add(driven(dc_motor(stall, no_load)));
      model.set_effort("rail", sign * 1000);
      double v = 0;
      for (int i = 0; i < 3000; ++i) {
        model.apply_wrench("sledge", {sign * load, 0, 0});
        world.step();
        v = (kMass * v + kStep * sign * (stall + load)) / (kMass + kStep * k);
        ASSERT_NEAR(model.v()[0], v, 1e-11) << i;
        ASSERT_NEAR(model.joint_effort("rail"), sign * stall - k * v, 1e-9) << i;
      }
      EXPECT_NEAR(v, sign * no_load * (1 + load / stall), 1e-7);
      EXPECT_EQ(world.report().clamped_efforts, 0);
    }
  }
}

// The curve is the median of the law and the two lines, bounded; its pieces agree with it.
TEST(Motors, CurveIsTheBoundedLaw) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  int sloped[4] = {};
  for (int trial = 0; trial < 2000; ++trial) {
    MotorSetup motor;
    if (trial % 3 != 0) {
      motor.stall_effort = 1 + std::abs(5 * unit(random));
      motor.line_slope = trial % 3 == 1 ? std::abs(3 * unit(random)) : 1;
    }
    if (trial % 2 == 0) motor.max_effort = std::abs(6 * unit(random));
    const double g = trial % 5 == 0 ? 0 : (trial % 5 == 1 ? 1 : std::abs(4 * unit(random)));
    const double a = 20 * unit(random);
    const MotorCurve curve(a, g, kInfinity, motor);
    ++sloped[curve.end() - curve.begin()];
    for (int i = 0; i < 50; ++i) {
      const double v = 20 * unit(random), w = 20 * unit(random);
      double expected = a - g * v;
      expected = std::min(expected, motor.stall_effort - motor.line_slope * v);
      expected = std::max(expected, -motor.stall_effort - motor.line_slope * v);
      expected = std::min(std::max(expected, -motor.max_effort), motor.max_effort);
      ASSERT_NEAR(curve.effort(v), expected, 1e-12);
      const MotorCurve::Segment piece = curve.piece(v);
      ASSERT_NEAR(piece.intercept - piece.slope * v, expected, 1e-9);
      // As in the rows, the value at w plus the change along every sloped piece gives the value at
      // v.
      double sum = curve.effort(w);
      for (const MotorCurve::Segment& part : curve)
        sum -= part.slope * (std::clamp(v, part.from, part.to) - std::clamp(w, part.from, part.to));
      ASSERT_NEAR(sum, expected, 1e-9) << trial;
    }
  }
  for (const int count : sloped) EXPECT_GT(count, 20);  // all shapes occur
}

// Random servos, lines, bounds and loads are compared at every step with the root of the scalar
// equation by bisection.
TEST(Motors, ImplicitStepsAgreeWithBisection) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    const double stall = 1 + 4 * std::abs(unit(random)), no_load = 0.2 + std::abs(unit(random));
    const double bound = trial % 3 == 0 ? kInfinity : 0.5 + 4 * std::abs(unit(random));
    MotorSpec motor = dc_motor(stall, no_load);
    if (trial % 3 != 0) motor.effort = bound;
    PdSpec servo;
    servo.kp = trial % 4 == 0 ? 0 : 500 * std::abs(unit(random));
    servo.kd = (trial % 2 == 0 ? 200 : 2) * std::abs(unit(random));
    servo.target = unit(random);
    servo.velocity = unit(random);
    motor.servo = servo;
    World world(weightless());
    Model& model = world.add(driven(motor));
    double q = 0, v = 0;
    for (int i = 0; i < 300; ++i) {
      const double feed = 4 * unit(random), load = 8 * unit(random);
      model.set_effort("rail", feed);
      model.apply_wrench("sledge", {load, 0, 0});
      world.step();
      const auto effort = [&](double next) {
        double tau = feed + servo.kp * (*servo.target + kStep * servo.velocity - q - kStep * next) +
                     servo.kd * (servo.velocity - next);
        tau = std::min(tau, stall * (1 - next / no_load));
        tau = std::max(tau, stall * (-1 - next / no_load));
        return std::min(std::max(tau, -bound), bound);
      };
      v = next_velocity(kMass, v, load, kStep, effort);
      ASSERT_NEAR(model.v()[0], v, 1e-9) << trial << ", " << i;
      ASSERT_NEAR(model.joint_effort("rail"), effort(v), 1e-6) << trial << ", " << i;
      q += kStep * v;
    }
  }
}

// τ(t) = τ_c (1 − exp(−t/T)) at the ends of the steps, exactly; a bound also limits the state of
// the filter, so that the effort leaves the bound at once.
TEST(Motors, LagHasItsExactStepResponse) {
  const double T = 0.02, command = 3;
  MotorSpec motor;
  motor.time_constant = T;
  World world(weightless());
  Model& model = world.add(driven(motor));
  model.set_effort("rail", command);
  double v = 0;
  for (int i = 1; i <= 200; ++i) {
    world.step();
    const double tau = command * (1 - std::exp(-i * kStep / T));
    v += kStep * tau / kMass;
    ASSERT_NEAR(model.joint_effort("rail"), tau, 1e-13) << i;
    ASSERT_NEAR(model.v()[0], v, 1e-12) << i;
  }
  motor.effort = 1;
  World bounded(weightless());
  Model& held = bounded.add(driven(motor));
  held.set_effort("rail", command);
  for (int i = 0; i < 100; ++i) bounded.step();
  EXPECT_EQ(held.joint_effort("rail"), 1);
  held.set_effort("rail", 0);
  bounded.step();
  EXPECT_NEAR(held.joint_effort("rail"), std::exp(-kStep / T), 1e-14);
}

// The effort of step k is the command of step k − d, bit for bit; a servo receives its target with
// the same delay.
TEST(Motors, DelayIsExactInSteps) {
  for (const int delay : {0, 1, 2, 7}) {
    MotorSpec motor;
    motor.delay = delay;
    World world(weightless());
    Model& model = world.add(driven(motor));
    std::deque<double> pending(static_cast<std::size_t>(delay), 0.0);
    for (int i = 0; i < 40; ++i) {
      const double command = std::sin(i);
      model.set_effort("rail", command);
      pending.push_back(command);
      world.step();
      ASSERT_EQ(model.joint_effort("rail"), pending.front()) << delay << ", " << i;
      pending.pop_front();
    }
  }
  MotorSpec motor;
  motor.delay = 5;
  motor.servo = test::pd(100, 10);
  World world(weightless());
  Model& model = world.add(driven(motor));
  model.set_pd_target("rail", 0.5);
  for (int i = 0; i < 5; ++i) {
    world.step();
    ASSERT_EQ(model.v()[0], 0) << i;
  }
  world.step();
  EXPECT_GT(model.v()[0], 0);
}

// The rotor adds n² J: a = τ/(m + n² J), and its kinetic energy is counted.
TEST(Motors, RotorInertiaIsReflectedBySquareOfTheRatio) {
  MotorSpec motor;
  motor.gear_ratio = 50;
  motor.rotor_inertia = 4e-4;
  const double total = kMass + 50 * 50 * 4e-4;
  World world(weightless());
  Model& model = world.add(driven(motor));
  model.set_effort("rail", 6);
  for (int i = 0; i < 100; ++i) world.step();
  EXPECT_NEAR(model.v()[0], 0.1 * 6 / total, 1e-13);
  EXPECT_NEAR(model.kinetic_energy(), 0.5 * total * std::pow(model.v()[0], 2), 1e-13);
  // The line of the shaft, seen at the joint: n τ and ω/n.
  MotorSpec geared = dc_motor(0.1, 20);
  geared.gear_ratio = 50;
  World shaft(weightless());
  Model& slow = shaft.add(driven(geared));
  slow.set_effort("rail", 100);
  shaft.step();
  EXPECT_NEAR(slow.joint_effort("rail"), 5 - 5 / 0.4 * slow.v()[0], 1e-12);
  for (int i = 0; i < 4000; ++i) shaft.step();
  EXPECT_NEAR(slow.v()[0], 0.4, 1e-8);
}

// The joint sticks below the breakaway effort and breaks loose above it. Steady creep under a
// viscous servo satisfies τ(v) = τ_k + (τ_s − τ_k) exp(−(v/v_S)²) + b v.
TEST(Motors, StribeckFrictionHoldsBreaksLooseAndCreeps) {
  MotorSpec motor;
  motor.friction.kinetic = 1;
  motor.friction.static_effort = 1.5;
  motor.friction.stribeck_velocity = 0.02;
  motor.friction.viscous = 4;
  World world(weightless());
  Model& model = world.add(driven(motor));
  model.set_effort("rail", 1.49);
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_NEAR(model.v()[0], 0, 1e-11);
  model.set_effort("rail", 1.51);
  for (int i = 0; i < 20000; ++i) world.step();
  double v = model.v()[0];
  EXPECT_NEAR(v, (1.51 - 1 - 0.5 * std::exp(-std::pow(v / 0.02, 2))) / 4, 1e-9);
  EXPECT_GT(v, 0.1);
  // A stiff velocity servo creeps steadily on the falling branch of the friction.
  motor.servo = test::pd(0, 1e3);
  motor.servo->velocity = 0.01;
  World creeping(weightless());
  Model& slow = creeping.add(driven(motor));
  for (int i = 0; i < 5000; ++i) creeping.step();
  v = slow.v()[0];
  const double friction = 1 + 0.5 * std::exp(-std::pow(v / 0.02, 2)) + 4 * v;
  EXPECT_NEAR(1e3 * (0.01 - v), friction, 1e-6);
  EXPECT_NEAR(slow.joint_effort("rail"), friction, 1e-6);
}

// A velocity servo with the gain τ_0/v_0 acts as a motor at the voltage of its target. It never
// leaves the line, so no row is made. A steep servo before the line gives the same final speed.
TEST(Motors, ServosActThroughTheMotor) {
  MotorSpec motor = dc_motor(5, 0.4);
  motor.servo = test::pd(0, 12.5);
  motor.servo->velocity = 0.2;  // half the voltage
  World world(weightless());
  Model& model = world.add(driven(motor));
  double v = 0;
  for (int i = 0; i < 1000; ++i) {
    world.step();
    v = (kMass * v + kStep * 2.5) / (kMass + kStep * 12.5);
    ASSERT_NEAR(model.v()[0], v, 1e-13);
  }
  // A law of `pd` also acts through the motor of its joint.
  ModelSpec spec = driven(dc_motor(5, 0.4));
  spec.pd_joints["rail"] = test::pd(0, 1e3);
  spec.pd_joints["rail"].velocity = 3;
  World other(weightless());
  Model& fast = other.add(spec);
  for (int i = 0; i < 3000; ++i) other.step();
  EXPECT_NEAR(fast.v()[0], 0.4, 1e-7);
}

// The effort limit of the joint bounds the motor unless limits are disabled.
TEST(Motors, EffortLimitOfTheJointBoundsTheMotor) {
  for (const bool enforced : {true, false}) {
    ModelSpec spec = driven(MotorSpec(), 3);
    spec.enforce_effort_limits = enforced;
    World world(weightless());
    Model& model = world.add(spec);
    model.set_effort("rail", 10);
    world.step();
    EXPECT_EQ(model.joint_effort("rail"), enforced ? 3 : 10);
  }
}

const char* const kArm = R"(
cardan: 1
time: {step: 0.002, duration: 1}
models:
  - {name: ground, plane: {}, static: true}
)";

std::string two_robots() {
  const std::string motor =
      "{position: {kp: 150, kd: 4}, stall_torque: 0.9, no_load_speed: 60, gear_ratio: 20, "
      "rotor_inertia: 1e-5, friction: {kinetic: 0.2, static: 0.3, stribeck_velocity: 0.05, "
      "viscous: 0.1}, delay: 4, time_constant: 0.004}";
  std::string text = kArm;
  for (const char* name : {"one", "two"}) {
    text += std::string("  - {name: ") + name + ", urdf: " + CARDAN_SOURCE_DIR +
            "/data/robots/quadruped.urdf, base: floating, pose: {xyz: [0, " +
            (name[0] == 'o' ? "0" : "2") + ", 0.36]}, control: {motors: {";
    const char* separator = "";
    for (const char* joint :
         {"hip_rear_left", "knee_rear_left", "hip_rear_right", "knee_rear_right", "hip_front_left",
          "knee_front_left", "hip_front_right", "knee_front_right"}) {
      text += std::string(separator) + joint + ": " + motor;
      separator = ", ";
    }
    text += "}}}\n";
  }
  return text;
}

/// Two quadrupeds with motors, driven by changing targets.
std::vector<std::uint64_t> hashes(int threads, int steps, int cut = -1) {
  test::TemporaryDirectory folder;
  Scene scene = load_scene(folder.write("scene.yaml", two_robots()), {}, {true});
  scene.world.threads = threads;
  World world = make_world(scene);
  std::vector<std::uint64_t> result;
  for (int i = 0; i < steps; ++i) {
    if (i == cut) {
      world.save_state(folder.file("state.h5"));
      world = make_world(scene);
      world.restore_state(folder.file("state.h5"));
    }
    for (const char* name : {"one", "two"}) {
      if (i % 20 == 0) world.find(name)->set_pd_target("knee_rear_left", 0.5 * std::sin(0.1 * i));
      world.find(name)->set_effort("hip_front_left", 3 * std::sin(0.3 * i));
    }
    world.step();
    result.push_back(world.state_hash());
  }
  return result;
}

TEST(Motors, BitsAreTheSameOnAnyNumberOfThreads) {
  const std::vector<std::uint64_t> one = hashes(1, 200);
  EXPECT_EQ(hashes(2, 200), one);
  EXPECT_EQ(hashes(8, 200), one);
}

// Delays and lags are part of a saved state.
TEST(Motors, RestoredRunContinuesBitForBit) {
  const std::vector<std::uint64_t> one = hashes(1, 120);
  for (const int cut : {1, 50, 103}) EXPECT_EQ(hashes(1, 120, cut), one) << cut;
}

TEST(Motors, StateWithOtherDelaysIsRefusedAndWithoutMotorsStartsAtRest) {
  test::TemporaryDirectory folder;
  MotorSpec motor;
  motor.delay = 2;
  World world(weightless());
  world.add(driven(motor)).set_effort("rail", 1);
  world.step();
  world.save_state(folder.file("two.h5"));
  motor.delay = 3;
  World other(weightless());
  other.add(driven(motor));
  try {
    other.restore_state(folder.file("two.h5"));
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("differ from those in the state"), std::string::npos)
        << error.what();
  }
  ModelSpec plain = driven(motor);
  plain.motors.clear();
  World without(weightless());
  without.add(plain).set_v(VectorX::Constant(1, 0.3));
  without.save_state(folder.file("none.h5"));
  other.restore_state(folder.file("none.h5"));
  EXPECT_EQ(other.find("sledge")->v()[0], 0.3);
  EXPECT_EQ(other.find("sledge")->joint_effort("rail"), 0);
}

struct BadMotor {
  const char* name;
  const char* part;  ///< of the message
  void (*spoil)(ModelSpec& spec);
};

void PrintTo(const BadMotor& bad, std::ostream* out) { *out << bad.name; }

class BadMotors : public testing::TestWithParam<BadMotor> {};

MotorSpec& rail(ModelSpec& spec) { return spec.motors["rail"]; }

TEST_P(BadMotors, IsRefusedInOneLine) {
  ModelSpec spec = driven(dc_motor(1, 1));
  World world;
  GetParam().spoil(spec);
  try {
    world.add(spec);
    FAIL() << "accepted";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(GetParam().part), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

const double kNan = std::nan("");

INSTANTIATE_TEST_SUITE_P(
    All, BadMotors,
    testing::Values(
        BadMotor{"NegativeStall", "stall_torque is -1",
                 [](ModelSpec& s) { rail(s).stall_torque = -1; }},
        BadMotor{"NanSpeed", "no_load_speed is nan",
                 [](ModelSpec& s) { rail(s).no_load_speed = kNan; }},
        BadMotor{"HalfALine", "needs stall_torque and no_load_speed",
                 [](ModelSpec& s) { rail(s).no_load_speed.reset(); }},
        BadMotor{"GearOfZero", "gear_ratio is 0", [](ModelSpec& s) { rail(s).gear_ratio = 0; }},
        BadMotor{"NegativeRotor", "rotor_inertia is -1",
                 [](ModelSpec& s) { rail(s).rotor_inertia = -1; }},
        BadMotor{"NegativeDelay", "delay is -1", [](ModelSpec& s) { rail(s).delay = -1; }},
        BadMotor{"NanLag", "time_constant is nan",
                 [](ModelSpec& s) { rail(s).time_constant = kNan; }},
        BadMotor{"NegativeEffort", "effort is -2", [](ModelSpec& s) { rail(s).effort = -2; }},
        BadMotor{"NegativeFriction", "viscous friction is -1",
                 [](ModelSpec& s) { rail(s).friction.viscous = -1; }},
        BadMotor{"StaticBelowKinetic", "kinetic friction exceeds the static",
                 [](ModelSpec& s) {
                   rail(s).friction = {2, 1.0, 0.1, 0};
                 }},
        BadMotor{"StaticWithoutKinetic", "kinetic friction",
                 [](ModelSpec& s) {
                   rail(s).friction = {0, 1.0, 0.1, 0};
                 }},
        BadMotor{"StribeckAlone", "without static friction",
                 [](ModelSpec& s) { rail(s).friction.stribeck_velocity = 1; }},
        BadMotor{"NegativeGain", "PD gain", [](ModelSpec& s) { rail(s).servo = test::pd(-1, 0); }},
        BadMotor{"ServoWithoutGain", "no gain",
                 [](ModelSpec& s) { rail(s).servo = test::pd(0, 0); }},
        BadMotor{"TwoLaws", "a servo and a PD law",
                 [](ModelSpec& s) {
                   rail(s).servo = test::pd(1, 0);
                   s.pd_joints["rail"] = test::pd(1, 0);
                 }},
        BadMotor{"UnknownJoint", "the nearest name is \"rail\"",
                 [](ModelSpec& s) {
                   s.motors["rial"] = s.motors["rail"];
                   s.motors.erase("rail");
                 }},
        BadMotor{"JointOfSixFreedoms", "6 degrees of freedom",
                 [](ModelSpec& s) {
                   SkeletonBuilder builder("free");
                   LinkSpec link;
                   link.name = "body";
                   link.joint_name = "rail";
                   link.joint_type = JointType::kFloating;
                   link.inertia.mass = 1;
                   link.inertia.inertia = Matrix3::Identity();
                   builder.add_link(link);
                   s.skeleton = builder.build();
                 }}),
    [](const testing::TestParamInfo<BadMotor>& bad) { return std::string(bad.param.name); });

TEST(Motors, Rk4RefusesMotors) {
  WorldSpec spec = weightless();
  spec.integrator = Integrator::kRungeKutta4;
  spec.contact.formulation = FormulationSpec{"acceleration", {}};
  World world(spec);
  EXPECT_THROW(world.add(driven(dc_motor(1, 1))), Error);
}

TEST(Motors, SceneRefusesUnknownAndContradictoryKeys) {
  test::TemporaryDirectory folder;
  const auto message = [&](const std::string& control) -> std::string {
    const std::string text = std::string("cardan: 1\nmodels:\n  - name: sledge\n    urdf: ") +
                             CARDAN_SOURCE_DIR +
                             "/data/robots/sledge.urdf\n    control: " + control + "\n";
    try {
      make_world(load_scene(folder.write("scene.yaml", text), {}, {true}));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const auto refuses = [&](const std::string& motor, const std::string& part) {
    const std::string text = message("{motors: {rail: " + motor + "}}");
    EXPECT_NE(text.find(part), std::string::npos) << motor << ": " << text;
  };
  EXPECT_EQ(message("{motors: {rail: {velocity: {gain: 3, target: 1}, delay: 2}}}"), "");
  refuses("{stall_torque: 1}", "no_load_speed");
  refuses("{stall_torqe: 1}", "stall_torque");
  refuses("{position: {kp: 1}, velocity: {gain: 1}}", "cannot be combined");
  refuses("{position: {kd: 1}}", "kp");
  refuses("{velocity: {target: 1}}", "gain");
  refuses("{delay: 1.5}", "whole number");
  refuses("{gear_ratio: 0}", "gear_ratio");
  refuses("{friction: {static: 1}}", "stribeck_velocity");
  refuses("{friction: {kinetic: 2, static: 1, stribeck_velocity: 0.1}}", "kinetic");
  EXPECT_NE(message("{motors: {rial: {}}}").find("rail"), std::string::npos);
  EXPECT_NE(message("{effort_limits: maybe}").find("off"), std::string::npos);
}

}  // namespace
}  // namespace cardan
