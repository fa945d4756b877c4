#pragma once

#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"
#include "cardan/robot_description.h"
#include "cardan/robot_model.h"

/// The URDF writer: converts a skeleton, or a robot with its shapes, to text from which the reader
/// rebuilds the same skeleton or robot. Numbers are written with the fewest digits that give the
/// same double.
namespace cardan {

/// Returns the URDF text of a tree. read_urdf_text and build_robot rebuild the same skeleton from
/// it: names, order, joints, limits and couplings are equal; poses and inertias are equal up to
/// rounding. Lumped links stay lumped (link_specs): the link that a joint moves has the inertia of
/// its whole body. Data that plain URDF cannot express is written in elements of the namespace
/// cardan, which other programs ignore (docs/urdf.md). Throws an Error that names the link or joint
/// if a name contains a control character.
CARDAN_API std::string write_urdf(const Skeleton& skeleton);

/// Returns URDF text with collision shapes, their materials, excluded collision pairs, and
/// postures. Visuals are not written. Mesh files are written relative to mesh_directory, the folder
/// in which the text will be stored, or as absolute paths if it is "". Also throws Error for a
/// shape that URDF does not have: a cone, a hollow sphere, a heightfield, or a mesh without a file.
CARDAN_API std::string write_urdf(const RobotModel& robot, const std::string& mesh_directory = "");

// Writes URDF that urdfdom 3.0, the URDF parser used by ROS, reads without loss.

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

/// MJCF text of a robot, and the data of the robot that MJCF cannot represent.
struct WrittenMjcf {
  std::string text;                ///< contents of the file
  std::vector<Diagnostic> losses;  ///< warnings; their `element` is a link or joint
};

/// Writes a robot: links as nested bodies, joints, inertias, collision shapes, friction, excluded
/// pairs, followers as joint equalities, motors with bounded effort, and postures as keyframes.
/// read_mjcf and mjcf_parts recover the same joints, masses and shapes. Visuals are not written.
/// Mesh files are written relative to mesh_directory, or as absolute paths if it is "".
CARDAN_API WrittenMjcf write_mjcf(const RobotModel& robot, const std::string& mesh_directory = "");

}  // namespace cardan
