#include "apps/scene_source.h"

#include <filesystem>
#include <iostream>

#include "apps/dropped_robot.h"
#include "apps/sdf_file.h"
#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"

namespace cardan::app {

namespace {

constexpr const char* kStandardInput = "standard input";

std::string text_of_standard_input() {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string text;
  while (std::cin && text.size() <= kMostSceneBytes) {  // the reader of scenes refuses more
    const std::size_t filled = text.size();
    text.resize(filled + kPiece);
    std::cin.read(text.data() + filled, kPiece);
    text.resize(filled + static_cast<std::size_t>(std::cin.gcount()));
  }
  if (text.size() > kMostSceneBytes) {
    throw Error("the scene is longer than " + std::to_string(kMostSceneBytes >> 20) + " MiB",
                kStandardInput);
  }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) throw Error("the input is empty", kStandardInput, "give a scene");
  if (text[first] == '<') {
    throw Error("this is a robot (XML), not a scene (YAML)", kStandardInput,
                "write it to a file.urdf: its meshes are found from the folder of the file");
  }
  return text;
}

}  // namespace

SceneSource::SceneSource(const std::string& file, const std::vector<std::string>& xacro_arguments)
    : file_(file) {
  if (file == "-") {
    file_ = kStandardInput;
    text_ = text_of_standard_input();
  } else if (is_sdf_file(file)) {
    is_sdf_ = true;
  } else if (is_robot_file(file) && is_mjcf_file(file)) {
    is_mjcf_ = true;
  } else if (is_robot_file(file)) {
    text_ = dropped_robot_scene(file, xacro_arguments);
    folder_ = std::filesystem::path(file).parent_path().string();
  }
}

Scene SceneSource::load(const std::vector<SceneOverride>& overrides) const {
  if (is_mjcf_ || is_sdf_) {
    if (overrides.empty()) return is_sdf_ ? load_sdf_scene(file_) : load_mjcf(file_);
    throw Error("'" + overrides.front().path + "' is a key of a scene, and this is " +
                    (is_sdf_ ? "SDF" : "MJCF"),
                file_, "change the model itself");
  }
  if (!text_) return load_scene(file_, overrides, scene_options());
  Scene scene = load_scene_text(*text_, folder_, overrides, scene_options());
  // The lines of a scene made for a robot do not refer to a file of the user.
  if (file_ != kStandardInput) scene.lines = SceneLines{};
  if (scene.name == scene.file) scene.name = file_;
  scene.file = file_;
  return scene;
}

}  // namespace cardan::app
