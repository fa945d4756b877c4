#pragma once

#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/robot_description.h"

/// A URDF that urdfdom 3.0, the parser of ROS, reads without loss.
namespace cardan {

struct RosUrdf {
  std::string text;
  /// Parts of the description that version 1.0 of URDF does not have and that are written in
  /// another form, with the lines of the source. Warnings: the meaning is not quite that of the
  /// source.
  std::vector<Diagnostic> changes;
};

/// Writes a robot as read, link by link with its visuals. Each joint has the limits that urdfdom
/// demands (1e16 for none), each inertial its six entries, each axis unit length; capsules become a
/// cylinder and two spheres, planes a box, ball and universal joints hinges in a row. Mesh names
/// without a scheme become file:// URIs of the files found. Elements and attributes that cardan
/// does not read (transmissions, ros2_control, gazebo, …) are copied from `source`, the text from
/// which the description was read; "": there is none. Throws Error for an ellipsoid and for a screw
/// joint, which have no counterpart.
CARDAN_API RosUrdf write_urdf_for_ros(const RobotDescription& robot,
                                      const std::string& source = "");

}  // namespace cardan
