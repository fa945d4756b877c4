#pragma once

#include <memory>
#include <vector>

#include "cardan/state_snapshot.h"
#include "collision/collision_scene_impl.h"
#include "sim/data/state_structure.h"

namespace cardan {

/// A copy of WorldState and of the part of a state that is stored elsewhere. Names of sleeping
/// contacts are empty, because they are views into a world.
struct StateSnapshot::Impl {
  std::shared_ptr<const StateStructure> structure;
  double step = 0;  ///< time step of the world [s]
  WorldState state;
  std::vector<PairNormal> normals;  ///< normals of the last detection
};

/// Returns the contents of a snapshot. Throws Error if the snapshot is empty.
const StateSnapshot::Impl& filled(const StateSnapshot& snapshot);

/// Throws an Error that names the model unless `motors` contains valid numbers for its motors.
void check_drives(const ModelSetup& setup, const Eigen::Ref<const VectorX>& drives,
                  const char* where);

/// Clears the data of the last step (islands, contacts, forces of loops, report) and keeps their
/// storage.
void leave_step(World::Impl& world);

/// Returns the normals of the last detection, or none if shapes have been added since then.
const std::vector<PairNormal>& last_normals(const World::Impl& world);

}  // namespace cardan
