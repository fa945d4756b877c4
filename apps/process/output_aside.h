#pragma once

namespace cardan::app {

/// While alive, what anybody writes to standard output goes to standard error: a plugin that prints
/// while it loads does not spoil a document for programs.
class OutputAside {
 public:
  OutputAside();
  ~OutputAside();
  OutputAside(const OutputAside&) = delete;
  OutputAside& operator=(const OutputAside&) = delete;

 private:
  int kept_ = -1;  ///< descriptor of the real standard output
};

}  // namespace cardan::app
