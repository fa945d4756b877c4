#pragma once

#include "cardan/world.h"
#include "core/hdf5_file.h"
#include "sim/record/state_file.h"

/// Functions that convert a state to and from a group of a file, and to and from a world.
namespace cardan {

inline std::span<const double> span_of(const VectorX& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

/// Writes a state. group: "" for a separate file, "/start" within a recording.
void write_state(Hdf5Writer& writer, const std::string& group, const SavedState& state);
/// Reads a state. Throws the same errors as read_state(file).
SavedState read_state(const Hdf5Reader& reader, const std::string& group);

/// Returns the state of a world between two steps.
SavedState state_of(const World& world);
/// Sets the state of a world. Throws an Error that names the file and the difference if the state
/// belongs to another world; `world` is then unchanged.
void set_state(World& world, const SavedState& state, const std::string& file);

}  // namespace cardan
