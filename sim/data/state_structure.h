#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/data/world_impl.h"

namespace cardan {

/// Location of one sensor's data in WorldState::sensors.
struct SensorSlot {
  std::string layout;  ///< result of layout_of for the sensor
  std::size_t first = 0, count = 0;
  bool operator==(const SensorSlot&) const = default;
};

/// The part of a motor that two worlds must have in common.
struct MotorSlot {
  int model = -1;  ///< index among the models that are not removed
  int dof = -1, delay = 0;
  bool operator==(const MotorSlot&) const = default;
};

/// The part of a description that two worlds must have in common for a state of one world to be
/// valid in the other.
struct StateStructure {
  /// One line for each model that is not removed, in order, with its joints and number of shapes,
  /// and one line for each loop.
  std::string signature;
  std::uint64_t hash = 0;  ///< hash of the signature
  /// Hash of the layout of ModelStates and of the data of the sensors. It may differ between worlds
  /// with the same structure, because the friction and damping of joints determine the arrays and
  /// counts of a model, and because sensors do not affect the motion.
  std::uint64_t layout = 0;
  std::vector<SensorSlot> sensors;  ///< sensors in the order in which they were added
  std::vector<MotorSlot> motors;    ///< motors in the order of the models

  // Models and shapes in a snapshot are numbered without gaps, since removed models and their
  // shapes are left out.
  bool has_gaps = false;     ///< true if a model was removed
  std::vector<int> models;   ///< numbers of the models that are not removed, ascending
  std::vector<int> handles;  ///< collision handles of their shapes, ascending

  /// Position of a model among the models that are not removed.
  int place_of(int model) const { return has_gaps ? place_among(models, model) : model; }
  /// Position of a collision handle among the handles of models that are not removed.
  int shape_of(int handle) const { return has_gaps ? place_among(handles, handle) : handle; }

 private:
  static int place_among(const std::vector<int>& sorted, int x) {
    return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), x) - sorted.begin());
  }
};

/// Returns the structure of a world. It is computed at the first call after a change, from any
/// thread.
std::shared_ptr<const StateStructure> structure_of(const World::Impl& world);

/// Discards the structure of a world. Must be called when models or loops have changed.
void forget_structure(World::Impl& world);

/// Returns the first difference of two signatures, e.g. "expected '...' where the state has '...'".
std::string first_difference(const std::string& here, const std::string& there);

/// Throws an Error "the state belongs to another world" with the first difference unless the
/// signatures are equal.
void require_same_signature(const std::string& here, const std::string& there,
                            const std::string& where);

}  // namespace cardan
