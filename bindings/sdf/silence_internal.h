#pragma once

#include <mutex>
#include <sstream>

namespace cardan::sdformat {

/// libsdformat writes to the terminal through objects of the process and std::cerr, and so does the
/// URDF parser that it tries after a defect. All are silent while this exists: findings are
/// diagnostics. Readers of several threads wait for each other.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  std::lock_guard<std::mutex> lock_;
  std::ostringstream said_;
  std::streambuf* errors_ = nullptr;
};

}  // namespace cardan::sdformat
