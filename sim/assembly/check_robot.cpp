#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/model_spec.h"
#include "cardan/urdf.h"
#include "core/failure_text.h"
#include "sim/assembly/draft.h"
#include "sim/step/tension.h"

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
    draft.diagnostics.push_back(refusal(file, failure_text(error)));
  }
  return draft.diagnostics;
}

// A warning if tension in the neutral posture makes the default step unstable.
std::vector<Diagnostic> tension_diagnostics(const RobotModel& robot, const std::string& file) {
  if (!robot.skeleton || !has_tension(*robot.skeleton)) return {};
  const Skeleton& skeleton = *robot.skeleton;
  const WorldSpec world;
  Data data(skeleton);
  TensionWork work(skeleton);
  forward_kinematics(skeleton, data, skeleton.neutral_configuration().data());
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
  if (!factorize_ltl(skeleton, data)) return {};
  compute_geometric_stiffness(skeleton, data, world.gravity, {}, work);
  const TensionMode mode = fastest_tension_mode(skeleton, data, work);
  if (!(world.step * mode.omega > stable_turn(world.integrator))) return {};
  return {{Severity::kWarning, file, 0, "",
           tension_text(skeleton, mode, world.step, world.integrator)}};
}

UrdfOptions without_strictness(UrdfOptions options) {
  options.strict = false;
  return options;
}

CheckReport with_shapes(CheckReport report, const UrdfOptions& options) {
  if (report.robot) {
    for (const auto& more : {shape_diagnostics(*report.robot, report.file),
                             tension_diagnostics(*report.robot, report.file)})
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
