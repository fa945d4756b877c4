#include "dynamics/urdf/robot_cache.h"

#include <algorithm>

namespace cardan {

std::shared_ptr<const RobotModel> RobotCache::load(const std::string& file,
                                                   const UrdfOptions& options) {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.file == file && entry.options == options;
  });
  if (known != entries_.end()) return known->robot;
  auto robot = std::make_shared<const RobotModel>(load_robot(file, options));
  entries_.push_back({file, options, robot});
  return robot;
}

}  // namespace cardan
