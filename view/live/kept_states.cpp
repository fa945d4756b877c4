#include "view/live/kept_states.h"

#include <algorithm>

#include "cardan/error.h"

namespace cardan::view {

void KeptStates::add(const World& world) {
  const bool follows = !states_.empty() && world.steps() > last_step_;
  if (follows && world.time() < next_time_) return;
  while (!states_.empty() && states_.back().steps() >= world.steps()) discard_last();
  const double early = 0.5 * world.time_step();
  if (!states_.empty()) {
    note_last(early);
    if (world.time() < next_time_) return;
  }
  StateSnapshot state = take_spare();
  world.state(state);
  if (!states_.empty() && states_.back().structure() != state.structure()) clear();
  if (states_.empty()) {
    most_ = std::clamp<std::size_t>(most_bytes_ / std::max<std::size_t>(1, state.bytes().size()), 2,
                                    most_);
    spare_.resize(std::min(spare_.size(), most_ - 1));
  }
  states_.push_back(std::move(state));
  note_last(early);
}

void KeptStates::clear() {
  while (!states_.empty()) discard_last();
}

void KeptStates::discard_last() {
  spare_.push_back(std::move(states_.back()));
  states_.pop_back();
}

// The oldest state is the last one to be replaced.
StateSnapshot KeptStates::take_spare() {
  StateSnapshot state;
  if (!spare_.empty()) {
    state = std::move(spare_.back());
    spare_.pop_back();
  } else if (states_.size() >= most_) {
    state = std::move(states_.front());
    states_.pop_front();
  }
  return state;
}

void KeptStates::note_last(double early) {
  last_step_ = states_.back().steps();
  next_time_ = states_.back().time() + every_ - early;
}

bool KeptStates::seek(World& world, double time) {
  if (states_.empty()) return false;
  const double slack = 0.5 * world.time_step();
  auto later = std::find_if(states_.begin(), states_.end(), [&](const StateSnapshot& state) {
    return state.time() > time + slack;
  });
  if (later != states_.begin()) --later;
  try {
    world.set_state(*later);
  } catch (const Error&) {
    clear();
    return false;
  }
  return true;
}

}  // namespace cardan::view
