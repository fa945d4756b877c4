#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cardan/core/spatial.h"

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

}  // namespace cardan
