#include "process/isolated.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <vector>

#include "printable_text.h"

namespace cardan::app {

namespace {

/// Shows one line on a terminal with the label of the running task.
class WaitLine {
 public:
  explicit WaitLine(std::string label)
      : label_(std::move(label)), terminal_(::isatty(STDERR_FILENO) == 1), next_(start_ + kEvery) {}
  ~WaitLine() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }
  WaitLine(const WaitLine&) = delete;
  WaitLine& operator=(const WaitLine&) = delete;

  void show() {
    const Clock::time_point now = Clock::now();
    if (!terminal_ || now < next_) return;
    next_ = now + kEvery;
    shown_ = true;
    const std::chrono::duration<double> spent = now - start_;
    std::fprintf(stderr, "\r\x1b[K  %s  %.0f s", label_.c_str(), spent.count());
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kEvery{1000};

  std::string label_;
  bool terminal_, shown_ = false;
  Clock::time_point start_ = Clock::now(), next_;
};

}  // namespace

ChildEnd run_isolated(const std::string& label, double limit,
                      const std::function<std::string()>& work) {
  ChildEnd result;
  WaitLine line(one_line_text(label));
  ProcessPool(1, limit).run(
      {ChildJob{{}, work}}, [&](std::size_t, const ChildEnd& end) { result = end; },
      [&](std::size_t, std::size_t) { line.show(); });
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
