#include "apps/sdf_file.h"

#include <tinyxml2.h>

#include <filesystem>
#include <string_view>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/read_file.h"

namespace cardan::app {

bool is_sdf_file(const std::string& file) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 20;
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".sdf" || extension == ".world") return true;
  if (extension != ".xml") return false;
  const FileContents contents = try_read_file(file, kMostBytes);
  if (contents.bytes.find("<sdf") == std::string::npos) return false;
  tinyxml2::XMLDocument document;
  if (document.Parse(contents.bytes.data(), contents.bytes.size()) != tinyxml2::XML_SUCCESS)
    return false;
  const tinyxml2::XMLElement* root = document.RootElement();
  return root != nullptr && std::string_view(root->Name()) == "sdf";
}

namespace {

void name_losses(const Scene& scene, const ModelSpec& robot, std::vector<Diagnostic>& losses) {
  const auto lost = [&](int line, const std::string& element, const std::string& message) {
    losses.push_back({Severity::kWarning, scene.file, line, element, message});
  };
  if (!robot.pose.p.isZero(0) || !robot.pose.R.isIdentity(0))
    lost(0, "model \"" + robot.name + "\"", "its pose in the world is left out");
  for (const auto& [joint, law] : robot.limits_joints)
    lost(0, "joint \"" + joint + "\"", "the softness of its limit is left out");
  for (const ModelSpec& model : scene.models)
    if (&model != &robot && model.name != "ground")
      lost(0, "model \"" + model.name + "\"", "a static model is left out");
  for (const LoopSpec& loop : scene.loops)
    lost(0, "loop \"" + loop.name + "\"", "a loop is left out");
  for (const SensorSpec& sensor : scene.sensors)
    lost(0, "sensor \"" + sensor.name + "\"", "a sensor is left out");
}

}  // namespace

SdfRobot robot_of_sdf(const std::string& file) {
  const Scene scene = load_sdf_scene(file);
  const ModelSpec* robot = nullptr;
  int moving = 0;
  for (const ModelSpec& model : scene.models) {
    if (model.is_static || !model.description) continue;
    robot = &model;
    ++moving;
  }
  if (moving != 1)
    throw Error("the file has " + std::to_string(moving) + " moving models, and a robot is one",
                file, "split the file");
  UrdfOptions options;
  options.base = robot->base == BaseKind::kFixed ? UrdfBase::kFixed : UrdfBase::kFloating;
  SdfRobot result;
  for (const Diagnostic& finding : scene.diagnostics)
    if (finding.severity == Severity::kWarning) result.losses.push_back(finding);
  name_losses(scene, *robot, result.losses);
  result.robot = build_robot(*robot->description, options);
  return result;
}

}  // namespace cardan::app
