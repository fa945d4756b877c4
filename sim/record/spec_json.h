#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/world_impl.h"

/// Conversion of specs to JSON text and back, exact to the bit. The texts describe the world and
/// the changes of a recording. Numbers that are not finite are strings. Functions that read a text
/// throw Error for an invalid text.
namespace cardan {

struct ModelSpec;

std::string material_json(const MaterialSpec& material);
MaterialSpec material_of_json(const std::string& text);
std::string materials_json(const MaterialTable& materials);
MaterialTable materials_of_json(const std::string& text);

std::string loops_json(const std::vector<LoopSpec>& loops);
std::vector<LoopSpec> loops_of_json(const std::string& text);

struct PairJson {
  std::optional<FormulationSpec> formulation;
  SolverSpec solver;
};
std::string pair_json(const PairJson& pair);
PairJson pair_of_json(const std::string& text);

/// Returns the spec of a model that a world keeps for recordings, with absolute paths and without
/// the triangles that are stored in mesh files.
std::shared_ptr<const ModelSpec> kept_spec(const ModelSpec& given, const std::string& name);

std::string sensor_json(const SensorSpec& spec);
SensorSpec sensor_of_json(const std::string& text);

std::string model_json(const ModelSpec& spec);
/// Adds the model that a text of model_json describes. The triangles of mesh files are read again.
Model& add_described(World& world, const std::string& text);

/// Describes the whole world: its spec with all changes so far, its models, ignored pairs and
/// loops, and the hashes of the files that it needs. Together with the state at the start of the
/// recording, this description determines an equal world.
std::string world_json(const World& world);
/// Makes a world from a text of world_json. Throws an Error that names the file if a file to which
/// the text refers is missing or has another hash. where: name of the recording in messages.
World world_of_json(const std::string& text, const std::string& where, int threads);

/// Adds the timed forces that act at the current time, like apply_forces, but without logging.
void add_scene_forces(World& world, const std::vector<ForceSpec>& forces);

/// Common part of set_solver, set_formulation and set_pair. formulation: empty for the default of
/// the solver.
void change_pair(World& world, const std::optional<FormulationSpec>& formulation,
                 const SolverSpec& solver);

}  // namespace cardan
