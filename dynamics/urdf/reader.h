#pragma once

#include <string>

#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/dynamics/urdf/urdf_options.h"

/// The URDF reader: one pass of our own over the XML. Nothing is lost in silence: what is repaired,
/// ignored or doubtful becomes a diagnostic with its line; what would change the robot's meaning is
/// refused. docs/urdf.md has the decisions.
namespace cardan {

/// Reads a file and its meshes. Throws Error (what, file:line and element, how to mend it) for a
/// file that is refused.
CARDAN_API RobotDescription read_urdf(const std::string& file, const UrdfOptions& options = {});

/// Reads a text; label stands for the file in messages.
CARDAN_API RobotDescription read_urdf_text(const std::string& text, const std::string& label,
                                           const UrdfOptions& options = {});

/// Where the SRDF file of a robot is looked for: STEM.srdf beside the URDF, then in the folder srdf
/// next to its own.
CARDAN_API std::vector<std::string> srdf_places(const std::string& urdf);

/// As read_urdf, but never throws for a bad file: every defect is a diagnostic of severity kError,
/// and what could be read stands in the description.
CARDAN_API RobotDescription inspect_urdf(const std::string& file, const UrdfOptions& options = {});
CARDAN_API RobotDescription inspect_urdf_text(const std::string& text, const std::string& label,
                                              const UrdfOptions& options = {});

}  // namespace cardan
