#pragma once

#include <string>
#include <vector>

namespace cardan::app {

/// `cardan compare FILE --beside ENGINE`.
struct BesideRequest {
  std::string file;
  double step = 0, duration = -1;  ///< [s]; default: the values of the file
  double timeout = 600;            ///< time limit of the process of each engine [s]
  std::string json, markdown;      ///< outputs, "": none
};

/// Runs an MJCF file in both engines and prints the table. Returns the exit code. Throws Error.
int compare_beside_mujoco(const BesideRequest& request);

}  // namespace cardan::app
