#include "apps/process/isolated.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <vector>

#include "apps/printable_text.h"
#include "apps/terminal_line.h"

namespace cardan::app {

namespace {

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f s", seconds);
  return text;
}

}  // namespace

ChildEnd run_isolated(const std::string& label, double limit,
                      const std::function<std::string()>& work) {
  ChildEnd result;
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::string shown = one_line_text(label) + "  ";
  TerminalLine line(std::chrono::seconds(1));
  ProcessPool(1, limit).run(
      {ChildJob{{}, work}}, [&](std::size_t, const ChildEnd& end) { result = end; },
      [&](std::size_t, std::size_t) {
        line.show(shown +
                  seconds_text(std::chrono::duration<double>(Clock::now() - start).count()));
      });
  return result;
}

bool handed_over(const ChildEnd& end) {
  return end.kind == ChildEnd::Kind::kExited && end.code == 0 && !end.result.empty();
}

void pass_on_printed(const ChildEnd& end) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> lines;
  std::istringstream text(end.printed);
  for (std::string line; std::getline(text, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  const std::size_t first = lines.size() - std::min(lines.size(), kMost);
  std::cout.flush();
  std::fflush(stdout);
  for (std::size_t i = first; i < lines.size(); ++i) {
    std::cerr << one_line_text(lines[i]) << "\n";
  }
}

}  // namespace cardan::app
