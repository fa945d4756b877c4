#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/data/world_impl.h"

/// Conversion of specs to JSON text and back, exact to the bit. The texts describe the world and
/// the changes of a recording. Numbers that are not finite are strings. Functions that read a text
/// throw Error for an invalid text.
namespace cardan {

struct ModelSpec;

/// Returns the path from the root of the file system. An empty path stays empty.
std::string absolute_path(const std::string& path);

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
}  // namespace cardan
