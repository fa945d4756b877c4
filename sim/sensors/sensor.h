#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/export.h"
#include "cardan/sim/sensors/sensor_spec.h"

namespace cardan {

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
