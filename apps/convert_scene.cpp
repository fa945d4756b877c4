#include "apps/convert_scene.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/input_files.h"
#include "apps/sdf_file.h"
#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"
#include "cardan/urdf.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

bool is_robot(const ModelSpec& model) {
  return (!model.urdf.empty() || model.description) && !model.is_static;
}

UrdfOptions build_options(const ModelSpec& model) {
  UrdfOptions options;
  options.packages = model.packages;
  options.allow_missing_meshes = model.allow_missing_meshes;
  options.project_inertias = model.project_inertias;
  options.allow_outside = model.allow_outside;
  options.density = model.density;
  options.base = model.base == BaseKind::kFixed      ? UrdfBase::kFixed
                 : model.base == BaseKind::kFloating ? UrdfBase::kFloating
                                                     : UrdfBase::kAuto;
  options.caller = UrdfCaller::kScene;
  return options;
}

/// Collects losses with their lines.
class Losses {
 public:
  explicit Losses(const Scene& scene) : scene_(scene) {}

  void add(int line, const std::string& element, const std::string& message) {
    all_.push_back({Severity::kWarning, scene_.file, line, element, message});
  }
  void add_if(bool lost, int line, const std::string& element, const std::string& what) {
    if (lost) add(line, element, what + " not in the output");
  }
  std::vector<Diagnostic> take() { return std::move(all_); }

 private:
  const Scene& scene_;
  std::vector<Diagnostic> all_;
};

void name_model_losses(const ModelSpec& model, int line, Losses& losses) {
  const std::string element = "model '" + model.name + "'";
  const bool moved = !model.pose.p.isZero(0) || !model.pose.R.isIdentity(0);
  losses.add_if(moved, line, element, "its pose in the world is");
  losses.add_if(!model.q.empty() || !model.v.empty() || !model.posture.empty() ||
                    !model.velocity.linear.isZero(0) || !model.velocity.angular.isZero(0),
                line, element, "its state at the start is");
  losses.add_if(model.pd || !model.pd_joints.empty() || !model.motors.empty(), line, element,
                "its control is");
  losses.add_if(model.limits.soft() || !model.limits_joints.empty(), line, element,
                "the laws of its limits are");
  losses.add_if(model.material != "default", line, element, "its material is");
  losses.add_if(model.collision.group || model.collision.mask || !model.collision_links.empty() ||
                    !model.self_collision || !model.touching_posture.empty(),
                line, element, "its collision filter is");
  losses.add_if(model.kinematic.has_value(), line, element, "its script is");
}

void name_scene_losses(const Scene& scene, Losses& losses) {
  losses.add_if(!scene.loops.empty(), 0, "loops", "they are");
  losses.add_if(!scene.forces.empty(), 0, "forces", "they are");
  losses.add_if(!scene.sensors.empty(), 0, "sensors", "they are");
  losses.add_if(!scene.ignored.empty(), 0, "ignore", "it is");
  losses.add_if(!scene.expect.empty(), 0, "expect", "it is");
  losses.add(0, "time, gravity, contact, materials", "they are not in the output");
}

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string exact(double value) { return number_text(value, 17); }

// The path of the file as the scene names it.
std::string path_from(const std::string& file, const std::string& to) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::absolute(to).parent_path();
  const fs::path relative = fs::absolute(file).lexically_relative(folder.lexically_normal());
  return relative.empty() ? fs::absolute(file).string() : relative.string();
}

// True if the reader of SDF added Gazebo's ground.
bool has_added_ground(const Scene& scene) {
  return std::any_of(scene.models.begin(), scene.models.end(), [](const ModelSpec& model) {
    return model.name == "ground" && model.material == "ground" && model.geometry;
  });
}

}  // namespace

Given robot_of_scene(const std::string& file) {
  const Scene scene = load_scene(file, {}, scene_options());
  const ModelSpec* robot = nullptr;
  int robots = 0, line = 0;
  Losses losses(scene);
  for (std::size_t i = 0; i < scene.models.size(); ++i) {
    const ModelSpec& model = scene.models[i];
    if (is_robot(model)) {
      ++robots;
      robot = &model;
      line = scene.lines.models[i];
    } else {
      losses.add(scene.lines.models[i], "model '" + model.name + "'", "it is not in the output");
    }
  }
  if (robots != 1)
    throw Error("the scene has " + std::to_string(robots) + " robots, and the output holds one",
                file, "give a scene with one model of a URDF, MJCF or SDF file");
  name_model_losses(*robot, line, losses);
  name_scene_losses(scene, losses);
  const UrdfOptions options = build_options(*robot);
  Given given;
  given.robot = robot->description ? build_robot(*robot->description, options)
                                   : build_robot(read_urdf(robot->urdf, options), options);
  given.losses = losses.take();
  given.files = input_files(scene);
  return given;
}

std::string scene_text_of_model(const std::string& file, const std::string& to, Given& given) {
  const bool sdf = is_sdf_file(file);
  if (!sdf && !is_mjcf_file(file))
    throw Error("only an MJCF or SDF file becomes a scene", file,
                "a scene names a URDF with {name: NAME, urdf: FILE}");
  const Scene scene = sdf ? load_sdf_scene(file) : load_mjcf(file);
  given.files = input_files(scene);
  const std::string name = std::filesystem::path(file).stem().string();
  given.losses.push_back({Severity::kInfo, file, 0, "names",
                          "models, loops and sensors are called " + name + "_NAME in the scene"});
  const Vector3& g = scene.world.gravity;
  std::string text = "cardan: 1\nname: " + quoted(scene.name) +
                     "\ntime: {step: " + exact(scene.time.step) +
                     ", duration: " + exact(scene.time.duration) + "}\ngravity: [" + exact(g.x()) +
                     ", " + exact(g.y()) + ", " + exact(g.z()) + "]\n";
  const Stabilization& stabilization = scene.world.contact.rules.stabilization;
  if (stabilization.kind == StabilizationKind::kRelaxation)
    text += "contact:\n  stabilization: {kind: relaxation, time_constant: " +
            exact(stabilization.relaxation.first) +
            ", damping_ratio: " + exact(stabilization.relaxation.second) + "}\n";
  const bool ground = has_added_ground(scene);
  if (sdf) text += "materials:\n  pairs: {rule: min}\n";
  if (ground) text += "  ground: {mu: 1}\n";
  text += "models:\n  - {name: " + quoted(name) + (sdf ? ", sdf: " : ", mjcf: ") +
          quoted(path_from(file, to)) + "}\n";
  if (ground) text += "  - {name: ground, plane: {}, static: true, material: ground}\n";
  return text;
}

}  // namespace cardan::app
