#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/dynamics/urdf/urdf_options.h"

namespace cardan {

struct RobotModel;

/// Report of `cardan check` on a file. Counts are those of the file (FileCounts), also when it is
/// refused.
struct CheckReport {
  bool accepted = false;
  std::string file, name;
  int links = 0;
  int joints = 0;
  std::map<std::string, int> joint_types;
  int dof = 0;  ///< freedoms of the joints that are not fixed, mimic included, without those of a
                ///< floating base
  int mimic = 0;
  double mass = 0;                    ///< sum of all <mass> [kg]
  std::map<std::string, int> shapes;  ///< one per <collision>, by tag
  int missing_visuals = 0;            ///< distinct visual mesh files that were not found
  std::string base;  ///< "fixed", "floating" or "static"; "" if refused before it was decided
  int bodies = 0;    ///< of the skeleton after lumping, 0 if refused
  std::vector<std::string> tree;  ///< one line per link, indented by depth
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const RobotModel> robot;  ///< null if refused
  int freedoms = 0;                         ///< of the skeleton: followers have none, 0 if refused
  int base_freedoms = 0;                    ///< of these, those of a floating base
  std::string base_reason;
};

/// Loads a robot and reports. Never throws for a bad file. Parts of a robot built only in a world
/// (hulls, pairs that touch) is not looked at: check_robot of sim/build/check_robot.h does.
CARDAN_API CheckReport check_urdf(const std::string& file, const UrdfOptions& options = {});

/// Text of an error, FILE:LINE at its begin taken apart, as a diagnostic of the file.
CARDAN_API Diagnostic refusal(const std::string& file, std::string message);

/// Refuses the robot for an error that was found after check_urdf, with its warnings under
/// options.strict.
CARDAN_API void judge(const UrdfOptions& options, CheckReport& report);

/// Tree, totals and diagnostics for people, in the order of lines, alike ones together.
CARDAN_API std::string check_report_text(const CheckReport& report);

/// Errors and warnings alone and, if there are any, the verdict.
CARDAN_API std::string check_report_quiet(const CheckReport& report);

/// The keys of `cardan check --json`, indented by two.
CARDAN_API std::string check_report_json(const CheckReport& report);

}  // namespace cardan
