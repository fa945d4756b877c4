#pragma once

#include <string>

#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/dynamics/urdf/urdf_options.h"

/// The URDF reader: a single pass over the XML. Everything that is repaired, ignored or doubtful is
/// reported as a diagnostic with its line; a file with a defect that would change the meaning of
/// the robot is rejected. See docs/urdf.md for the decisions.
namespace cardan {

/// Reads a file and its meshes. Throws Error (what, file:line and element, how to fix it) if the
/// file is rejected.
CARDAN_API RobotDescription read_urdf(const std::string& file, const UrdfOptions& options = {});

/// Reads a text. `label` replaces the file name in messages.
CARDAN_API RobotDescription read_urdf_text(const std::string& text, const std::string& label,
                                           const UrdfOptions& options = {});

/// Returns the paths at which the SRDF file of a robot is searched for: STEM.srdf beside the URDF
/// file, then in the folder srdf next to the folder of the URDF file.
CARDAN_API std::vector<std::string> srdf_places(const std::string& urdf);

/// Like read_urdf, but does not throw for a bad file: every defect is a diagnostic of severity
/// kError, and the description contains what could be read.
CARDAN_API RobotDescription inspect_urdf(const std::string& file, const UrdfOptions& options = {});
CARDAN_API RobotDescription inspect_urdf_text(const std::string& text, const std::string& label,
                                              const UrdfOptions& options = {});

}  // namespace cardan
