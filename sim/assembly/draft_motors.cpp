#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/skeleton_builder.h"
#include "sim/assembly/draft.h"
#include "sim/data/base_drive.h"

namespace cardan {

namespace {

std::string place_of(const ModelSpec& spec, const std::string& joint) {
  return "model '" + spec.name + "', motor of joint '" + joint + "'";
}

void require(bool good, double value, const char* name, const char* expected,
             const std::string& where) {
  if (good) return;
  char text[64];
  std::snprintf(text, sizeof text, "%s is %g", name, value);
  throw Error(text, where, expected);
}

void require_positive(double value, const char* name, const std::string& where) {
  require(value > 0 && std::isfinite(value), value, name, "expected a finite number above zero",
          where);
}

void require_not_negative(double value, const char* name, const std::string& where) {
  require(value >= 0 && std::isfinite(value), value, name,
          "expected a finite number that is not negative", where);
}

void check_friction(const MotorFriction& friction, const std::string& where) {
  require_not_negative(friction.kinetic, "kinetic friction", where);
  require_not_negative(friction.viscous, "viscous friction", where);
  if (!friction.static_effort) {
    if (friction.stribeck_velocity != 0)
      throw Error("a Stribeck velocity is given without static friction", where,
                  "add the static friction, or remove it");
    return;
  }
  require_positive(*friction.static_effort, "static friction", where);
  require_positive(friction.kinetic, "kinetic friction, which static friction needs,", where);
  require_positive(friction.stribeck_velocity, "the Stribeck velocity of static friction", where);
  if (*friction.static_effort < friction.kinetic)
    throw Error("the kinetic friction exceeds the static friction", where,
                "expected kinetic <= static");
}

void check_motor(const MotorSpec& motor, double step, const std::string& where) {
  require_positive(motor.gear_ratio, "gear_ratio", where);
  require_not_negative(motor.rotor_inertia, "rotor_inertia", where);
  require_not_negative(motor.time_constant, "time_constant", where);
  require_not_negative(motor.effort.value_or(0), "effort", where);
  if (motor.stall_torque.has_value() != motor.no_load_speed.has_value())
    throw Error("a torque–speed line needs stall_torque and no_load_speed", where,
                "give both, or none");
  require_positive(motor.stall_torque.value_or(1), "stall_torque", where);
  require_positive(motor.no_load_speed.value_or(1), "no_load_speed", where);
  check_friction(motor.friction, where);
  require(motor.delay >= 0 && motor.delay <= kMostDelay, motor.delay, "delay",
          "expected a whole number of steps from 0 to 10000", where);
  if (!motor.servo) return;
  check_pd(*motor.servo, where);
  if (motor.servo->kp == 0 && motor.servo->kd == 0)
    throw Error("the servo has no gain", where, "give kp or kd, or remove the servo");
  if (std::isinf(step * motor.servo->kp)) throw Error("kp is too large", where);
}

}  // namespace

void check_pd(const PdSpec& pd, const std::string& where) {
  if (!(pd.kp >= 0) || !(pd.kd >= 0) || !(pd.effort.value_or(0) >= 0) ||
      !std::isfinite(pd.kp + pd.kd + pd.velocity + pd.target.value_or(0))) {
    throw Error("a PD gain or bound is negative or a value is not finite", where);
  }
  check_path(pd.path, where);
  if (!pd.path.knots.empty() && (pd.target || pd.velocity != 0))
    throw Error("a path of PD targets cannot be combined with a target or a velocity", where,
                "keep one of the two");
  if (pd.path.knots.empty() && (pd.path.smooth || pd.path.repeat))
    throw Error("`smooth` or `repeat` is set for a path of PD targets without knots", where,
                "add knots, or remove it");
}

std::shared_ptr<const Skeleton> with_motors(const std::shared_ptr<const Skeleton>& skeleton,
                                            const ModelSpec& spec) {
  if (spec.motors.empty()) return skeleton;
  const auto driven = std::make_shared<Skeleton>(*skeleton);
  for (const auto& [joint, motor] : spec.motors) {
    const std::string where = place_of(spec, joint);
    DofProperties& dof = driven->dof[freedom_of(*skeleton, joint, where)];
    dof.armature += rotor_armature(motor.rotor_inertia, motor.gear_ratio);
    dof.damping += motor.friction.viscous;
    dof.friction += motor.friction.kinetic;
    if (!std::isfinite(dof.armature))
      throw Error("the rotor inertia at the joint is not finite", where);
  }
  return driven;
}

int drive_numbers(const ModelSpec& spec) {
  int count = spec.kinematic && spec.kinematic->driven ? BaseDrive::kNumbers : 0;
  for (const auto& [joint, motor] : spec.motors)
    count += MotorSetup::kFirstCommand + MotorSetup::kCommand * motor.delay;
  return count;
}

void check_motors(const WorldSpec& world, const ModelSpec& spec) {
  for (const auto& [joint, motor] : spec.motors) {
    const std::string where = place_of(spec, joint);
    check_motor(motor, world.step, where);
    refuse_under_rk4(world, "a motor", where);
    if (motor.servo && spec.pd_joints.contains(joint))
      throw Error("the joint has a servo and a PD law", where, "keep one of the two");
  }
}

void draft_motors(Draft& draft, const ModelSpec& spec, const WorldSpec& world, double time) {
  ModelSetup& model = *draft.setup;
  int first = 0;
  for (const auto& [joint, motor] : spec.motors) {
    MotorSetup setup;
    setup.dof = freedom_of(*model.skeleton, joint, place_of(spec, joint));
    for (const MotorSetup& other : model.motors) {
      if (other.dof == setup.dof)
        throw Error("the degree of freedom has two motors", place_of(spec, joint), "keep one");
    }
    setup.q_index = model.skeleton->single_q_index(setup.dof);
    setup.first = first;
    setup.delay = motor.delay;
    if (motor.stall_torque) {
      setup.stall_effort = motor.gear_ratio * *motor.stall_torque;
      setup.line_slope = setup.stall_effort * motor.gear_ratio / *motor.no_load_speed;
    }
    // The limit of the joint becomes a bound of the motor, because the user effort is a command.
    double& limit = model.joints.effort_limit[setup.dof];
    setup.max_effort = std::min(motor.effort.value_or(kInfinity), limit);
    limit = kInfinity;
    if (motor.time_constant > 0) setup.kept = std::exp(-world.step / motor.time_constant);
    if (motor.friction.static_effort) {
      setup.stribeck_effort = *motor.friction.static_effort - motor.friction.kinetic;
      setup.stribeck_velocity = motor.friction.stribeck_velocity;
    }
    first += setup.numbers();
    model.motors.push_back(setup);
    if (motor.servo) set_law(draft, setup.dof, *motor.servo, time);
    const auto dof = static_cast<std::size_t>(setup.dof);
    PdLaw law = draft.state().laws()[dof];
    law.by_motor = true;
    draft.state().laws().set(dof, law);
    if (setup.max_effort == 0)
      draft.diagnostics.push_back({Severity::kWarning, "", 0, place_of(spec, joint),
                                   "drives nothing: its effort limit is 0"});
  }
  draft.work->motors.resize(model.motors.size());
  start_motors(model, draft.state());
}

}  // namespace cardan
