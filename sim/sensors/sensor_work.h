#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/data/sensor_setup.h"
#include "sim/data/state_structure.h"
#include "sim/query/world_view.h"

/// Scratch memory of the sensors, and the stages that read them.
namespace cardan {

/// Motion of a tree in the current step, for sensors that measure accelerations and forces.
struct TreeMotion {
  int model = -1;
  VectorX q, v;    ///< (nq), (nv) state at the start of the step
  VectorX v_bias;  ///< (nv) velocity at which the step evaluated its bias forces
  VectorX v_dot;   ///< (nv) (v⁺ − v) / h
  VectorX effort;  ///< (nv) scratch memory
  std::unique_ptr<Data>
      data;              ///< data at (q, v_bias); inverse dynamics with v_dot computes A and f
  bool current = false;  ///< true if `data` belongs to this step
};

/// Motion of a scripted model in the current step.
struct ScriptMotion {
  int model = -1;
  RigidTransform X_W0;   ///< pose at the start of the step
  SpatialVelocity V_W0;  ///< velocity at the start of the step
};

struct SensorWork {
  std::vector<TreeMotion> motions;
  std::vector<ScriptMotion> scripts;
  /// (models) Index in `motions` and in `scripts`, −1 if there is none. Models without sensors at
  /// the end are left out.
  std::vector<int> motion_of_model, script_of_model;
  std::unique_ptr<WorldView::Impl> view;  ///< view for ray casts; null if no sensor has rays
  bool view_current = false;              ///< true if the view shows the current step
  std::vector<double> sample;             ///< (largest width) values of the current sample
};

/// Parts of a world that a measurement reads, after the step.
struct SensorInputs {
  const WorldModel& world;
  WorldState& state;  ///< state, used only for the kinematics, which are computed on demand
  StepData& step;
  SensorWork& work;

  double h() const { return world.spec.step; }
};

/// Writes the three components of a quantity.
inline void put(const Vector3& x, double* values) { Eigen::Map<Vector3>(values, 3) = x; }

/// Runs a step and takes the samples that are due at its end.
void step_with_sensors(const WorldModel& world, WorldState& state, StepData& step);

/// Adds a wrench on a link of a model to each sensor whose joint moves this link. point: in W [m].
/// F: moment and force in W. body: the body that carries the link.
void tell_sensors_of_wrench(World::Impl& world, int model, int body, std::string_view link,
                            const Vector3& point, const SpatialForce& F);

// Each function below computes the true values of one sensor, in the order of its quantities.
void measure_imu(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_pose(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_twist(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_joint(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_force_torque(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_contact(const SensorInputs& inputs, const SensorSetup& sensor, double* values);
void measure_ranges(const SensorInputs& inputs, const SensorSetup& sensor, double* values);

/// Returns the motion of a tree in the last step. It is computed at the first call after the step.
const TreeMotion& motion_of(const SensorInputs& inputs, int motion);

/// Returns the pose of a frame in W after the step.
RigidTransform pose_of(const SensorInputs& inputs, const SensorFrame& frame);
/// Returns the velocity of the origin of a frame in W after the step.
SpatialVelocity velocity_of(const SensorInputs& inputs, const SensorFrame& frame,
                            const RigidTransform& X_WS);

/// Applies the errors of a sensor to a sample and advances the random walk of the bias. number:
/// number of the sample.
void apply_errors(const SensorSetup& sensor, std::int64_t number, double* walk, double* values);

/// Removes the sensors that name a model, before the model is removed.
void remove_sensors_of(World::Impl& world, int model);

/// Adds a payload on a link, given in the frame of the link, to each sensor whose joint moves this
/// link.
void add_payload_to_sensors(World::Impl& world, int model, const std::string& link,
                            const SpatialInertia& load);

/// Returns the data of the sensors of a world, for state files.
std::vector<SavedSensor> saved_sensors(const World::Impl& world);
/// Throws an Error that names the file if the counts in the data of a sensor are not whole numbers.
void check_saved_sensor(const std::string& layout, std::span<const double> data,
                        const std::string& file);
/// Restores the data of sensors with equal layouts. Other sensors have no reading afterwards.
void restore_sensors(World::Impl& world, const std::vector<SavedSensor>& saved);
/// Restores the data from the block of a world with the given sensors. Sensors with other layouts
/// have no reading afterwards.
void restore_sensors(World::Impl& world, const std::vector<SensorSlot>& slots,
                     const AlignedBlock& block);

}  // namespace cardan
