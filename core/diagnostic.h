#pragma once

#include <string>

namespace cardan {

/// Severity of a finding.
enum class Severity { kInfo, kWarning, kError };

/// Returns "info", "warning" or "error".
inline const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "info";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      return "error";
  }
  return "error";
}

/// One finding of a loader: a defect, a repair or ignored input. Loaders report every repair.
struct Diagnostic {
  Severity severity = Severity::kWarning;
  std::string file;     ///< path as the user gave it
  int line = 0;         ///< 1-based, 0 if unknown
  std::string element;  ///< location, e.g. link "foot" / collision[1] / geometry
  std::string message;  ///< the defect and its remedy
};

}  // namespace cardan
