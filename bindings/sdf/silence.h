#pragma once

#include <mutex>
#include <sstream>
#include <string>

namespace cardan::sdformat {

/// Silences libsdformat during the lifetime of this object, because findings are reported as
/// diagnostics. libsdformat, and the URDF parser that it tries after a defect, write to the
/// terminal through global objects and std::cerr. Readers in other threads wait until the object is
/// destroyed.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

  /// Returns what was written to std::cerr.
  std::string said() const { return said_.str(); }

 private:
  std::lock_guard<std::mutex> lock_;
  std::ostringstream said_;
  std::streambuf* errors_ = nullptr;
};

}  // namespace cardan::sdformat
