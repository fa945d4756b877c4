#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cardan/sensor.h"
#include "sim/data/sensor_setup.h"

namespace cardan {

/// Resolves the names of a spec and checks its numbers. Does not set place.first. Throws an Error
/// that names the sensor if the spec is invalid.
std::unique_ptr<SensorSetup, DeleteSensorPart> resolve_sensor(const World::Impl& world,
                                                              const SensorSpec& spec);

/// Returns the key of the noise of a sensor. The keys of similar names are unrelated.
std::uint64_t noise_key(std::uint64_t seed, const std::string& name);

/// Returns the quantities of a sensor. joint_slides: true if the joint of a joint sensor is
/// prismatic.
std::vector<SensorQuantity> sensor_quantities(const SensorSpec& spec, bool joint_slides,
                                              bool joint_follows);

/// Checks and expands the errors of a spec. Returns an empty list if there are none. Throws Error
/// for invalid errors.
std::vector<ComponentErrors> resolve_errors(const SensorSpec& spec,
                                            const std::vector<SensorQuantity>& quantities,
                                            double period);

}  // namespace cardan
