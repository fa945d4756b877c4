#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cardan::app {

/// State of one part of the installation.
enum class Health {
  kFine,
  kAbsent,  ///< an optional part that is not there
  kBroken,  ///< a part that is needed, or that contradicts the others
};

/// "fine", "absent" or "broken".
const char* health_name(Health health);

struct Finding {
  std::string group;  ///< program, processor, plugins, libraries, parts, programs
  std::string name;
  std::string value;  ///< a version, a path, or the reason
  Health health = Health::kFine;
  std::string advice;  ///< what to do, "" if nothing
};

/// Table by groups, and a last line that counts what is broken.
std::string doctor_text(const std::vector<Finding>& findings);

/// {"healthy": bool, "findings": [{group, name, value, state, advice}]}
nlohmann::json doctor_json(const std::vector<Finding>& findings);

bool is_healthy(const std::vector<Finding>& findings);

}  // namespace cardan::app
