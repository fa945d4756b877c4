#pragma once

#include <sys/stat.h>

#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "plugins/host/fp_control.h"

namespace cardan {

/// State of the process or of the calling thread that a plugin must not change: floating-point
/// control word, locale, signal handlers and mask, working directory, file mode mask, environment,
/// and standard streams. The class allocates memory, so it is used for loading and for tests, but
/// never around a solve in a step.
class Surroundings {
 public:
  /// Records the current state.
  Surroundings();
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  /// Restores what has changed since construction. Returns a description of each change, e.g. "the
  /// locale (C to de_DE.UTF-8)".
  std::vector<std::string> restore() const;

 private:
  /// One of the standard streams: a spare descriptor of the same file, and the identity of that
  /// file.
  struct Stream {
    int spare = -1;  ///< -1 if the stream was closed
    struct stat file {};
  };
  void restore_signals(std::vector<std::string>& changed) const;
  void restore_folder(std::vector<std::string>& changed) const;
  void restore_environment(std::vector<std::string>& changed) const;
  void restore_streams(std::vector<std::string>& changed) const;

  FpControl fp_control_;
  std::string locale_;
  sigset_t mask_{};
  std::vector<struct sigaction> handlers_;  ///< handlers by signal number; entry 0 is not used
  int folder_ = -1;                         ///< descriptor of the working directory
  mode_t mode_mask_ = 0;
  std::vector<std::string> environment_;  ///< entries NAME=VALUE, sorted
  Stream streams_[3];
};

}  // namespace cardan
