#pragma once

#include <vector>

#include "sim/data/world_impl.h"

namespace cardan {

/// Updates the views of trees that the projections of loops hold.
void view_movable_trees(World::Impl& world);

/// Closes all loops. Returns the gap that each loop had before the call [m, rad]. Throws Error if a
/// loop cannot be closed; no model has then moved.
std::vector<double> close_all(World::Impl& world);

/// Adds a warning for each loop that was open before it was closed.
void note_what_was_open(World::Impl& world, const std::vector<double>& before);

/// Undoes a change that failed. Models that are asleep in the saved state are asleep again.
void put_back(const WorldState& kept, World::Impl& world);

}  // namespace cardan
