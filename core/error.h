#pragma once

#include <stdexcept>
#include <string>

#include "cardan/core/export.h"

namespace cardan {

/// A mistake in setup (URDF, scene, plugin, arguments): one line that says what is wrong, where,
/// and how to mend it. Stepping never throws; it reports a status.
class CARDAN_API Error : public std::runtime_error {
 public:
  /// what: the defect. where: file:line, element or name ("" if none). mend: what was expected or
  /// what to do.
  Error(const std::string& what, const std::string& where = "", const std::string& mend = "");
  ~Error() override;

  const std::string& where() const { return where_; }

 private:
  std::string where_;
};

}  // namespace cardan
