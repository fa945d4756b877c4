#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cardan/sim/world_internal.h"

namespace cardan {

/// Location of one sensor's data in WorldState::sensors.
struct SensorSlot {
  std::string layout;  ///< layout_of(SensorSetup)
  std::size_t first = 0, count = 0;
};

/// The part of a description that two worlds must share for a state of one to be valid in the
/// other.
struct StateStructure {
  /// Models in order, their joints and numbers of shapes, and loops; one line each.
  std::string signature;
  std::uint64_t hash = 0;  ///< of the signature
  /// Hash of the layout of ModelStates and of the data of the sensors. It may differ between worlds
  /// of one structure, because friction and damping of joints decide which arrays and counts a
  /// model has, and because sensors do not act on the motion.
  std::uint64_t layout = 0;
  std::vector<SensorSlot> sensors;  ///< in the order of adding
};

/// Structure of a world; computed at the first call after a change, from any thread.
std::shared_ptr<const StateStructure> structure_of(const World::Impl& world);

/// Call when models or loops have changed.
void forget_structure(World::Impl& world);

/// First difference of two signatures: "expected '...' where the state has '...'".
std::string first_difference(const std::string& here, const std::string& there);

/// Throws Error "the state belongs to another world" with the first difference, unless the
/// signatures are equal.
void require_same_signature(const std::string& here, const std::string& there,
                            const std::string& where);

}  // namespace cardan
