#pragma once

#include <stdexcept>
#include <string>

#include "cardan/core/export.h"

namespace cardan {

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

}  // namespace cardan
