#pragma once

#include <string>

namespace cardan {

enum class Severity { kInfo, kWarning, kError };

/// "info", "warning" or "error".
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

/// One thing that a loader found, repaired or ignored. Nothing is lost in silence.
struct Diagnostic {
  Severity severity = Severity::kWarning;
  std::string file;     ///< path as the user gave it
  int line = 0;         ///< 1-based, 0 if unknown
  std::string element;  ///< e.g. link "foot" / collision[1] / geometry
  std::string message;  ///< what, and how to mend it
};

}  // namespace cardan
