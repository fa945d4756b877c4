#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "sim/assembly/load_meshes.h"
#include "sim/data/named_parts.h"
#include "sim/data/world_impl.h"
#include "sim/pushed_body.h"
#include "sim/scene/scene_files.h"
#include "sim/scene/scene_reader.h"
#include "sim/scene/world_builder.h"

namespace cardan {

namespace {

std::string place(const Scene& scene, int line) {
  return line > 0 ? scene.file + ":" + std::to_string(line) : scene.file;
}

World make_empty_world(const Scene& scene, SceneFiles& files) {
  try {
    return World::Impl::make(scene.world, files.registries);
  } catch (const Error& error) {
    throw Error(error.what(), place(scene, scene.lines.contact));
  }
}

// Model and link of "model/link"; the link is empty if the name is that of a model.
std::pair<std::string_view, std::string_view> split_target(std::string_view on) {
  const std::size_t slash = on.find('/');
  if (slash == std::string_view::npos) return {on, {}};
  return {on.substr(0, slash), on.substr(slash + 1)};
}

void check_force(const ForceSpec& force, const World& world) {
  const auto [name, link] = split_target(force.on);
  const Model* model = world.find(name);
  if (!model || !model->skeleton()) {
    throw Error("'" + force.on + "' is not a model that moves", "forces.on");
  }
  const int frame =
      link.empty() ? -1 : frame_index(*model->skeleton(), link, "model '" + model->name() + "'");
  try {
    require_pushed_body(model->impl().setup(), frame);
  } catch (const Error& error) {
    throw Error(error.defect(), "forces.on", "name a link that joints move: MODEL/LINK");
  }
}

// Line of the loop that an error refers to.
int line_of_loop(const Scene& scene, const Error& error) {
  for (std::size_t i = 0; i < scene.loops.size() && i < scene.lines.loops.size(); ++i) {
    if (loop_name(scene.loops[i]) == error.where()) return scene.lines.loops[i];
  }
  return 0;
}

void ignore_pairs(const Scene& scene, World& world) {
  for (std::size_t i = 0; i < scene.ignored.size(); ++i) {
    try {
      world.ignore_collision(scene.ignored[i].first, scene.ignored[i].second);
    } catch (const Error& error) {
      const int line = i < scene.lines.ignored.size() ? scene.lines.ignored[i] : 0;
      throw Error(error.what(), place(scene, line));
    }
  }
}

void add_loops(const Scene& scene, World& world) {
  if (scene.loops.empty()) return;
  try {
    world.add_loops(scene.loops);
  } catch (const Error& error) {
    throw Error(error.what(), place(scene, line_of_loop(scene, error)));
  }
}

void add_sensors(const Scene& scene, World& world) {
  for (std::size_t i = 0; i < scene.sensors.size(); ++i) {
    try {
      world.add_sensor(scene.sensors[i]);
    } catch (const Error& error) {
      const int line = i < scene.lines.sensors.size() ? scene.lines.sensors[i] : 0;
      throw Error(error.what(), place(scene, line));
    }
  }
}

}  // namespace

World make_world(const Scene& scene) {
  SceneFiles files;  // the copies of a grid share them
  return make_world(scene, files);
}

WorldBuilder::WorldBuilder() : files_(std::make_unique<SceneFiles>()) {}
WorldBuilder::~WorldBuilder() = default;
World WorldBuilder::make(const Scene& scene) { return make_world(scene, *files_); }

World make_world(const Scene& scene, SceneFiles& files) {
  World world = make_empty_world(scene, files);
  world.impl().known_robots = &files.robots;
  for (const Diagnostic& finding : scene.diagnostics) world.impl().findings.add(finding);
  for (std::size_t i = 0; i < scene.models.size(); ++i) {
    try {
      ModelSpec model = scene.models[i];
      load_meshes(model, files.meshes);
      world.add(model);
    } catch (const Error& error) {
      const int line = i < scene.lines.models.size() ? scene.lines.models[i] : 0;
      const std::string model = "model '" + scene.models[i].name + "'";
      const bool named = error.where() == model;
      throw Error(named ? error.what() : model + ": " + error.what(), place(scene, line));
    }
  }
  world.impl().known_robots = nullptr;
  if (scene.perturb) perturb(*scene.perturb, world);
  for (std::size_t i = 0; i < scene.forces.size(); ++i) {
    try {
      check_force(scene.forces[i], world);
    } catch (const Error& error) {
      const int line = i < scene.lines.forces.size() ? scene.lines.forces[i] : 0;
      throw Error(error.what(), place(scene, line));
    }
  }
  ignore_pairs(scene, world);
  add_loops(scene, world);
  add_sensors(scene, world);
  auto origin = std::make_shared<WorldOrigin>();
  origin->file = scene.file;
  origin->text = scene.text;
  for (const SceneOverride& change : scene.overrides)
    origin->overrides.emplace_back(change.path, change.value);
  origin->forces = scene.forces;
  world.impl().origin = std::move(origin);
  return world;
}

}  // namespace cardan
