#pragma once

#include <string>
#include <vector>

#include "cardan/sim/world_internal.h"

/// Functions that change the closed loops of a world, for sim/build/ and for recordings.
namespace cardan {

/// Removes all loops that end at a model, including those that tie its base to a script.
void remove_loops_of(World::Impl& world, const std::string& model);

/// Renumbers the trees at the ends of loops. trees: new numbers by old number.
void renumber_loop_trees(World::Impl& world, const std::vector<int>& trees);

/// Updates the views of trees that the loops hold.
void refresh_loops(World::Impl& world);

/// True if a loop ends at the base of this model and the base is not moved by forces.
bool anchors_loop(const World::Impl& world, const ModelSetup& model);

/// The spec of a loop in which all values taken from the start (poses, points, lengths, offsets)
/// are given, so that it resolves to the same loop in every posture.
LoopSpec resolved_spec(const LoopRecord& record);

/// A loop as a recording describes it.
struct DescribedLoop {
  std::string script;  ///< model whose base the loop ties to its script; "": the loop has a spec
  LoopSpec spec;       ///< resolved
};

std::vector<DescribedLoop> described_loops(const World::Impl& world);
/// Makes these loops, in this order, without closing them. The models of the world were just added;
/// its state is set afterwards. Throws Error for unknown names.
void restore_loops(World& world, const std::vector<DescribedLoop>& loops);

}  // namespace cardan
