#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/robot_model.h"

namespace cardan {

/// Loads each combination of file and options once.
class RobotCache {
 public:
  /// Loads a robot as load_robot does. A file that changes later is not read again. Throws the
  /// errors of load_robot.
  std::shared_ptr<const RobotModel> load(const std::string& file, const UrdfOptions& options);

 private:
  struct Entry {
    std::string file;
    UrdfOptions options;
    std::shared_ptr<const RobotModel> robot;
  };
  std::vector<Entry> entries_;
};

}  // namespace cardan
