// Motors. Command, delay and lag determine the curve of a step (docs/motors.md). The piece of the
// curve that contains v is part of M̂. If v⁺ is on another piece, the sloped pieces become rows.
#include "sim/step/motor_drive.h"

#include <algorithm>
#include <cmath>

#include "sim/step/stages.h"

namespace cardan {

namespace {

// Command of a step.
struct Command {
  double effort = 0, target = 0, velocity = 0;
};

// Returns the command of `delay` steps ago and stores that of this step in its place.
Command delayed(const MotorSetup& motor, const Command& now, double* numbers) {
  if (motor.delay == 0) return now;
  double& oldest = numbers[MotorSetup::kOldest];
  double* entry =
      numbers + MotorSetup::kFirstCommand + MotorSetup::kCommand * static_cast<int>(oldest);
  const Command then{entry[0], entry[1], entry[2]};
  entry[0] = now.effort;
  entry[1] = now.target;
  entry[2] = now.velocity;
  oldest = oldest + 1 < motor.delay ? oldest + 1 : 0;
  return then;
}

// True if all delayed commands equal that of this step.
bool is_settled(const MotorSetup& motor, const Command& now, const double* numbers) {
  const double* entry = numbers + MotorSetup::kFirstCommand;
  for (int i = 0; i < motor.delay; ++i, entry += MotorSetup::kCommand) {
    if (entry[0] != now.effort || entry[1] != now.target || entry[2] != now.velocity) return false;
  }
  return true;
}

// The line a − g v⁺ of the command and the lag:
//   τ⁺ = α τ + (1 − α) (τ_user + kp (q_ref + h q̇_ref − q − h v⁺) + kd (q̇_ref − v⁺)).
// With the integrator midpoint, h is half a step, and v⁺ is the mean velocity of the step.
MotorCurve curve_of(const ModelRef& model, const MotorSetup& motor, const PdLaw& law,
                    const Command& command, double h) {
  const double g = law.active ? h * law.kp + law.kd : 0;
  double a = command.effort;
  if (law.active)
    a += law.kp * (command.target - model.state.q()[motor.q_index]) + g * command.velocity;
  const double bound = law.active ? law.max_effort : kInfinity;
  if (motor.kept == 0) return {a, g, bound, motor};
  const double last = model.state.drives()[motor.first + MotorSetup::kEffort];
  return {motor.kept * last + (1 - motor.kept) * a, (1 - motor.kept) * g, bound, motor};
}

void command(const ModelRef& model, double h) {
  model.work.has_motor_rows = false;
  for (std::size_t k = 0; k < model.setup.motors.size(); ++k) {
    const MotorSetup& motor = model.setup.motors[k];
    double* numbers = model.state.drives().data() + motor.first;
    const PdLaw law = model.state.laws()[static_cast<std::size_t>(motor.dof)];
    const double tau = model.state.tau()[motor.dof];
    // A non-finite effort counts as 0 here; the free motion reports it.
    const Command now{std::isfinite(tau) ? tau : 0, law.target, law.velocity};
    if (!model.state.asleep() && !is_settled(motor, now, numbers)) model.state.still_time() = 0;
    MotorWork& work = model.work.motors[k];
    work.curve = curve_of(model, motor, law, delayed(motor, now, numbers), h);
    work.piece = work.curve.piece(model.state.v()[motor.dof]);
    work.as_rows = false;
  }
}

// True if the effort of the piece in M̂ differs from that of the curve by more than rounding.
bool leaves_piece(const MotorWork& work, double v) {
  constexpr double kRounding = 1e-10;
  const double linear = work.piece.intercept - work.piece.slope * v, effort = work.curve.effort(v);
  return !(std::abs(linear - effort) <= kRounding * (std::abs(linear) + std::abs(effort)));
}

std::uint64_t curve_key(int tree, int dof, int piece) {
  return (static_cast<std::uint64_t>(tree) << 32) | (static_cast<std::uint64_t>(piece) << 30) |
         (static_cast<std::uint64_t>(dof) << 1);
}

// The curve is its value at v plus one term for each sloped piece: −s (v⁺ − x), clamped to the
// change of effort within the piece, where x is the point of the piece nearest to v.
void add_curve_rows(StepData& step, const ConstModelRef& model, const MotorSetup& motor,
                    const MotorCurve& curve) {
  const double v = model.state.v()[motor.dof];
  int number = 1;
  for (const MotorCurve::Segment& piece : curve) {
    const double x = std::clamp(v, piece.from, piece.to);
    step.rows.constraints.motors.push_back({model.setup.tree, motor.dof, kInfinity, 0, piece.slope,
                                            0, x, curve_key(model.setup.tree, motor.dof, number++),
                                            -piece.slope * (piece.to - x),
                                            piece.slope * (x - piece.from)});
  }
}

}  // namespace

void command_motors(const WorldModel& world, WorldState& state, StepData& step) {
  if (!world.has_motors) return;
  step.workers.pool.for_each(world.num_trees(), [&](int t, int) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.setup.motors.empty()) command(model, law_times(world.spec).implicit());
  });
}

