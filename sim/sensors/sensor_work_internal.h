#pragma once

#include <memory>
#include <vector>

#include "cardan/sim/query/world_view_internal.h"
#include "cardan/sim/record/state_file.h"
#include "cardan/sim/record/state_structure_internal.h"
#include "cardan/sim/sensors/sensor_setup_internal.h"

/// Scratch of the sensors, and the stages that read them.
namespace cardan {

/// Motion of a tree in the current step, for sensors of accelerations and forces.
struct TreeMotion {
  int model = -1;
  VectorX q, v;    ///< (nq), (nv) at the start of the step
  VectorX v_bias;  ///< (nv) velocity at which the step evaluated its bias forces
  VectorX v_dot;   ///< (nv) (v⁺ − v) / h
  VectorX effort;  ///< (nv) scratch
  std::unique_ptr<Data>
      data;              ///< data at (q, v_bias); A and f computed by inverse dynamics with v_dot
  bool current = false;  ///< `data` belongs to this step
};

/// Motion of a scripted model in the current step.
struct ScriptMotion {
  int model = -1;
  RigidTransform X_W0;   ///< value at the start of the step
  SpatialVelocity V_W0;  ///< value at the start of the step
};

struct SensorWork {
  std::vector<TreeMotion> motions;
  std::vector<ScriptMotion> scripts;
  std::unique_ptr<WorldView::Impl> view;  ///< for rays; null: no sensor has rays
  bool view_current = false;              ///< the view shows this step
  std::vector<double> sample;             ///< (largest width) values of the current sample
};

/// Parts of a world that a measurement reads, after the step.
struct SensorInputs {
  const WorldModel& world;
  WorldState& state;  ///< only for the kinematics, which are computed on demand
  StepData& step;
  SensorWork& work;

  double h() const { return world.spec.step; }
};

/// Writes the three components of a quantity.
inline void put(const Vector3& x, double* values) { Eigen::Map<Vector3>(values, 3) = x; }

/// Keeps the state at the start of a step. Call before step_world changes it.
void begin_sensors(const WorldModel& world, const WorldState& state, StepData& step);

/// Takes the samples that are due at the end of a step.
void read_sensors(const WorldModel& world, WorldState& state, StepData& step);

/// Adds a wrench on a link of a model to each sensor whose joint moves this link. point in W [m];
/// F: moment and force in W; body: the body that carries the link.
void tell_sensors_of_wrench(World::Impl& world, int model, int body, std::string_view link,
                            const Vector3& point, const SpatialForce& F);

// Measurements: true values of one sensor, in the order of its quantities.
void measure_imu(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_pose(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_twist(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_joint(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_force_torque(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_contact(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_ranges(const SensorInputs& inputs, const SensorSetup& sensor, double* values);

/// Motion of a tree in this step, computed on the first call after it.
const TreeMotion& motion_of(const SensorInputs& inputs, int motion);

/// Pose of a frame in W after the step.
RigidTransform pose_of(const SensorInputs& inputs, const SensorFrame& frame);
/// Velocity of the origin of a frame in W after the step.
SpatialVelocity velocity_of(const SensorInputs& inputs, const SensorFrame& frame,
                            const RigidTransform& X_WS);

/// Applies the errors of a sensor to a sample and advances its bias walk. number: number of the
/// sample.
void apply_errors(const SensorSetup& sensor, std::int64_t number, double* walk, double* values);

/// Removes the sensors that name a model, before the model is removed.
void remove_sensors_of(World::Impl& world, int model);

/// Adds a payload on a link, in its frame, to each sensor whose joint moves this link.
void add_payload_to_sensors(World::Impl& world, int model, const std::string& link,
                            const SpatialInertia& load);

/// Data of the sensors of a world, for state files.
std::vector<SavedSensor> saved_sensors(const World::Impl& world);
/// Throws an Error that names the file if the counts of a sensor are not whole numbers.
void check_saved_sensors(const std::vector<SavedSensor>& saved, const std::string& file);
/// Takes the data of sensors with an equal layout; other sensors have no reading afterwards.
void restore_sensors(World::Impl& world, const std::vector<SavedSensor>& saved);
/// Takes the data from the block of a world with these sensors, with the same rule for their
/// layouts.
void restore_sensors(World::Impl& world, const std::vector<SensorSlot>& slots,
                     const AlignedBlock& block);

}  // namespace cardan
