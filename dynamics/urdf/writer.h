#pragma once

#include <string>

#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/robot_model.h"

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

}  // namespace cardan
