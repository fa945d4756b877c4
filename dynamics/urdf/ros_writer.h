#pragma once

#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/robot_description.h"

/// Writes URDF that urdfdom 3.0, the URDF parser used by ROS, reads without loss.
namespace cardan {

/// Result of write_urdf_for_ros.
struct RosUrdf {
  std::string text;  ///< contents of the file
  /// Parts of the description that URDF 1.0 cannot express and that are written in another form,
  /// with their lines in the source. A warning means that the new form is not fully equivalent.
  std::vector<Diagnostic> changes;
};

/// Writes a robot as it was read, link by link and with its visuals. Each joint gets the limits
/// that urdfdom requires (1e16 if there are none), each inertia has all six entries, and each axis
/// has unit length. A capsule becomes a cylinder and two spheres, a plane becomes a box, and a ball
/// or universal joint becomes a chain of revolute joints. Mesh names without a scheme become
/// file:// URIs of the files that were found. Elements and attributes that cardan does not read
/// (transmissions, ros2_control, gazebo, …) are copied from `source`, the text from which the
/// description was read ("" if there is no such text). Throws Error for an ellipsoid or a screw
/// joint, which have no counterpart in URDF.
CARDAN_API RosUrdf write_urdf_for_ros(const RobotDescription& robot,
                                      const std::string& source = "");

}  // namespace cardan
