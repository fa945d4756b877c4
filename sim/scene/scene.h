#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cardan/scene/expect_spec.h"
#include "cardan/scene/model_file.h"
#include "cardan/sim/sensors/sensor.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Line of each part in the scene file, for messages of later checks; 0: not from the file.
struct SceneLines {
  int contact = 0;                                           ///< of the key `contact`
  std::vector<int> models, forces, loops, ignored, sensors;  ///< of each entry
};

/// A value that overrides the scene file before it is read, e.g. materials.default.mu = 0.5.
struct SceneOverride {
  std::string path;   ///< keys separated by dots; models and other list items are given by name
  std::string value;  ///< YAML
};

/// Contents of a scene file (docs/scene-format.md). Paths are relative to the folder of the file.
struct Scene {
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
  double record_every = 0;  ///< [s], 0: nothing is recorded
  std::vector<ExpectSpec> expect;
  std::vector<SweepAxis> sweep;
  std::vector<KnownFailure> known_failures;
  std::optional<PerturbSpec> perturb;
  SceneLines lines;
  std::string text;  ///< bytes of the file, for recordings
  std::vector<SceneOverride> overrides;
  /// MJCF files and those of SceneOptions::readers, with their includes, meshes and heightfields.
  std::vector<std::string> files;
  /// Findings of the readers of whole files (MJCF, SDF), which World::diagnostics repeats.
  std::vector<Diagnostic> diagnostics;
};

/// Options for reading a scene.
struct SceneOptions {
  /// false: files named by a scene must be in its project, or in a folder listed under `needs` or
  /// `packages`, or in a folder that contains one of its robots; files named by a robot follow
  /// UrdfOptions::allow_outside. true: files may be anywhere. A non-empty environment variable
  /// CARDAN_ALLOW_OUTSIDE has the same effect as true.
  bool allow_outside = false;
  /// Formats of models besides those of the library: {name: NAME, KEY: FILE}.
  std::vector<ModelFileReader> readers = {};
};

/// Reads a YAML scene. Throws Error with file, line, key and the expected value. An unknown key is
/// an error that names the nearest known key.
CARDAN_API Scene load_scene(const std::string& file,
                            const std::vector<SceneOverride>& overrides = {});

/// Reads a YAML scene with options that determine which files it may name. Throws the same errors.
CARDAN_API Scene load_scene(const std::string& file, const std::vector<SceneOverride>& overrides,
                            const SceneOptions& options);

/// Reads a YAML scene from its text. Paths in the text are relative to base_folder ("": the current
/// folder), which is also the folder of its project (SceneOptions). In messages and in Scene::file,
/// the text is called "<text>"; without a key `name`, this is also the name of the scene.
CARDAN_API Scene load_scene_text(const std::string& text, const std::string& base_folder = "",
                                 const std::vector<SceneOverride>& overrides = {},
                                 const SceneOptions& options = {});

/// Builds a world with the models of the scene, perturbed as the scene specifies. Throws Error
/// (invalid URDF or mesh, incompatible formulation and solver).
CARDAN_API World make_world(const Scene& scene);

/// Applies the timed forces of the scene that act at world.time(); call before each step.
CARDAN_API void apply_forces(const Scene& scene, World& world);

}  // namespace cardan
