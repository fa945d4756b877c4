#include "as_ros.h"
#include "cardan/core/error.h"

namespace cardan::app {

std::string urdfdom_in_use() { return ""; }

AsRosReport as_ros_report(const RobotDescription&, const std::string&) {
  throw Error("this cardan is built without urdfdom, which --as-ros compares with", "",
              "install liburdfdom-dev and build it with -DCARDAN_ROS=ON");
}

std::string read_back(const RobotDescription&, const std::string&) {
  return "not read back: this cardan is built without urdfdom\n";
}

}  // namespace cardan::app
