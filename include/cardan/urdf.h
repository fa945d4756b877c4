#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"
#include "cardan/robot_description.h"

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

struct RobotModel;

/// Report of `cardan check` on a file. The counts are taken from the file (FileCounts), even if the
/// file is rejected.
struct CheckReport {
  bool accepted = false;  ///< true if a robot can be built from the file
  std::string file, name;
  int links = 0;
  int joints = 0;
  /// Number of joints of each type, as written in the file.
  std::map<std::string, int> joint_types;
  int dof = 0;    ///< DoFs of the non-fixed joints, including mimic joints and excluding a floating
                  ///< base
  int mimic = 0;  ///< number of mimic joints
  double mass = 0;                    ///< sum of all <mass> [kg]
  std::map<std::string, int> shapes;  ///< number of <collision> elements by the tag of the shape
  int missing_visuals = 0;            ///< number of distinct visual mesh files that were not found
  std::string base;  ///< attachment of the base: "fixed", "floating" or "static"; "" if rejected
                     ///< before the decision
  int bodies = 0;    ///< number of bodies of the skeleton after lumping; 0 if rejected
  std::vector<std::string> tree;  ///< one line per link, indented by depth
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const RobotModel> robot;  ///< the robot; null if rejected
  int freedoms = 0;         ///< DoFs of the skeleton, in which followers have no DoF; 0 if rejected
  int base_freedoms = 0;    ///< part of `freedoms` that belongs to a floating base
  std::string base_reason;  ///< why the base is fixed or floating
};

/// Loads a robot and reports on it. Never throws for a bad file. Does not check data that only a
/// world builds (hulls, pairs in contact), unlike check_robot in cardan/urdf.h.
CARDAN_API CheckReport check_urdf(const std::string& file, const UrdfOptions& options = {});

/// Loads a robot from a text, e.g. the output of xacro, and reports on it. `label` replaces the
/// file name in messages.
CARDAN_API CheckReport check_urdf_text(const std::string& text, const std::string& label,
                                       const UrdfOptions& options = {});

/// Converts the text of an error to a diagnostic for the file. A leading FILE:LINE is parsed.
CARDAN_API Diagnostic refusal(const std::string& file, std::string message);

/// Updates `accepted` after errors that were found after check_urdf. With options.strict, warnings
/// also reject the robot.
CARDAN_API void judge(const UrdfOptions& options, CheckReport& report);

/// Formats the tree, totals and diagnostics as human-readable text. Diagnostics are sorted by line,
/// and similar diagnostics are grouped.
CARDAN_API std::string check_report_text(const CheckReport& report);

/// Formats only the errors and warnings and, if there are any, the verdict.
CARDAN_API std::string check_report_quiet(const CheckReport& report);

/// Formats the report as JSON with the keys of `cardan check --json`, indented by two spaces.
CARDAN_API std::string check_report_json(const CheckReport& report);

/// Runs check_urdf and then builds the data that a world would build for the robot. Also reports
/// shapes that a world would reject (for example, because of their hull), pairs of links that touch
/// in the neutral posture, and a tension in this posture that makes the default time step unstable.
/// Never throws for an invalid file.
CARDAN_API CheckReport check_robot(const std::string& file, const UrdfOptions& options = {});

/// Checks a robot given as text. `label` replaces the file name in messages.
CARDAN_API CheckReport check_robot_text(const std::string& text, const std::string& label,
                                        const UrdfOptions& options = {});

}  // namespace cardan
