#include "apps/sdf_file.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"

namespace cardan::app {

namespace {

[[noreturn]] void refuse(const std::string& file) {
  throw Error("this is SDF, and this cardan is built without libsdformat", file,
              "install libsdformat-dev and build cardan again, or convert the file");
}

}  // namespace

Scene load_sdf_scene(const std::string& file) { refuse(file); }

Scene inspect_sdf_scene(const std::string& file, const SdfRequest&) { refuse(file); }

SceneOptions scene_options() {
  SceneOptions options;
  options.readers.push_back(
      {"sdf", [](const std::string& file, const ModelFileOptions&) -> Scene { refuse(file); }});
  return options;
}

std::string sdf_text(const RobotModel& robot, const std::string&, std::vector<Diagnostic>&) {
  throw Error("the output is SDF, and this cardan is built without libsdformat", robot.name,
              "install libsdformat-dev and build cardan again, or write .urdf or .xml");
}

}  // namespace cardan::app
