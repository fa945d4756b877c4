#pragma once

#include <chrono>

namespace cardan::view {

/// Returns the time of std::chrono::steady_clock at the last tick of the system, which was at most
/// 10 ms ago and usually at most 4 ms ago. The call takes a fraction of the time of
/// steady_clock::now(), which matters if a step takes a few microseconds.
std::chrono::steady_clock::time_point last_tick();

}  // namespace cardan::view
