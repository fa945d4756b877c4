#pragma once

#include <cstdio>
#include <string>

namespace cardan {

/// Diverts the standard output of the process into a file of its own as long as it lives.
class StdoutTrap {
 public:
  StdoutTrap();
  ~StdoutTrap();
  StdoutTrap(const StdoutTrap&) = delete;
  StdoutTrap& operator=(const StdoutTrap&) = delete;

  /// False where there is no standard output or no room for a file: then nothing is diverted.
  bool works() const { return saved_ >= 0; }
  /// The output so far; at most the first 60 bytes, in one line.
  std::string caught();

 private:
  std::FILE* file_ = nullptr;
  int saved_ = -1;  ///< descriptor of the true standard output
};

}  // namespace cardan
