#include "sim/data/joint_effort.h"
#include "sim/sensors/sensor_work.h"

// Sensors of poses, velocities and accelerations (docs/sensors.md).
namespace cardan {

namespace {

// Angular part, or linear part about O, of row `body` of an array of spatial vectors.
Vector3 angular(const DataArray& rows, int body) {
  return Eigen::Map<const Vector3>(&rows[6 * static_cast<std::size_t>(body)]);
}
Vector3 linear(const DataArray& rows, int body) {
  return Eigen::Map<const Vector3>(&rows[6 * static_cast<std::size_t>(body) + 3]);
}

// Rotation of the sensor and its acceleration minus gravity, in W, from the equations of motion of
// the step.
struct ProperAcceleration {
  Matrix3 R_WS;
  Vector3 a;
};

// a_P = a_O + α × r + ω × (v_O + ω × r), where v_O and a_O are those of the point of the body at O,
// and a_O includes −g (docs/sensors.md).
ProperAcceleration of_tree(const SensorInputs& inputs, const SensorFrame& frame) {
  const Data& data = *motion_of(inputs, frame.motion).data;
  const auto body = static_cast<std::size_t>(frame.body);
  const Eigen::Map<const Matrix3> R_WB(&data.R[9 * body]);
  const Vector3 r = Eigen::Map<const Vector3>(&data.p[3 * body]) + R_WB * frame.X_BS.p;
  const Vector3 omega = angular(data.V, frame.body);
  const Vector3 v = linear(data.V, frame.body) + omega.cross(r);
  return {R_WB * frame.X_BS.R,
          linear(data.A, frame.body) + angular(data.A, frame.body).cross(r) + omega.cross(v)};
}

ProperAcceleration of_script(const SensorInputs& inputs, const SensorFrame& frame) {
  const ScriptMotion& motion = inputs.work.scripts[static_cast<std::size_t>(frame.motion)];
  const SpatialVelocity& after = inputs.step.model(frame.model).V_W0;
  const Vector3 r = motion.X_W0.R * frame.X_BS.p, &omega = motion.V_W0.angular;
  const Vector3 alpha = (after.angular - omega) / inputs.h();
  return {motion.X_W0.R * frame.X_BS.R, (after.linear - motion.V_W0.linear) / inputs.h() +
                                            alpha.cross(r) + omega.cross(omega.cross(r)) -
                                            inputs.world.spec.gravity};
}

ProperAcceleration proper_acceleration(const SensorInputs& inputs, const SensorFrame& frame) {
  if (frame.motion < 0) return {pose_of(inputs, frame).R, -inputs.world.spec.gravity};
  return frame.scripted ? of_script(inputs, frame) : of_tree(inputs, frame);
}

}  // namespace

RigidTransform pose_of(const SensorInputs& inputs, const SensorFrame& frame) {
  if (frame.model < 0) return {};
  const ModelRef model = model_ref(inputs.world, inputs.state, inputs.step, frame.model);
  ensure_kinematics(model);
  return body_pose(model.setup, model.work, frame.body) * frame.X_BS;
}

SpatialVelocity velocity_of(const SensorInputs& inputs, const SensorFrame& frame,
                            const RigidTransform& X_WS) {
  if (frame.model < 0) return {};
  const ModelRef model = model_ref(inputs.world, inputs.state, inputs.step, frame.model);
  if (!model.setup.skeleton) return model.work.V_W0.shifted(X_WS.p - model.work.X_W0.p);
  return frame.body < 0 ? SpatialVelocity() : model.work.data->velocity_at(frame.body, X_WS.p);
}

void measure_imu(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const ProperAcceleration proper = proper_acceleration(inputs, sensor.frame);
  const RigidTransform X_WS = pose_of(inputs, sensor.frame);
  put(proper.R_WS.transpose() * proper.a, values);
  put(X_WS.R.transpose() * velocity_of(inputs, sensor.frame, X_WS).angular, values + 3);
}

void measure_pose(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const RigidTransform X_WR = pose_of(inputs, sensor.reference);
  const RigidTransform X_RS = X_WR.inverse() * pose_of(inputs, sensor.frame);
  const Quaternion rotation = Quaternion(X_RS.R).normalized();
  const double sign = rotation.w() < 0 ? -1 : 1;
  put(X_RS.p, values);
  values[3] = sign * rotation.w();
  put(sign * rotation.vec(), values + 4);
}

void measure_twist(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const RigidTransform X_WR = pose_of(inputs, sensor.reference);
  const RigidTransform X_WS = pose_of(inputs, sensor.frame);
  const SpatialVelocity V = velocity_of(inputs, sensor.frame, X_WS);
  // Velocity of the point of the reference frame at the sensor.
  const SpatialVelocity V_R = velocity_of(inputs, sensor.reference, X_WR).shifted(X_WS.p - X_WR.p);
  const bool own = std::get<TwistSensorSpec>(sensor.spec.kind).axes == SensorAxes::kOwn;
  const Matrix3& R = own ? X_WS.R : X_WR.R;
  put(R.transpose() * (V.linear - V_R.linear), values);
  put(R.transpose() * (V.angular - V_R.angular), values + 3);
}

void measure_joint(const SensorInputs& inputs, const SensorSetup& sensor, double* values) {
  const SensorJoint& joint = sensor.joint;
  const ConstModelRef model =
      model_ref(inputs.world, std::as_const(inputs.state), inputs.step, joint.model);
  const VectorX& v = inputs.work.motions[static_cast<std::size_t>(sensor.motion)].v;
  const double v_next = model.state.v()[joint.dof];
  values[0] = joint.ratio * model.state.q()[joint.q_index] + joint.offset;
  values[1] = joint.ratio * v_next;
  values[2] = joint.ratio * ((v_next - v[joint.dof]) / inputs.h());
  if (!joint.follows) values[3] = joint_effort(inputs.world.spec, model, joint.dof);
}

}  // namespace cardan
