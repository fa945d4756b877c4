#include "apps/terminal_line.h"

#include <unistd.h>

#include <cstdio>

namespace cardan::app {

TerminalLine::TerminalLine(std::chrono::milliseconds every)
    : every_(every),
      terminal_(::isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + every) {}

TerminalLine::~TerminalLine() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void TerminalLine::show(const std::string& text) {
  if (!is_due()) return;
  next_ = std::chrono::steady_clock::now() + every_;
  shown_ = true;
  std::fprintf(stderr, "\r\x1b[K  %s", text.c_str());
  std::fflush(stderr);
}

}  // namespace cardan::app
