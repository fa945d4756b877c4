#pragma once

#include <string>

#include "cardan/world.h"

/// Texts that describe a world or a model, and the worlds and models that they describe
/// (data/spec_json.h).
namespace cardan {

/// Adds the model that a text of model_json describes. The triangles of mesh files are read again.
Model& add_described(World& world, const std::string& text);

/// Describes the whole world: its spec with all changes so far, its models, ignored pairs and
/// loops, and the hashes of the files that it needs. Together with the state at the start of the
/// recording, this description determines an equal world.
std::string world_json(const World& world);
/// Makes a world from a text of world_json. Throws an Error that names the file if a file to which
/// the text refers is missing or has another hash. where: name of the recording in messages.
World world_of_json(const std::string& text, const std::string& where, int threads);

}  // namespace cardan
