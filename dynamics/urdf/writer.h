#pragma once

#include <string>

#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/build_skeleton.h"

/// The URDF writer: the way back from a skeleton, or a robot with its shapes, to a text that reads
/// as the same again. Numbers are written in the fewest digits that give the same double back.
namespace cardan {

/// URDF text of a tree. read_urdf_text, then build_robot, give the same skeleton: names, order,
/// joints, limits, couplings; poses and inertias to rounding. Lumped links stay lumped
/// (link_specs): a body has its whole inertia on the link its joint moves. Data beyond plain URDF
/// stand in elements of the namespace cardan, which others pass over (docs/urdf.md).
/// Throws Error that names the link or joint: a name with a control character.
CARDAN_API std::string write_urdf(const Skeleton& skeleton);

/// URDF with collision shapes, their materials, pairs that are never tested, and postures.
/// Visuals are not kept by RobotModel. Mesh files are named relative to mesh_directory, the folder
/// the text will be stored in; "": by their absolute paths. Throws Error also for a shape that URDF
/// does not have: cone, hollow sphere, height field, a mesh without a file.
CARDAN_API std::string write_urdf(const RobotModel& robot, const std::string& mesh_directory = "");

}  // namespace cardan
