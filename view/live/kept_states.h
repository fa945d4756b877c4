#pragma once

#include <cstddef>
#include <deque>

#include "cardan/sim/world.h"

namespace cardan::view {

/// The latest states of a run at regular intervals, for rewinding. New states replace the oldest
/// ones.
class KeptStates {
 public:
  /// every: interval [s]; most: maximum number of states; most_bytes: maximum size of all states
  /// together, estimated from the first one. At least two states are kept.
  KeptStates(double every, std::size_t most, std::size_t most_bytes)
      : every_(every), most_(most), most_bytes_(most_bytes) {}

  /// Call after each step. A step from an earlier state discards the kept states that are later
  /// than it.
  void add(const World& world);
  /// Restores the last kept state that is not later than a time [s], or the first one. Returns
  /// false if there is none, or if the structure of the world has changed since then.
  bool seek(World& world, double time);
  void clear() { states_.clear(); }

  bool empty() const { return states_.empty(); }
  std::size_t size() const { return states_.size(); }
  double first_time() const { return states_.front().time(); }  ///< [s]
  double last_time() const { return states_.back().time(); }    ///< [s]

 private:
  double every_;
  std::size_t most_, most_bytes_;
  std::deque<StateSnapshot> states_;
};

}  // namespace cardan::view
