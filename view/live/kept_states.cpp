#include "kept_states.h"

#include <algorithm>

#include "cardan/core/error.h"

namespace cardan::view {

void KeptStates::add(const World& world) {
  while (!states_.empty() && states_.back().steps() >= world.steps()) states_.pop_back();
  const double early = 0.5 * world.time_step();
  if (!states_.empty() && world.time() < states_.back().time() + every_ - early) return;
  StateSnapshot state;
  if (states_.size() >= most_) {
    state = std::move(states_.front());
    states_.pop_front();
  }
  world.state(state);
  if (!states_.empty() && states_.back().structure() != state.structure()) states_.clear();
  if (states_.empty())
    most_ = std::clamp<std::size_t>(most_bytes_ / std::max<std::size_t>(1, state.bytes().size()), 2,
                                    most_);
  states_.push_back(std::move(state));
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
    states_.clear();
    return false;
  }
  return true;
}

}  // namespace cardan::view
