#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cardan/sim/world_internal.h"

/// Specs as JSON text, exact to the bit: what a recording says about its world and its changes.
/// Numbers that are not finite are strings. Readers throw Error.
namespace cardan {

std::string material_json(const MaterialSpec& material);
MaterialSpec material_of_json(const std::string& text);

std::string loops_json(const std::vector<LoopSpec>& loops);
std::vector<LoopSpec> loops_of_json(const std::string& text);

struct PairJson {
  std::optional<FormulationSpec> formulation;
  SolverSpec solver;
};
std::string pair_json(const PairJson& pair);
PairJson pair_of_json(const std::string& text);

/// The spec that a world keeps of a model, for recordings: with absolute paths, and without the
/// triangles that its mesh files hold.
std::shared_ptr<const ModelSpec> kept_spec(const ModelSpec& given, const std::string& name);

std::string sensor_json(const SensorSpec& spec);
SensorSpec sensor_of_json(const std::string& text);

std::string model_json(const ModelSpec& spec);
/// Adds the model of such a text; triangles of a mesh file are read again.
Model& add_described(World& world, const std::string& text);

/// The whole world: its spec with all changes so far, its models, ignored pairs and loops, and the
/// hashes of the files that it needs. With the state of a recording's start, an equal world.
std::string world_json(const World& world);
/// Makes a world from such a text. Throws Error, with the file, if a file that it names is missing
/// or has another hash. where: the recording, for messages.
World world_of_json(const std::string& text, const std::string& where, int threads);

/// Adds timed forces that act at the current time; like apply_forces, and not logged.
void add_scene_forces(World& world, const std::vector<ForceSpec>& forces);

/// set_solver, set_formulation and set_pair in one.
void change_pair(World& world, const std::optional<FormulationSpec>& formulation,
                 const SolverSpec& solver);

}  // namespace cardan
