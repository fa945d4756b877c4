#pragma once

#include <string>
#include <vector>

#include "sim/data/world_impl.h"

/// Functions that change the closed loops of a world, for sim/assembly/ and for recordings.
namespace cardan {

/// Removes all loops that end at a model, including loops that tie its base to a script.
void remove_loops_of(World::Impl& world, const std::string& model);

/// Renumbers the trees at the ends of loops. trees: new numbers by old number.
void renumber_loop_trees(World::Impl& world, const std::vector<int>& trees);

/// Updates the views of trees that the loops hold.
void refresh_loops(World::Impl& world);

/// True if a loop ends at the base of this model and forces do not move the base.
bool anchors_loop(const World::Impl& world, const ModelSetup& model);

/// Returns the spec of a loop in which all values that depend on the initial posture (poses,
/// points, lengths, offsets) are given explicitly. The spec then resolves to the same loop in every
/// posture.
LoopSpec resolved_spec(const LoopRecord& record);

/// A loop as a recording describes it.
struct DescribedLoop {
  std::string script;  ///< model whose base the loop ties to its script; "" if the loop has a spec
  LoopSpec spec;       ///< resolved spec
};

std::vector<DescribedLoop> described_loops(const World::Impl& world);
/// Makes the given loops, in the given order, without closing them. Must be called after the models
/// of the world have been added and before its state is set. Throws Error for unknown names.
void restore_loops(World& world, const std::vector<DescribedLoop>& loops);

}  // namespace cardan
