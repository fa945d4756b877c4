#pragma once

#include "sim/data/sensor_setup.h"
#include "sim/data/world_impl.h"

namespace cardan {

/// Identifies a sensor within its world.
struct Sensor::Impl {
  World::Impl* world = nullptr;
  int number = -1;  ///< index in WorldModel::sensors; −1 if the sensor was removed
  std::string name;

  /// Returns the setup of the sensor. Throws Error if the sensor was removed.
  const SensorSetup& setup() const;
};

}  // namespace cardan
