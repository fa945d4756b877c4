#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cardan/scene/expect_spec.h"
#include "cardan/sim/world.h"

namespace cardan {

/// Line of each part in the scene file, for the messages of what is found wrong later; 0 = not from
/// the file.
struct SceneLines {
  int contact = 0;
  std::vector<int> models, forces, loops, ignored;
};

/// Contents of a scene file (docs/scene-format.md). Paths are resolved against the folder of the
/// file.
struct Scene {
  std::string file, name;
  std::vector<std::string> tags;
  TimeSpec time;
  WorldSpec world;
  std::vector<ModelSpec> models;
  std::vector<ForceSpec> forces;
  std::vector<LoopSpec> loops;
  std::vector<std::pair<std::string, std::string>> ignored;  ///< models or links that never meet
  double record_every = 0;                                   ///< [s], 0 = nothing recorded
  std::vector<ExpectSpec> expect;
  std::vector<SweepAxis> sweep;
  std::vector<KnownFailure> known_failures;
  std::optional<PerturbSpec> perturb;
  SceneLines lines;
};

/// A value laid over a scene file before it is read, e.g. materials.default.mu = 0.5.
struct SceneOverride {
  std::string path;   ///< keys with dots between; a model, or another part of a list, by its name
  std::string value;  ///< YAML
};

struct SceneOptions {
  /// false: the files that a scene names lie in its project, or in a folder that it names under
  /// `needs` or `packages` or that a robot of it is in; the files that a robot names lie as
  /// UrdfOptions::allow_outside says. true: anywhere. CARDAN_ALLOW_OUTSIDE in the environment, if
  /// it is not empty, is as true.
  bool allow_outside = false;
};

/// Reads a YAML scene. Throws Error with file, line, key and what was expected; an unknown key is
/// an error that names the nearest known one.
CARDAN_API Scene load_scene(const std::string& file,
                            const std::vector<SceneOverride>& overrides = {});

CARDAN_API Scene load_scene(const std::string& file, const std::vector<SceneOverride>& overrides,
                            const SceneOptions& options);

/// A world with the scene's models, perturbed as the scene says. Throws Error (URDF, meshes,
/// formulation and solver that do not fit).
CARDAN_API World make_world(const Scene& scene);

/// Applies the scene's timed forces that hold at world.time(); call before each step.
CARDAN_API void apply_forces(const Scene& scene, World& world);

}  // namespace cardan
