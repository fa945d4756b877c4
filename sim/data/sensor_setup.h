#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/sensor.h"
#include "sim/data/world_data.h"

/// Sensors with resolved names, and the location of their data in WorldState::sensors.
namespace cardan {

/// In the order of the alternatives of SensorKindSpec.
enum class SensorKind : unsigned char {
  kImu,
  kForceTorque,
  kJoint,
  kContact,
  kRanges,
  kPose,
  kTwist
};
static_assert(std::variant_size_v<SensorKindSpec> == static_cast<int>(SensorKind::kTwist) + 1);

/// Returns the name of a kind: "imu", "force_torque", ….
const char* sensor_kind_name(SensorKind kind);

/// Errors of one component.
struct ComponentErrors {
  double noise = 0, bias = 0;
  double walk = 0;        ///< standard deviation of the step of the bias walk per sample
  double resolution = 0;  ///< resolution of the readings; 0 if unlimited
  double saturation = kInfinity;
};

/// Location of a sensor's data in the block, in doubles. The data of a sensor begin at a cache
/// line:
///
///   number of samples, number of the newest sample  (2)
///   reading                                         (width)
///   bias walks                                      (walks)
///   delay line                                      (delay × width)
///   external wrench for the next step               (6, or none)
struct SensorPlace {
  std::size_t first = 0;
  int width = 0;        ///< number of values of a sample
  int walks = 0;        ///< number of components whose bias drifts (random walk)
  int delay = 0;        ///< delay in samples
  bool wrench = false;  ///< true if the data contain an external wrench

  static constexpr std::size_t kHeader = 2;
  std::size_t reading() const { return first + kHeader; }
  std::size_t walk() const { return reading() + static_cast<std::size_t>(width); }
  std::size_t line() const { return walk() + static_cast<std::size_t>(walks); }
  std::size_t external() const {
    return line() + static_cast<std::size_t>(delay) * static_cast<std::size_t>(width);
  }
  /// Number of doubles that belong to the sensor.
  std::size_t count() const { return external() + (wrench ? 6 : 0) - first; }
  std::size_t size() const { return AlignedBlock::in_lines(count()); }
};

/// View of a sensor's data. T: double or const double.
template <class T>
struct SensorData {
  SensorData(T* block, const SensorPlace& place_in) : at(block), place(place_in) {}

  /// Number of samples taken.
  T& samples() const { return at[place.first]; }
  /// Number of the newest sample: its step divided by the period.
  T& newest() const { return at[place.first + 1]; }
  T* reading() const { return at + place.reading(); }
  T* walk() const { return at + place.walk(); }
  T* line(std::int64_t slot) const { return at + place.line() + slot * place.width; }
  /// External moment and force about O, in W.
  T* external() const { return at + place.external(); }
  bool has_reading() const { return samples() > place.delay; }

  T* at;
  const SensorPlace& place;
};

using ConstSensorData = SensorData<const double>;

/// A frame on which a sensor is mounted, or to which it is relative.
struct SensorFrame {
  int model = -1;       ///< index in WorldModel::models; −1 stands for W
  int body = -1;        ///< body of the skeleton; −1 for the base or a model without joints
  RigidTransform X_BS;  ///< pose of the frame in the body or base
  int motion = -1;  ///< for an imu: index in SensorWork::motions or SensorWork::scripts; −1 if the
                    ///< frame cannot move
  bool scripted = false;
};

/// Shapes of one model.
struct ShapeSet {
  int model = -1;            ///< index of the model; −1 for every shape of the world
  std::vector<char> shapes;  ///< (shapes of the model) 1 if the shape belongs to the set

  bool holds(int in_model, int shape) const {
    return model < 0 || (in_model == model && shapes[static_cast<std::size_t>(shape)] != 0);
  }
};

/// A part of a model behind a joint.
struct Subtree {
  int model = -1;
  int frame_body = -1;             ///< body of the child link
  RigidTransform X_BL;             ///< pose of the child link in that body
  std::vector<int> roots;          ///< bodies that carry the moving parts, in ascending order
  std::vector<char> bodies;        ///< (bodies) 1 if the whole body moves behind the joint
  SpatialInertia part;             ///< rigid part behind a fixed joint, in the frame of frame_body
  std::vector<std::string> links;  ///< links of this part
  ShapeSet shapes;

  /// True if a link, which is part of a body of the model, is behind the joint.
  bool holds(int body, std::string_view link) const;
};

/// A coordinate of a joint: q = ratio · q[q_index] + offset.
struct SensorJoint {
  int model = -1, dof = -1, q_index = -1;
  double ratio = 1, offset = 0;
  bool follows = false;
};

struct SensorSetup {
  SensorSpec spec;
  SensorKind kind = SensorKind::kImu;
  std::vector<SensorQuantity> quantities;
  int period = 1;                       ///< time between samples in steps
  std::vector<ComponentErrors> errors;  ///< errors of each component; empty if there are none
  std::uint64_t key = 0;                ///< key of the sensor's noise
  SensorPlace place;

  /// Frames of an imu, ranges, pose or twist sensor; origin of a contact sensor.
  SensorFrame frame, reference;
  SensorJoint joint;
  int motion = -1;  ///< index in SensorWork::motions of the motion of the joint or the subtree
  Subtree subtree;
  ShapeSet on, with;
  std::vector<Vector3> directions;  ///< directions of the rays in the sensor frame
  std::vector<ShapeSet> ignored;    ///< shapes that the rays pass through

  bool is_due(std::int64_t step) const { return step % period == 0; }
};

/// Returns the layout of a sensor's data, e.g. "imu imu 6 0 0 0 10": its name, its kind and the
/// sizes of its data. Data of two sensors are interchangeable if their layouts are equal.
std::string layout_of(const SensorSetup& sensor);

/// Data of one sensor on which its later readings depend.
struct SavedSensor {
  std::string layout;  ///< name, kind and sizes; a sensor accepts only data with its own layout
  std::vector<double> data;  ///< samples, delay line and biases (docs/sensors.md)
};

}  // namespace cardan
