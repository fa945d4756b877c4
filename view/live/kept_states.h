#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "cardan/sim/world.h"

namespace cardan::view {

/// The latest states of a run at a regular interval, to which the run can return. New states
/// replace the oldest ones. The memory of discarded states is reused, because fresh memory costs
/// more than the copy.
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
  void clear();

  bool empty() const { return states_.empty(); }
  std::size_t size() const { return states_.size(); }
  double first_time() const { return states_.front().time(); }  ///< [s]
  double last_time() const { return states_.back().time(); }    ///< [s]

 private:
  void discard_last();
  StateSnapshot take_spare();
  void note_last(double early);

  double every_;
  std::size_t most_, most_bytes_;
  std::deque<StateSnapshot> states_;
  std::vector<StateSnapshot> spare_;  ///< discarded; at most most_ together with states_
  std::int64_t last_step_ = 0;        ///< of the last state
  double next_time_ = 0;              ///< time from which the next state is kept [s]
};

}  // namespace cardan::view
