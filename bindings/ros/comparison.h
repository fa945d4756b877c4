#pragma once

#include <map>
#include <string>
#include <vector>

#include "cardan/urdfdom.h"

/// Helper functions of compare().
namespace cardan::ros {

/// A place in the file that cardan has read.
struct Spot {
  std::string element;
  int line = 0;
};

/// The point at which urdfdom stopped reading a link, and the reason in the words of urdfdom.
struct Stop {
  std::string part;  ///< part of the link: "inertial", "visual" or "collision"
  std::string reason;
};

/// State of one comparison.
class Comparison {
 public:
  Comparison(const RobotDescription& robot, const UrdfdomReading& reading);

  void differ(const Spot& spot, const std::string& message) {
    add(Severity::kWarning, spot, message);
  }
  void note(const Spot& spot, const std::string& message) { add(Severity::kInfo, spot, message); }

  const RobotDescription& robot;
  const UrdfdomReading& reading;
  std::map<std::string, Stop> stops;  ///< stops by link name
  std::vector<Diagnostic> found;

 private:
  void add(Severity severity, const Spot& spot, const std::string& message) {
    found.push_back({severity, robot.file, spot.line, spot.element, message});
  }
};

/// Returns the shortest text for a number, with at most 6 digits.
std::string number(double value);

/// True if the numbers agree except for the last digits of a double.
bool close(double a, double b);

/// Reports a difference if the poses differ.
void compare_pose(Comparison& comparison, const Spot& spot, const OriginRecord& ours,
                  const urdf::Pose& theirs);
void compare_link(Comparison& comparison, const LinkRecord& ours, const urdf::Link& theirs);
void compare_joint(Comparison& comparison, const JointRecord& ours, const urdf::Joint& theirs);

}  // namespace cardan::ros