void apply_motor_efforts(const ModelRef& model) {
  for (std::size_t k = 0; k < model.setup.motors.size(); ++k) {
    const int dof = model.setup.motors[k].dof;
    const MotorWork& work = model.work.motors[k];
    const double v = model.state.v()[dof];
    model.work.vectors.applied_tau()[dof] =
        work.as_rows ? work.curve.effort(v) : work.piece.intercept - work.piece.slope * v;
  }
}

void add_motor_damping(const ModelRef& model, double h) {
  for (std::size_t k = 0; k < model.setup.motors.size(); ++k) {
    const MotorWork& work = model.work.motors[k];
    if (!work.as_rows)
      model.work.vectors.damping_diagonal()[model.setup.motors[k].dof] += h * work.piece.slope;
  }
}

bool make_rows_of_motors(const ModelRef& model, const LawTimes& times) {
  bool any = false;
  for (std::size_t k = 0; k < model.setup.motors.size(); ++k) {
    const int dof = model.setup.motors[k].dof;
    MotorWork& work = model.work.motors[k];
    if (work.as_rows ||
        !leaves_piece(
            work, model.state.v()[dof] + times.share * model.work.vectors.velocity_change()[dof]))
      continue;
    work.as_rows = model.work.has_motor_rows = any = true;
  }
  return any;
}

void add_motor_rows(StepData& step, const ConstModelRef& model, std::size_t first_friction) {
  for (std::size_t k = 0; k < model.setup.motors.size(); ++k) {
    const MotorSetup& motor = model.setup.motors[k];
    const MotorWork& work = model.work.motors[k];
    if (work.as_rows) add_curve_rows(step, model, motor, work.curve);
    if (motor.stribeck_effort == 0) continue;
    for (std::size_t i = first_friction; i < step.rows.constraints.frictions.size(); ++i) {
      JointFrictionConstraint& friction = step.rows.constraints.frictions[i];
      if (friction.dof == motor.dof)
        friction.effort += motor.extra_friction(model.state.v()[motor.dof]);
    }
  }
}

void finish_motors(const WorldModel& world, WorldState& state, StepData& step) {
  if (!world.has_motors) return;
  const bool at_middle = world.spec.integrator == Integrator::kMidpoint;
  constexpr double kSteady =
      1e-6;  // relative change of a lagging effort below which the model may fall asleep
  for (int t = 0; t < world.num_trees(); ++t) {
    const ModelRef model = tree_ref(world, state, step, t);
    if (!model.work.usable || model.state.asleep()) continue;
    for (std::size_t k = 0; k < model.setup.motors.size(); ++k) {
      const MotorSetup& motor = model.setup.motors[k];
      double& effort = model.state.drives()[motor.first + MotorSetup::kEffort];
      double v = model.state.v()[motor.dof];
      if (at_middle) v = 0.5 * (model.work.v_start[motor.dof] + v);
      const double now = model.work.motors[k].curve.effort(v);
      if (motor.kept > 0 && std::abs(now - effort) > kSteady * (std::abs(now) + std::abs(effort)))
        model.state.still_time() = 0;
      effort = now;
    }
  }
}

}  // namespace cardan
