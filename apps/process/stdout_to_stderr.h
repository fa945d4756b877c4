#pragma once

namespace cardan::app {

/// While an instance exists, standard output is redirected to standard error, so that text printed
/// by a plugin during loading does not corrupt machine-readable output.
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
