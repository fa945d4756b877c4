#include "apps/dropped_robot.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/xacro.h"
#include "cardan/queries.h"
#include "cardan/urdf.h"
#include "cardan/views.h"

namespace cardan::app {

namespace {

using Json = nlohmann::json;

// Height of the lowest point of the robot above the ground if its base is at the origin [m].
double lowest_point(const RobotModel& robot) {
  World probe;
  const std::string ground = probe.add_ground().name();
  const Model& model = probe.add_robot(robot);
  if (view_shapes(model).empty()) return 0;
  return distance(WorldView(probe), model.name(), ground);
}

// Gains that suit robots of all sizes: the weight of the robot, on an arm of 1 m, turns a joint by
// 0.2 rad, or moves a prismatic joint by 1 cm. A motor reaches its limit at these deflections at
// the latest. The law is implicit, so it is stable for every step size.
Json gains(const RobotModel& robot, const JointInfo& joint) {
  constexpr double kGravity = 9.81, kTurn = 0.2, kShift = 0.01;  // [m/s²], [rad], [m]
  constexpr double kDampingTime = 0.05;                          // [s]
  const double deflection = joint.type == JointType::kPrismatic ? kShift : kTurn;
  const double limit = robot.skeleton->dof[static_cast<std::size_t>(joint.v_start)].effort_limit;
  const double kp = std::min(limit, robot.skeleton->total_mass() * kGravity) / deflection;
  return {{"kp", kp}, {"kd", kDampingTime * kp}, {"target", "initial"}};
}

// In the file, an effort limit indicates a motor.
bool has_motor(const RobotModel& robot, const JointInfo& joint) {
  if (joint.nv != 1 || joint.nq != 1) return false;
  const DofProperties& dof = robot.skeleton->dof[static_cast<std::size_t>(joint.v_start)];
  return dof.actuated && std::isfinite(dof.effort_limit);
}

}  // namespace

bool is_robot_file(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".urdf" || extension == ".xml" || extension == ".xacro";
}

double drop_height(const RobotModel& robot) {
  constexpr double kDrop = 0.05;  // [m]
  return (robot.base == RobotBase::kFloating ? kDrop : 0) - lowest_point(robot);
}

std::string dropped_robot_scene(const std::string& file,
                                const std::vector<std::string>& xacro_arguments) {
  UrdfOptions options;
  options.caller = UrdfCaller::kCheck;
  options.directory = std::filesystem::absolute(file).parent_path().string();
  const RobotSource source = robot_source(file, xacro_arguments);
  const RobotModel robot =
      build_robot(source.expanded ? read_urdf_text(*source.expanded, source.label, options)
                                  : read_urdf(file, options),
                  options);
  Json joints = Json::object();
  for (const JointInfo& joint : robot.skeleton->joints)
    if (has_motor(robot, joint)) joints[joint.name] = gains(robot, joint);
  Json model = {{"name", "robot"},
                {"urdf", std::filesystem::absolute(file).string()},
                {"pose", {{"xyz", {0, 0, drop_height(robot)}}}}};
  if (!joints.empty()) model["control"]["joints"] = joints;
  const Json ground = {
      {"name", "ground"}, {"plane", {{"normal", {0, 0, 1}}, {"offset", 0}}}, {"static", true}};
  const Json scene = {{"cardan", 1},
                      {"name", std::filesystem::path(file).stem().string()},
                      {"time", {{"step", 0.001}, {"duration", 4}}},
                      {"models", {ground, model}}};
  return scene.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cardan::app
