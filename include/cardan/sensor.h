#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cardan/export.h"
#include "cardan/spatial.h"

/// Descriptions of sensors (docs/sensors.md). A frame is named MODEL (the base of the model) or
/// MODEL/LINK, where LINK is any link or named frame of the model. A joint is named MODEL/JOINT.
namespace cardan {

/// Acceleration and angular velocity of a frame, in the axes of the sensor.
struct ImuSpec {
  std::string frame;
  RigidTransform offset;  ///< pose of the sensor in the frame
};

/// Wrench that a joint transmits from the parent to the child, about the origin of the joint, in
/// axes of the child link. The joint may be a fixed joint of a robot file.
struct ForceTorqueSpec {
  std::string joint;
};

/// Position, velocity, effort and acceleration of a joint with one DoF. A joint that follows
/// another joint has no effort.
struct JointSensorSpec {
  std::string joint;
};

/// Axes in which a sensor expresses vectors.
enum class SensorAxes : unsigned char {
  kReference,  ///< axes of W, or of the frame to which the sensor is relative
  kOwn,        ///< axes of the frame on which the sensor is mounted
};

/// Contact forces on a model or link.
struct ContactSensorSpec {
  std::string on;    ///< MODEL or MODEL/LINK; must have shapes
  std::string with;  ///< the other side, MODEL or MODEL/LINK; "" for everything
  SensorAxes axes = SensorAxes::kReference;  ///< axes of the force and the moment
};

/// Angles of the rays along one direction: `count` angles from `from` to `to`, both included.
struct RayAngles {
  double from = 0, to = 0;  ///< first and last angle [rad]; equal if `count` is 1
  int count = 1;
};

/// Shapes of the sensor's own model that its rays pass through.
enum class RangesIgnore : unsigned char {
  kBody,   ///< shapes of the body that carries the sensor
  kModel,  ///< shapes of the sensor's own model
  kNone,   ///< no shape is ignored
};

/// Distances along a fan or grid of rays. The direction at azimuth a and elevation e is (cos e cos
/// a, cos e sin a, sin e) in the axes of the sensor: x points forward and z points upward.
struct RangesSpec {
  std::string frame;
  RigidTransform offset;  ///< pose of the sensor in the frame
  RayAngles azimuth, elevation;
  double max_range =
      std::numeric_limits<double>::quiet_NaN();  ///< largest distance [m]; must be given
  RangesIgnore ignore_own = RangesIgnore::kBody;
  std::vector<std::string> ignore = {};  ///< other models or links that the rays pass through
};

/// Pose of a frame in W, or in another frame.
struct PoseSensorSpec {
  std::string frame;
  RigidTransform offset;    ///< pose of the sensor in the frame
  std::string relative_to;  ///< a frame; "" for W
};

/// Velocity of a frame in W, or relative to another frame.
struct TwistSensorSpec {
  std::string frame;
  RigidTransform offset;    ///< pose of the sensor in the frame
  std::string relative_to;  ///< a frame; "" for W
  SensorAxes axes = SensorAxes::kReference;
};

/// Errors of one quantity of a sensor. Each list is empty (no such error), has one entry for all
/// components, or has one entry for each component. y = quantise(saturate(x + bias + walk +
/// noise)).
struct SensorErrors {
  std::vector<double> noise = {};      ///< standard deviation of the white noise of a sample [unit]
  std::vector<double> bias = {};       ///< constant offset [unit]
  std::vector<double> bias_walk = {};  ///< standard deviation after 1 s of a random walk [unit/√s]
  std::vector<double> resolution = {};  ///< readings are multiples of this value [unit]
  std::vector<double> saturation = {};  ///< largest magnitude of a reading [unit]
};

/// Kind of a sensor, with the frame or joint at which it is mounted.
using SensorKindSpec = std::variant<ImuSpec, ForceTorqueSpec, JointSensorSpec, ContactSensorSpec,
                                    RangesSpec, PoseSensorSpec, TwistSensorSpec>;

/// Description of a sensor.
struct SensorSpec {
  std::string name;  ///< unique name without '/' and '.'
  SensorKindSpec kind;
  /// Samples per second [Hz]. If empty, a sample is taken in every step. The time between samples
  /// must be a whole number of steps.
  std::optional<double> rate;
  double delay = 0;  ///< time from the measurement to the reading [s], a whole number of samples
  std::map<std::string, SensorErrors> errors;  ///< errors by quantity name
};

/// A quantity of a sensor: consecutive values with one unit.
struct SensorQuantity {
  std::string name;  ///< name, e.g. "acceleration"
  std::string unit;  ///< SI unit, "" for counts and ratios
  int first = 0;     ///< index of the first value in Sensor::values()
  int size = 0;      ///< number of values
  /// (size) names of the components: "x", "y", "z"; {""} for a single value.
  std::vector<std::string> components;
};

/// A sensor of a world (World::add_sensor). A sensor takes its samples at the end of steps.
/// References stay valid as long as the world exists. After the sensor is removed, every call
/// except is_removed() throws Error.
class CARDAN_API Sensor {
 public:
  const std::string& name() const;
  /// The specification, with completed names.
  const SensorSpec& spec() const;
  /// True after World::remove_sensor, and after World::remove of a model that the sensor names.
  bool is_removed() const;
  /// Kind of the sensor: "imu", "force_torque", "joint", "contact", "ranges", "pose" or "twist".
  std::string_view kind() const;
  const std::vector<SensorQuantity>& quantities() const;

  /// The last reading, i.e. the values of all quantities one after another, or NaN before the first
  /// reading. The view stays valid until a sensor is added to the world or removed from it.
  std::span<const double> values() const;
  /// The last reading of one quantity. Throws Error for an unknown name.
  std::span<const double> values(std::string_view quantity) const;
  /// One value of the last reading, by quantity and component: "acceleration.z", "position" (of a
  /// joint), "distance.12". Throws Error for an unknown name.
  double value(std::string_view name) const;

  bool has_reading() const;  ///< false before the first reading
  double time()
      const;  ///< end of the step that the reading describes [s]; NaN before the first reading
  std::int64_t samples() const;  ///< number of samples taken, including delayed ones
  double period() const;         ///< time between samples [s]

  struct Impl;
  /// Used only by the library.
  explicit Sensor(std::unique_ptr<Impl> impl);
  ~Sensor();
  Sensor(const Sensor&) = delete;
  Sensor& operator=(const Sensor&) = delete;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
