#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cardan::app {

/// State of one part of the installation.
enum class Health {
  kFine,
  kAbsent,  ///< an optional part that is missing
  kBroken,  ///< a required part that is missing, or a part that is inconsistent with the others
};

/// "fine", "absent" or "broken".
const char* health_name(Health health);

struct Finding {
  std::string group;  ///< program, processor, plugins, libraries, parts, programs
  std::string name;
  std::string value;  ///< a version, a path, or the reason
  Health health = Health::kFine;
  std::string advice;  ///< what to do, "" if nothing needs to be done
};

/// A table ordered by group, and a last line with the number of broken parts.
std::string doctor_text(const std::vector<Finding>& findings);

/// {"healthy": bool, "findings": [{group, name, value, state, advice}]}
nlohmann::json doctor_json(const std::vector<Finding>& findings);

bool is_healthy(const std::vector<Finding>& findings);

}  // namespace cardan::app
