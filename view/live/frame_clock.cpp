#include "view/live/frame_clock.h"

#include <time.h>

namespace cardan::view {

std::chrono::steady_clock::time_point last_tick() {
  using Clock = std::chrono::steady_clock;
#ifdef CLOCK_MONOTONIC_COARSE
  timespec tick{};
  if (::clock_gettime(CLOCK_MONOTONIC_COARSE, &tick) == 0)
    return Clock::time_point(std::chrono::seconds(tick.tv_sec) +
                             std::chrono::nanoseconds(tick.tv_nsec));
#endif
  return Clock::now();
}

}  // namespace cardan::view
