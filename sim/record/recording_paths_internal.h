#pragma once

#include <string>

namespace cardan {

/// Groups of the tables of a model and of a sensor.
inline std::string model_group(const std::string& key) {
  return std::string("/models/").append(key);
}
inline std::string sensor_group(const std::string& key) {
  return std::string("/sensors/").append(key);
}

/// Dataset with the key of the i-th model that was added while the recording ran: its tables are in
/// /models/KEY/, and its name is in /models/KEY/name.
inline std::string added_model_path(std::size_t i) { return "/added_models/" + std::to_string(i); }

/// Dataset with the key of the i-th sensor: its tables are in /sensors/KEY/, and the names of its
/// quantities in /sensors/KEY/quantities.
inline std::string sensor_path(std::size_t i) { return "/sensor_keys/" + std::to_string(i); }

}  // namespace cardan
