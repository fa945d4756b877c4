#include <algorithm>

#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/model_spec.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stage_timer.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

void measure(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  switch (sensor.kind) {
    case SensorKind::kImu:
      return measure_imu(inputs, sensor, values);
    case SensorKind::kForceTorque:
      return measure_force_torque(inputs, sensor, values);
    case SensorKind::kJoint:
      return measure_joint(inputs, sensor, values);
    case SensorKind::kContact:
      return measure_contact(inputs, sensor, values);
    case SensorKind::kRanges:
      return measure_ranges(inputs, sensor, values);
    case SensorKind::kPose:
      return measure_pose(inputs, sensor, values);
    case SensorKind::kTwist:
      return measure_twist(inputs, sensor, values);
  }
}

// Puts a sample into the delay line; the oldest sample in the line becomes the reading.
void push(const SensorData<double>& data, std::int64_t number, const double* sample) {
  const auto taken = static_cast<std::int64_t>(data.samples());
  const int width = data.place.width, delay = data.place.delay;
  data.samples() += 1;
  data.newest() = static_cast<double>(number);
  if (delay == 0) {
    std::copy_n(sample, width, data.reading());
    return;
  }
  double* slot = data.line(taken % delay);
  if (taken >= delay) std::copy_n(slot, width, data.reading());
  std::copy_n(sample, width, slot);
}

// Velocity at which the step evaluates its bias forces (compute_free_motion): v plus half its last
// change while nothing disturbs the motion, else v.
void keep_bias_velocity(const ConstModelState& state, VectorX& v_bias) {
  v_bias = state.v();
  if (state.undisturbed() < 2 || state.asleep()) return;
  v_bias = state.v_moved() + 0.5 * (state.v_moved() - state.v_moved_before());
}

// Acceleration at the start of the flight of a tree: the forces have changed v to v_bias, and the
// velocity products act (coast_to_next).
void use_start_of_flight(const Skeleton& skeleton, double h, TreeMotion& motion) {
  const VectorX& v = motion.v_bias;
  motion.effort.setZero();
  forward_kinematics(skeleton, *motion.data, motion.q.data(), v.data());
  forward_dynamics(skeleton, *motion.data, v.data(), motion.effort.data(), Vector3::Zero(),
                   motion.v_dot.data());
  motion.v_dot += (v - motion.v) / h;
}

// Stores the state at the start of a step.
void begin_sensors(const WorldModel& world, const WorldState& state, StepData& step) {
  SensorWork& work = *step.sensors;
  work.view_current = false;
  for (TreeMotion& motion : work.motions) {
    const ConstModelState model = state.models[motion.model];
    motion.current = false;
    motion.q = model.q();
    motion.v = model.v();
    keep_bias_velocity(model, motion.v_bias);
    if (world.spec.integrator != Integrator::kSemiImplicitEuler) motion.v_bias = motion.v;
  }
  for (ScriptMotion& motion : work.scripts) {
    motion.X_W0 = step.model(motion.model).X_W0;
    motion.V_W0 = step.model(motion.model).V_W0;
  }
}

// Takes the samples that are due at the end of a step.
void read_sensors(const WorldModel& world, WorldState& state, StepData& step) {
  const SensorInputs inputs{world, state, step, *step.sensors};
  double* sample = inputs.work.sample.data();
  for (const auto& sensor : world.sensors) {
    const SensorData<double> data(state.sensors.data(), sensor->place);
    if (sensor->is_due(state.steps)) {
      const std::int64_t number = state.steps / sensor->period;
      measure(inputs, *sensor, sample);
      apply_errors(*sensor, number, data.walk(), sample);
      push(data, number, sample);
    }
    if (sensor->place.wrench) std::fill_n(data.external(), 6, 0.0);
  }
}

}  // namespace

void step_with_sensors(const WorldModel& world, WorldState& state, StepData& step) {
  if (!step.sensors) return step_world(world, state, step);
  begin_sensors(world, state, step);
  step_world(world, state, step);
  const StageTimer timer(step, Stage::kRemember);
  read_sensors(world, state, step);
}

const TreeMotion& motion_of(const SensorInputs& inputs, int index) {
  TreeMotion& motion = inputs.work.motions[static_cast<std::size_t>(index)];
  if (motion.current) return motion;
  motion.current = true;
  const ConstModelRef model =
      model_ref(inputs.world, std::as_const(inputs.state), inputs.step, motion.model);
  const Skeleton& skeleton = *model.setup.kernel_skeleton;
  motion.v_dot = (model.state.v() - motion.v) / inputs.h();
  motion.data->X_W0 = model.work.data->X_W0;
  const bool flies = model.work.coasts && skeleton.kind() == SkeletonKind::kArticulated;
  if (flies || model.work.corrected) motion.v_bias = model.work.vectors.bias_velocity();
  if (flies) use_start_of_flight(skeleton, inputs.h(), motion);
  forward_kinematics(skeleton, *motion.data, motion.q.data(), motion.v_bias.data());
  rnea(skeleton, *motion.data, motion.v_bias.data(), motion.v_dot.data(), inputs.world.spec.gravity,
       motion.effort.data());
  return motion;
}

void tell_sensors_of_wrench(World::Impl& world, int model, int body, std::string_view link,
                            const Vector3& point, const SpatialForce& F) {
  if (!F.force.allFinite() || !F.moment.allFinite()) return;  // the step rejects it
  const Vector3 r = point - world.step.model(model).data->O_W;
  for (const auto& sensor : world.model.sensors) {
    const Subtree& subtree = sensor->subtree;
    if (!sensor->place.wrench || subtree.model != model || !subtree.holds(body, link)) continue;
    const SensorData<double> data(world.state.sensors.data(), sensor->place);
    Eigen::Map<Vector3>(data.external()) += F.moment + r.cross(F.force);
    Eigen::Map<Vector3>(data.external() + 3) += F.force;
  }
}

}  // namespace cardan
