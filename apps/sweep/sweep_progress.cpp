#include "sweep/sweep_progress.h"

#include <unistd.h>

#include <cstdio>

namespace cardan::app {

namespace {

void print_time_left(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  std::fprintf(stderr, ", %lld:%02lld:%02lld left", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

SweepProgress::SweepProgress(std::size_t cells)
    : cells_(cells),
      terminal_(::isatty(STDERR_FILENO) == 1),
      next_(start_ + std::chrono::seconds(terminal_ ? 1 : 60)) {}

SweepProgress::~SweepProgress() {
  if (shown_ && terminal_) std::fputs("\r\x1b[K", stderr);
}

void SweepProgress::show(std::size_t ended, std::size_t failed, std::size_t running) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(500) : std::chrono::milliseconds(60000));
  shown_ = true;
  std::fprintf(stderr, "%s  %zu of %zu cells, %zu failed, %zu processes",
               terminal_ ? "\r\x1b[K" : "", ended, cells_, failed, running);
  if (ended > 0) {
    const double spent = std::chrono::duration<double>(now - start_).count();
    print_time_left(spent / static_cast<double>(ended) * static_cast<double>(cells_ - ended));
  }
  if (!terminal_) std::fputc('\n', stderr);
  std::fflush(stderr);
}

}  // namespace cardan::app
