#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

struct Law {
  ComplianceKind kind;
  const char *first, *second;
  const char *first_unit, *second_unit;
};

constexpr Law kLaws[] = {
    {ComplianceKind::kSpring, "stiffness", "damping", "N/m or N m/rad", "N s/m or N m s/rad"},
    {ComplianceKind::kTimeConstant, "time_constant", "damping_ratio", "s", ""},
    {ComplianceKind::kRaw, "cfm", "erp", "m/(N s) or rad/(N m s)", ""}};

// The law given by the keys of a node, null if none; two laws are an error.
const Law* find_law(const SceneNode& node) {
  const Law* found = nullptr;
  for (const Law& law : kLaws) {
    const auto first = node.find(law.first), second = node.find(law.second);
    if (!first && !second) continue;
    if (found != nullptr) {
      (first ? first : second)
          ->fail(std::string("cannot be combined with '") + found->first + "' and '" +
                     found->second + "'",
                 "write one law: stiffness and damping, time_constant and damping_ratio, or cfm "
                 "and erp");
    }
    found = &law;
  }
  return found;
}

}  // namespace

std::span<const KeyRow> compliance_rows() {
  static constexpr KeyRow kRows[] = {
      {"stiffness", form::non_negative("N/m or N m/rad"), "Stiffness of a spring"},
      {"damping", form::non_negative("N s/m or N m s/rad"), "Damping beside the spring"},
      {"time_constant", form::non_negative("s"), "Time constant for the effective mass"},
      {"damping_ratio", form::non_negative(""), "Damping ratio for the effective mass"},
      {"cfm", form::non_negative("m/(N s) or rad/(N m s)"), "CFM of Open Dynamics Engine"},
      {"erp", form::non_negative(""), "ERP of Open Dynamics Engine, with cfm"},
  };
  return kRows;
}

const std::vector<std::string>& compliance_keys() {
  static const std::vector<std::string> keys = key_names(compliance_rows());
  return keys;
}

Compliance read_compliance(const SceneNode& node) {
  const Law* law = find_law(node);
  if (law == nullptr) return {};
  Compliance result{law->kind, 0, 0};
  // A spring needs no damper and a damper no spring; the two numbers of the other laws are needed
  // together.
  const bool both = law->kind != ComplianceKind::kSpring;
  const auto read = [&](const char* key, const char* unit) {
    if (!both && !node.find(key)) return 0.0;
    return node.require(key).non_negative(unit);
  };
  result.first = read(law->first, law->first_unit);
  result.second = read(law->second, law->second_unit);
  const std::string why = why_unusable(result);
  if (!why.empty()) (node.find(law->first) ? node.require(law->first) : node).fail(why);
  return result;
}

}  // namespace cardan
