#include "bindings/python/src/sdf.h"

#include <filesystem>

#include "cardan/error.h"
#ifdef CARDAN_HAS_SDF
#include "cardan/sdf.h"
#endif

namespace cardan::python {

bool is_sdf_file(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".sdf" || extension == ".world";
}

#ifdef CARDAN_HAS_SDF

Scene load_sdf_scene(const std::string& file, bool allow_outside) {
  SdfOptions options;
  options.allow_outside = allow_outside;
  return load_sdf(file, options);
}

ModelFileReader reader_of_sdf() { return sdf_reader(); }

#else

namespace {

[[noreturn]] void refuse(const std::string& file) {
  throw Error("this is SDF, and this package is built without libsdformat", file,
              "install libsdformat-dev and build the package again, or convert the file to URDF");
}

}  // namespace

Scene load_sdf_scene(const std::string& file, bool) { refuse(file); }

ModelFileReader reader_of_sdf() {
  return {"sdf", [](const std::string& file, const ModelFileOptions&) -> Scene { refuse(file); }};
}

#endif

SceneOptions scene_options(bool allow_outside) { return {allow_outside, {reader_of_sdf()}}; }

}  // namespace cardan::python
