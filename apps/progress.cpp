#include "progress.h"

#include <unistd.h>

#include <cstdio>

namespace cardan::app {

Progress::Progress(double end_time)
    : end_time_(end_time), terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(const World& world) {
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  const StepReport& report = world.report();
  std::fprintf(stderr, "\r\x1b[K  t %.3f of %.3f s   contacts %d   residual %.1e m/s", world.time(),
               end_time_, report.contacts, report.worst_residual);
  std::fflush(stderr);
}

}  // namespace cardan::app
