#pragma once

#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "cardan/host/fp_control_internal.h"

namespace cardan {

/// What belongs to the whole process, or to the calling thread, and is none of a plugin's business:
/// floating-point control word, locale, signal handlers and mask. It allocates: for loading and for
/// tests, never around a solve of a step.
class Surroundings {
 public:
  /// Takes down how things are.
  Surroundings();

  /// Puts back what has changed since; names each change: "the locale (C to de_DE.UTF-8)".
  std::vector<std::string> restore() const;

 private:
  FpControl fp_control_;
  std::string locale_;
  sigset_t mask_{};
  std::vector<struct sigaction> handlers_;  ///< by signal number, 0 unused
};

}  // namespace cardan
