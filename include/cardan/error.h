#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cardan/export.h"

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

/// An error in the setup (URDF, scene, plugin, arguments). Its message is one line that says what
/// is wrong, where it is wrong, and how to fix it. A step never throws; it reports a status.
class CARDAN_API Error : public std::runtime_error {
 public:
  /// what: the defect. where: file:line, element or name ("" if none). hint: what was expected or
  /// what to do ("" if none).
  Error(const std::string& what, const std::string& where = "", const std::string& hint = "");
  ~Error() override;

  // The parts of the message, as passed to the constructor.
  /// The fault.
  const std::string& defect() const { return defect_; }
  /// The file and line, or the part of the model.
  const std::string& where() const { return where_; }
  /// The remedy, "" if none is known.
  const std::string& hint() const { return hint_; }

 private:
  std::string defect_, where_, hint_;
};

/// Throws an Error with the message "WHAT was moved from".
[[noreturn]] CARDAN_API void fail_moved_from(const char* what);

/// Returns the implementation that an object owns. Throws Error if the object was moved from.
template <typename Impl>
Impl& alive(const std::unique_ptr<Impl>& impl, const char* what) {
  if (!impl) fail_moved_from(what);
  return *impl;
}

/// Writes one line to standard error through the logger of the process. This function is never
/// called inside a step.
CARDAN_API void log(Severity severity, std::string_view message);

/// Drops messages below this severity. By default, warnings and errors are shown.
CARDAN_API void set_log_level(Severity lowest_shown);

}  // namespace cardan
