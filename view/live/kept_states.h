#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "cardan/world.h"

namespace cardan::view {

/// The latest states of a run, stored at a regular interval, to which the run can return. New
/// states replace the oldest states. The memory of discarded states is reused, because allocating
/// new memory costs more than the copy.
class KeptStates {
 public:
  /// every: interval [s]. most: maximum number of states. most_bytes: maximum size of all states
  /// together, estimated from the first state. At least two states are kept.
  KeptStates(double every, std::size_t most, std::size_t most_bytes)
      : every_(every), most_(most), most_bytes_(most_bytes) {}

  /// Must be called after the first step that follows a return to an earlier state, and after every
  /// step whose state may be kept. After a return to an earlier state, the first step discards
  /// the kept states that are later than its own state.
  void add(const World& world);
  /// Restores the last kept state that is not later than a time [s], or the first kept state if all
  /// are later. Returns false if no state is kept, or if the structure of the world has changed
  /// since the state was kept.
  bool seek(World& world, double time);
  void clear();

  bool empty() const { return states_.empty(); }
  std::size_t size() const { return states_.size(); }
  double first_time() const { return states_.front().time(); }  ///< time of the first state [s]
  double last_time() const { return states_.back().time(); }    ///< time of the last state [s]

 private:
  void discard_last();
  StateSnapshot take_spare();
  void note_last(double early);

  double every_;
  std::size_t most_, most_bytes_;
  std::deque<StateSnapshot> states_;
  std::vector<StateSnapshot> spare_;  ///< discarded states; with `states_`, at most most_ states
  std::int64_t last_step_ = 0;        ///< step of the last kept state
  double next_time_ = 0;              ///< time from which the next state is kept [s]
};

}  // namespace cardan::view
