#pragma once

#include <cstdio>
#include <string>

namespace cardan {

/// Redirects the standard output of the process to a temporary file while an instance exists.
class StdoutTrap {
 public:
  StdoutTrap();
  ~StdoutTrap();
  StdoutTrap(const StdoutTrap&) = delete;
  StdoutTrap& operator=(const StdoutTrap&) = delete;

  /// False if there is no standard output or the file cannot be created. Nothing is redirected in
  /// this case.
  bool works() const { return saved_ >= 0; }
  /// Returns at most the first 60 bytes of the output so far, on one line.
  std::string caught();

 private:
  std::FILE* file_ = nullptr;
  int saved_ = -1;  ///< descriptor of the true standard output
};

}  // namespace cardan
