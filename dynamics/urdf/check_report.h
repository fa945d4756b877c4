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

/// What `cardan check` says of a file. Counts are those of the file (FileCounts), also when it is
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
};

/// Loads a robot and reports. Never throws for a bad file.
CARDAN_API CheckReport check_urdf(const std::string& file, const UrdfOptions& options = {});

/// Tree, totals and diagnostics for people.
CARDAN_API std::string check_report_text(const CheckReport& report);

/// The keys of `cardan check --json`, indented by two.
CARDAN_API std::string check_report_json(const CheckReport& report);

}  // namespace cardan
