#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cardan/expect_spec.h"
#include "cardan/export.h"
#include "cardan/sensor.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"

namespace cardan {

struct ModelSpec;
struct Scene;

/// Options that a scene passes to the reader of a model file.
struct ModelFileOptions {
  bool allow_outside = false;                   ///< SceneOptions::allow_outside
  bool allow_missing_meshes = false;            ///< value of the key of the same name
  bool strict = false;                          ///< value of the key of the same name
  std::map<std::string, std::string> packages;  ///< folder of each package, by name
};

/// A reader of a file format that libcardan does not read. It permits models {name: NAME, KEY:
/// FILE} in a scene. The component `sdf` provides the reader of SDF files (cardan/sdf.h).
struct ModelFileReader {
  std::string key;  ///< key of a model that names such a file, for example "sdf"
  /// Returns the contents of the file as a scene: models that are at rest at the start, loops,
  /// ignored pairs, sensors, materials, files and findings. Throws Error if the file is rejected.
  /// Several threads may call this function at once.
  std::function<Scene(const std::string& file, const ModelFileOptions& options)> read;
};

/// Returns the missing folders and files that a scene lists under `needs`, such as robot files
/// outside the repository. If any are missing, regression runs skip the scene and report its name,
/// and load_scene rejects it. Throws Error if the file is not a scene.
CARDAN_API std::vector<std::string> missing_needs(const std::string& file);

/// Head of a scene, which can be read even if the rest of the file is invalid.
struct SceneHead {
  /// True if the file is a map with the key `cardan`. If false, the other members are empty.
  bool is_scene = false;
  std::string name;  ///< name of the scene, as in Scene::name
  std::vector<std::string> tags;
  std::vector<std::string> missing;  ///< result of missing_needs for the scene
};

/// Reads the head of a scene. Throws Error if the file is unreadable, not YAML or not a map, or has
/// an invalid name, tag or `needs`.
CARDAN_API SceneHead read_scene_head(const std::string& file);

/// Line of each part in the scene file, for messages of later checks. The line is 0 for parts that
/// do not come from the file.
struct SceneLines {
  int contact = 0;                                           ///< line of the key `contact`
  std::vector<int> models, forces, loops, ignored, sensors;  ///< line of each entry
};

/// A value that overrides the scene file before it is read, e.g. materials.default.mu = 0.5.
struct SceneOverride {
  std::string path;  ///< keys separated by dots; models and other list items are identified by name
  std::string value;  ///< value as YAML text
};

/// Contents of a scene file (docs/scene-format.md). Paths are relative to the folder of the file.
struct CARDAN_API Scene {
  // Defined where a model is complete, so that this header need not include its description.
  Scene();
  Scene(const Scene& other);
  Scene(Scene&& other) noexcept;
  Scene& operator=(const Scene& other);
  Scene& operator=(Scene&& other) noexcept;
  ~Scene();

  std::string file, name;
  std::vector<std::string> tags;
  TimeSpec time;
  WorldSpec world;
  std::vector<ModelSpec> models;
  std::vector<ForceSpec> forces;
  std::vector<LoopSpec> loops;
  /// Pairs of models or links that never collide.
  std::vector<std::pair<std::string, std::string>> ignored;
  std::vector<SensorSpec> sensors;
  double record_every = 0;  ///< interval between recorded rows [s]; 0 if nothing is recorded
  std::vector<ExpectSpec> expect;
  std::vector<SweepAxis> sweep;
  std::vector<KnownFailure> known_failures;
  std::optional<PerturbSpec> perturb;
  SceneLines lines;
  std::string text;  ///< bytes of the file, for recordings
  std::vector<SceneOverride> overrides;
  /// MJCF files and the files read by SceneOptions::readers, with their includes, meshes and
  /// heightfields.
  std::vector<std::string> files;
  /// Findings of the readers of whole model files (MJCF, SDF). World::diagnostics repeats them.
  std::vector<Diagnostic> diagnostics;
};

/// Options for reading a scene.
struct SceneOptions {
  /// If false, files named by a scene must be in its project, in a folder listed under `needs` or
  /// `packages`, or in a folder that contains one of its robots; UrdfOptions::allow_outside applies
  /// to files named by a robot. If true, files may be anywhere. A non-empty environment variable
  /// CARDAN_ALLOW_OUTSIDE has the same effect as true.
  bool allow_outside = false;
  /// Readers of model files in other formats: {name: NAME, KEY: FILE}.
  std::vector<ModelFileReader> readers = {};
};

/// Longest text of a scene [bytes]. Its YAML tree takes a hundred times the memory.
inline constexpr std::size_t kMostSceneBytes = std::size_t{8} << 20;

/// Reads a YAML scene. Throws Error with the file, the line, the key and the expected value. The
/// error for an unknown key names the nearest known key.
CARDAN_API Scene load_scene(const std::string& file,
                            const std::vector<SceneOverride>& overrides = {});

/// Reads a YAML scene with options that determine which files it may name. Throws the same errors.
CARDAN_API Scene load_scene(const std::string& file, const std::vector<SceneOverride>& overrides,
                            const SceneOptions& options);

/// Reads a YAML scene from its text. Paths in the text are relative to base_folder ("" for the
/// current folder), which is also the folder of the scene's project (SceneOptions). The text is
/// called "<text>" in messages, in Scene::file and, without a key `name`, in Scene::name.
CARDAN_API Scene load_scene_text(const std::string& text, const std::string& base_folder = "",
                                 const std::vector<SceneOverride>& overrides = {},
                                 const SceneOptions& options = {});

/// Builds a world with the models of the scene, perturbed as the scene specifies. Throws Error, for
/// example for an invalid URDF or mesh or for an incompatible formulation and solver.
CARDAN_API World make_world(const Scene& scene);

}  // namespace cardan
