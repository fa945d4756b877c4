#pragma once

#include <memory>
#include <vector>

#include "cardan/collision/collision_scene_internal.h"
#include "cardan/sim/record/state_structure_internal.h"
#include "cardan/sim/state_snapshot.h"

namespace cardan {

/// A copy of WorldState and of the part of a state that lies outside of it. Names of sleeping
/// contacts are empty, because they are views into a world.
struct StateSnapshot::Impl {
  std::shared_ptr<const StateStructure> structure;
  double step = 0;  ///< time step of the world [s]
  WorldState state;
  std::vector<PairNormal> normals;  ///< normals of the last detection
};

/// Throws Error if the snapshot is empty.
const StateSnapshot::Impl& filled(const StateSnapshot& snapshot);

/// Throws an Error that names the model unless these are valid numbers of its motors.
void check_motors(const ModelSetup& setup, const Eigen::Ref<const VectorX>& motors,
                  const char* where);

/// Clears the data of the last step (islands, contacts, forces of loops, report). Keeps storage.
void leave_step(World::Impl& world);

/// Normals of the last detection; none if shapes were added since.
const std::vector<PairNormal>& last_normals(const World::Impl& world);

}  // namespace cardan
