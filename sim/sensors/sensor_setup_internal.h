#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/sim/data/world_data_internal.h"
#include "cardan/sim/sensors/sensor.h"

/// A sensor with its names resolved, and the place of its data in WorldState::sensors.
namespace cardan {

enum class SensorKind : unsigned char {
  kImu,
  kForceTorque,
  kJoint,
  kContact,
  kRanges,
  kPose,
  kTwist
};

/// Name of a kind: "imu", "force_torque", …
const char* sensor_kind_name(SensorKind kind);

/// Errors of one component.
struct ComponentErrors {
  double noise = 0, bias = 0;
  double walk = 0;        ///< standard deviation of the step of the bias walk per sample
  double resolution = 0;  ///< 0: none
  double saturation = kInfinity;
};

/// Location of a sensor's data in the block, in doubles. The data of a sensor begin at a cache
/// line:
///
///   number of samples, number of the newest sample (2) reading (width) bias walks (walks) delay
///   line (delay × width) external wrench for the next step (6, or none)
struct SensorPlace {
  std::size_t first = 0;
  int width = 0;        ///< values of a sample
  int walks = 0;        ///< components whose bias walks, or 0
  int delay = 0;        ///< samples
  bool wrench = false;  ///< has an external wrench

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
  /// Number of the newest sample: its step over the period.
  T& newest() const { return at[place.first + 1]; }
  T* reading() const { return at + place.reading(); }
  T* walk() const { return at + place.walk(); }
  T* line(std::int64_t slot) const { return at + place.line() + slot * place.width; }
  /// Moment and force about O, in W.
  T* external() const { return at + place.external(); }
  bool has_reading() const { return samples() > place.delay; }

  T* at;
  const SensorPlace& place;
};

using ConstSensorData = SensorData<const double>;

/// A frame on which a sensor is mounted, or to which it is relative.
struct SensorFrame {
  int model = -1;       ///< index in WorldModel::models; −1: W
  int body = -1;        ///< body of the skeleton; −1: the base, or a model without joints
  RigidTransform X_BS;  ///< pose of the frame in the body or base
  int motion = -1;  ///< for an imu, index in SensorWork::motions or ::scripts; −1: it cannot move
  bool scripted = false;
};

/// Shapes of one model.
struct ShapeSet {
  int model = -1;            ///< −1: every shape of the world
  std::vector<char> shapes;  ///< (shapes of the model) 1: belongs to the set

  bool holds(int in_model, int shape) const {
    return model < 0 || (in_model == model && shapes[static_cast<std::size_t>(shape)] != 0);
  }
};

/// A part of a model behind a joint.
struct Subtree {
  int model = -1;
  int frame_body = -1;             ///< body of the child link
  RigidTransform X_BL;             ///< pose of the child link in that body
  std::vector<int> roots;          ///< bodies that carry the moving parts, ascending
  std::vector<char> bodies;        ///< (bodies) 1: moves behind the joint as a whole
  SpatialInertia part;             ///< rigid part behind a fixed joint, in the frame of frame_body
  std::vector<std::string> links;  ///< links of this part
  ShapeSet shapes;

  /// True if a link of a body of the model is behind the joint.
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
  int period = 1;                       ///< steps
  std::vector<ComponentErrors> errors;  ///< (components), or empty: none
  std::uint64_t key = 0;                ///< key of its noise
  SensorPlace place;

  SensorFrame frame, reference;  ///< imu, ranges, pose, twist; origin of a contact sensor
  SensorJoint joint;
  int motion = -1;  ///< index in SensorWork::motions of the motion of the joint or the subtree
  Subtree subtree;
  ShapeSet on, with;
  std::vector<Vector3> directions;  ///< directions of the rays in the sensor frame
  std::vector<ShapeSet> ignored;    ///< shapes that the rays pass through

  bool is_due(std::int64_t step) const { return step % period == 0; }
};

/// "imu imu 6 0 0 0 10": name, kind and the sizes that make the data of two sensors
/// interchangeable.
std::string layout_of(const SensorSetup& sensor);

/// Resolves the names of a spec and checks its numbers. Does not set place.first. Throws an Error
/// that names the sensor.
std::unique_ptr<SensorSetup, DeleteSensorPart> resolve_sensor(const World::Impl& world,
                                                              const SensorSpec& spec);

/// Key of the noise of a sensor. Keys of similar names have no bits in common.
std::uint64_t noise_key(std::uint64_t seed, const std::string& name);

/// Quantities of a kind. joint_slides: the joint of a joint sensor is prismatic.
std::vector<SensorQuantity> sensor_quantities(const SensorSpec& spec, bool joint_slides,
                                              bool joint_follows);

/// Checks and expands the errors of a spec; empty if it has none. Throws Error.
std::vector<ComponentErrors> resolve_errors(const SensorSpec& spec,
                                            const std::vector<SensorQuantity>& quantities,
                                            double period);

}  // namespace cardan
