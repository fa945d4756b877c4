#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace cardan {

/// These functions return the groups of the tables of a model and of a sensor.
inline std::string model_group(const std::string& key) {
  return std::string("/models/").append(key);
}
inline std::string sensor_group(const std::string& key) {
  return std::string("/sensors/").append(key);
}

/// Returns the path GROUP/NAME.
inline std::string in_group(const std::string& group, std::string_view name) {
  return std::string(group).append("/").append(name);
}

/// These functions return the path of a table of the contacts, and of the name MODEL or MODEL/LINK
/// of the i-th side.
inline std::string contact_path(const std::string& table) {
  return std::string("/contact_list/").append(table);
}
inline std::string contact_name_path(std::size_t i) {
  return std::string("/contact_list/names/").append(std::to_string(i));
}

/// Tables with one number in each row. Those from kEventTables on count the events since the
/// previous row, which the numbers of a step with these names count (step_field).
inline constexpr std::array kWorldTables = {"time",
                                            "kinetic_energy",
                                            "potential_energy",
                                            "contacts",
                                            "worst_residual",
                                            "failed_islands",
                                            "approximate_islands",
                                            "fallbacks",
                                            "clamped_efforts",
                                            "rejected_inputs"};
inline constexpr std::size_t kEventTables = 5;

/// Returns the path of the dataset with the key of the i-th model that was added while the
/// recording ran. The tables of the model are in /models/KEY/, and its name is in /models/KEY/name.
inline std::string added_model_path(std::size_t i) { return "/added_models/" + std::to_string(i); }

/// Returns the path of the dataset with the key of the i-th sensor. The tables of the sensor are in
/// /sensors/KEY/, and the names of its quantities are in /sensors/KEY/quantities.
inline std::string sensor_path(std::size_t i) { return "/sensor_keys/" + std::to_string(i); }

}  // namespace cardan
