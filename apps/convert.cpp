#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "apps/commands.h"
#include "apps/convert_scene.h"
#include "apps/input_files.h"
#include "apps/output_files.h"
#include "apps/printable_text.h"
#include "apps/sdf_file.h"
#include "cardan/error.h"
#include "cardan/mjcf_description.h"
#include "cardan/robot_model.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"
#include "core/atomic_file.h"
#include "core/diagnostic_text.h"
#include "dynamics/mjcf/mjcf_trees.h"

namespace cardan::app {

namespace {

struct ConvertOptions {
  std::string from, to;
};

Given from_urdf(const std::string& file) {
  UrdfOptions options;
  options.caller = UrdfCaller::kCheck;
  Given given;
  given.robot = build_robot(read_urdf(file, options), options);
  given.files = robot_files(file, options, "the robot");
  return given;
}

void name_losses(const MjcfDescription& model, const MjcfParts& parts,
                 std::vector<Diagnostic>& losses) {
  const auto lost = [&](const mjcf::Source& source, const std::string& element,
                        const std::string& message) {
    losses.push_back({Severity::kWarning, source.file, source.line, element, message});
  };
  const std::string gone = "is not in the output";
  const MjcfTree& tree = parts.trees[0];
  if (!tree.pose.p.isZero(0) || !tree.pose.R.isIdentity(0))
    lost(model.bodies[static_cast<std::size_t>(tree.body)].source, "body \"" + tree.name + "\"",
         "its pose in the world " + gone);
  for (const MjcfStaticBody& body : parts.statics)
    lost(model.bodies[static_cast<std::size_t>(body.body)].source, "body \"" + body.name + "\"",
         "a body that is fixed to the world " + gone);
  for (const auto& x : model.equalities) lost(x.source, "equality \"" + x.name + "\"", gone);
  for (const auto& x : model.tendons) lost(x.source, "tendon \"" + x.name + "\"", gone);
  for (const auto& x : model.actuators)
    lost(x.source, x.tag + " \"" + x.name + "\"", "its law " + gone + "; its bound is");
  for (const auto& x : model.sensors) lost(x.source, x.tag + " \"" + x.name + "\"", gone);
  for (const auto& x : model.pairs) lost(x.source, "pair \"" + x.name + "\"", gone);
  for (const mjcf::Joint& joint : model.joints)
    if (joint.limit.given)
      lost(joint.source, "joint \"" + joint.name + "\"", "solreflimit " + gone);
  for (const mjcf::Geom& geom : model.geoms)
    if (geom.softness.given) lost(geom.source, "geom \"" + geom.name + "\"", "softness " + gone);
}

Given from_mjcf(const std::string& file) {
  const MjcfDescription model = read_mjcf(file);
  const MjcfParts parts = mjcf_parts(model);
  if (parts.trees.size() != 1)
    throw Error("the file has " + std::to_string(parts.trees.size()) +
                    " moving children of the world, and a robot is one",
                file, "split the file");
  Given given;
  RobotDescription robot = parts.trees[0].robot;
  if (!model.name.empty()) robot.name = model.name;
  given.robot = build_robot(robot);
  name_losses(model, parts, given.losses);
  given.files.push_back({file, "the model"});
  for (const mjcf::Mesh& mesh : model.meshes)
    if (!mesh.file.empty()) given.files.push_back({mesh.file, "a mesh of the model"});
  for (const std::string& part : model.included)
    given.files.push_back({part, "a part of the model"});
  return given;
}

Given from_sdf(const std::string& file) {
  SdfRobot read = robot_of_sdf(file);
  Given given;
  given.robot = std::move(read.robot);
  given.losses = std::move(read.losses);
  given.files.push_back({file, "the model"});
  for (const RobotShape& shape : given.robot.shapes)
    if (!shape.geometry.mesh_file.empty())
      given.files.push_back({shape.geometry.mesh_file, "a mesh of the model"});
  return given;
}

bool is_scene_file(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".yaml" || extension == ".yml";
}

// The converted file, and a list of what it cannot represent.
std::string robot_text(const ConvertOptions& options, const std::string& extension, Given& given) {
  const bool sdf_in = is_sdf_file(options.from), sdf_out = extension == ".sdf";
  const bool mjcf_in = !sdf_in && is_mjcf_file(options.from), mjcf_out = extension == ".xml";
  if (mjcf_in && mjcf_out)
    throw Error("the file is MJCF already", options.from, "give an output with .urdf or .yaml");
  if (sdf_in && sdf_out)
    throw Error("the file is SDF already", options.from, "give an output with .urdf or .xml");
  given = is_scene_file(options.from) ? robot_of_scene(options.from)
          : sdf_in                    ? from_sdf(options.from)
          : mjcf_in                   ? from_mjcf(options.from)
                                      : from_urdf(options.from);
  const std::string folder = std::filesystem::absolute(options.to).parent_path().string();
  if (sdf_out) return sdf_text(given.robot, folder, given.losses);
  if (!mjcf_out) return write_urdf(given.robot, folder);
  WrittenMjcf written = write_mjcf(given.robot, folder);
  for (Diagnostic& loss : written.losses) loss.file = options.from;
  given.losses.insert(given.losses.end(), written.losses.begin(), written.losses.end());
  return std::move(written.text);
}

int convert(const ConvertOptions& options) {
  const std::string extension = std::filesystem::path(options.to).extension().string();
  const bool to_scene = is_scene_file(options.to);
  if (extension != ".xml" && extension != ".urdf" && extension != ".sdf" && !to_scene)
    throw Error("the format of the output is not known", options.to,
                "expected .urdf, .sdf, .xml for MJCF, or .yaml for a scene");
  Given given;
  const std::string text = to_scene ? scene_text_of_model(options.from, options.to, given)
                                    : robot_text(options, extension, given);
  require_outputs(given.files, {{options.to, "the output"}});
  write_whole_file(options.to, text);
  std::cout << printable_text(diagnostics_text(given.losses, Severity::kInfo)) << "written "
            << one_line_text(options.to) << "\n";
  return kDone;
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "convert",
      "Convert a robot between URDF, MJCF, SDF and scenes, and list the data that are lost");
  auto options = std::make_shared<ConvertOptions>();
  command
      ->add_option("from", options->from,
                   "Robot (URDF, MJCF or SDF), or scene (YAML) with one robot")
      ->required();
  command
      ->add_option("to", options->to,
                   "Output file: .urdf, .sdf, .xml (MJCF), or .yaml (a scene that names an MJCF or "
                   "SDF file)")
      ->required();
  command->callback([options, &exit_code] { exit_code = convert(*options); });
}

}  // namespace cardan::app
