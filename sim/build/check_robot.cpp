#include "cardan/sim/build/check_robot.h"

#include "cardan/sim/build/draft_internal.h"

namespace cardan {

namespace {

// Diagnostics that World::add finds in the shapes of a robot.
std::vector<Diagnostic> shape_diagnostics(const RobotModel& robot, const std::string& file) {
  ModelSpec spec;
  spec.urdf = file;
  Draft draft;
  draft.setup->name = robot.name;
  if (robot.skeleton && robot.skeleton->nv() > 0) draft.setup->skeleton = robot.skeleton;
  try {
    draft_robot_shapes(draft, robot, spec, [](const RobotShape&) { return 0; });
    if (draft.setup->skeleton) exclude_own_pairs(draft, robot, spec);
  } catch (const std::exception& error) {
    draft.diagnostics.push_back(refusal(file, error.what()));
  }
  return draft.diagnostics;
}

UrdfOptions without_strictness(UrdfOptions options) {
  options.strict = false;
  return options;
}

CheckReport with_shapes(CheckReport report, const UrdfOptions& options) {
  if (report.robot) {
    const std::vector<Diagnostic> more = shape_diagnostics(*report.robot, report.file);
    report.diagnostics.insert(report.diagnostics.end(), more.begin(), more.end());
  }
  judge(options, report);
  return report;
}

}  // namespace

CheckReport check_robot(const std::string& file, const UrdfOptions& options) {
  return with_shapes(check_urdf(file, without_strictness(options)), options);
}

CheckReport check_robot_text(const std::string& text, const std::string& label,
                             const UrdfOptions& options) {
  return with_shapes(check_urdf_text(text, label, without_strictness(options)), options);
}

}  // namespace cardan
