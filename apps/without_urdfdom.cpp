#include "apps/as_ros.h"
#include "cardan/error.h"

namespace cardan::app {

std::string urdfdom_in_use() { return ""; }

AsRosReport as_ros_report(const RobotDescription&, const std::string&) {
  throw Error("--as-ros needs urdfdom, but cardan was built without it", "",
              "install liburdfdom-dev and build cardan with -DCARDAN_ROS=ON");
}

std::string read_back(const RobotDescription&, const std::string&) {
  return "not read back: cardan was built without urdfdom\n";
}

}  // namespace cardan::app
