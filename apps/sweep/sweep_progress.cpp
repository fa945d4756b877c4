#include "apps/sweep/sweep_progress.h"

#include <cstdio>
#include <string>

namespace cardan::app {

namespace {

std::string time_left(double seconds) {
  const auto whole = static_cast<long long>(seconds + 0.5);
  char text[48];
  std::snprintf(text, sizeof text, ", %lld:%02lld:%02lld left", whole / 3600, whole / 60 % 60,
                whole % 60);
  return text;
}

}  // namespace

SweepProgress::SweepProgress(std::size_t cells) : cells_(cells) {}

void SweepProgress::show(std::size_t ended, std::size_t failed, std::size_t running) {
  const Clock::time_point now = Clock::now();
  const bool prints = !line_.on_terminal() && now >= next_minute_;
  if (!line_.is_due() && !prints) return;
  std::string text = std::to_string(ended) + " of " + std::to_string(cells_) + " cells, " +
                     std::to_string(failed) + " failed, " + std::to_string(running) + " processes";
  if (ended > 0) {
    const double spent = std::chrono::duration<double>(now - start_).count();
    text.append(
        time_left(spent / static_cast<double>(ended) * static_cast<double>(cells_ - ended)));
  }
  line_.show(text);
  if (!prints) return;
  next_minute_ = now + std::chrono::minutes(1);
  std::fprintf(stderr, "  %s\n", text.c_str());
}

}  // namespace cardan::app
