#include "apps/progress.h"

#include <cstdio>

namespace cardan::app {

Progress::Progress(double end_time) : end_time_(end_time) {}

void Progress::show(const World& world) {
  if (!line_.is_due()) return;
  const StepReport& report = world.report();
  char text[120];
  std::snprintf(text, sizeof text, "t %.3f of %.3f s   contacts %d   residual %.1e m/s",
                world.time(), end_time_, static_cast<int>(report.contacts), report.worst_residual);
  line_.show(text);
}

}  // namespace cardan::app
