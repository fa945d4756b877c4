#include "apps/doctor/report.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "apps/printable_text.h"

namespace cardan::app {

const char* health_name(Health health) {
  switch (health) {
    case Health::kAbsent:
      return "absent";
    case Health::kBroken:
      return "broken";
    case Health::kFine:
      break;
  }
  return "fine";
}

bool is_healthy(const std::vector<Finding>& findings) {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& one) { return one.health == Health::kBroken; });
}

std::string doctor_text(const std::vector<Finding>& findings) {
  std::ostringstream text;
  std::string group;
  for (const Finding& one : findings) {
    if (one.group != group) text << one.group << "\n";
    group = one.group;
    text << "  " << std::left << std::setw(16) << one_line_text(one.name) << " ";
    if (one.health != Health::kFine) text << health_name(one.health) << ": ";
    text << one_line_text(one.value);
    if (!one.advice.empty()) text << "; " << one.advice;
    text << "\n";
  }
  const auto broken = std::count_if(findings.begin(), findings.end(), [](const Finding& one) {
    return one.health == Health::kBroken;
  });
  text << (broken == 0
               ? std::string("nothing is broken")
               : std::to_string(broken) + (broken == 1 ? " part is" : " parts are") + " broken")
       << "\n";
  return text.str();
}

nlohmann::json doctor_json(const std::vector<Finding>& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const Finding& one : findings) {
    list.push_back({{"group", one.group},
                    {"name", printable_text(one.name)},
                    {"value", printable_text(one.value)},
                    {"state", health_name(one.health)},
                    {"advice", one.advice}});
  }
  return {{"healthy", is_healthy(findings)}, {"findings", list}};
}

}  // namespace cardan::app
