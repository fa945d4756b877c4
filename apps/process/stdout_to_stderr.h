#pragma once

namespace cardan::app {

/// While it lives, standard output is redirected to standard error, so that a plugin that prints
/// while it loads does not corrupt machine-readable output.
class StdoutToStderr {
 public:
  StdoutToStderr();
  ~StdoutToStderr();
  StdoutToStderr(const StdoutToStderr&) = delete;
  StdoutToStderr& operator=(const StdoutToStderr&) = delete;

 private:
  int kept_ = -1;  ///< descriptor of the real standard output
};

}  // namespace cardan::app
