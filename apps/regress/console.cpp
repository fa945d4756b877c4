#include "apps/regress/console.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>

#include "apps/printable_text.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

int width(std::size_t n) { return static_cast<int>(std::min<std::size_t>(n, 60)); }

std::string pair_of(const CaseId& id) {
  const std::string label = id.label();
  // Label after the name of the scene, which has its own column.
  const std::size_t begin = id.scene.size() + 1;
  return label.size() > begin ? one_line_text(label.substr(begin)) : "";
}

std::string number_of_line(double x) { return number_text(x, 6); }

std::string allowed(const CaseCheck& check) {
  const bool below = std::isfinite(check.upper), above = std::isfinite(check.lower);
  if (below && above)
    return "between " + number_of_line(check.lower) + " and " + number_of_line(check.upper);
  if (below) return "at most " + number_of_line(check.upper);
  if (above) return "at least " + number_of_line(check.lower);
  return "";
}

void print_check(const CaseResult& result, const CaseCheck& check) {
  std::printf("  %s:%d: %s\n", one_line_text(result.id.file).c_str(), check.line,
              one_line_text(check.text).c_str());
  const std::string band = allowed(check);
  if (band.empty() || check.quantity.empty()) {
    std::printf("    %s\n", one_line_text(check.message).c_str());
    return;
  }
  const std::string unit = check.unit.empty() ? "" : " " + check.unit;
  std::printf("    %s: measured %s%s, allowed %s%s, at t = %s s\n",
              one_line_text(check.quantity).c_str(), number_of_line(check.measured).c_str(),
              unit.c_str(), band.c_str(), unit.c_str(), number_of_line(check.time).c_str());
  if (check.known) std::printf("    known: %s\n", one_line_text(check.because).c_str());
}

// Last lines of the output of the process.
void print_printed(const std::string& printed) {
  constexpr int kLines = 10;
  std::size_t begin = printed.find_last_not_of("\r\n");
  if (begin == std::string::npos) return;
  const std::size_t end = begin + 1;
  for (int n = 0; n < kLines && begin != std::string::npos && begin > 0; ++n) {
    begin = printed.rfind('\n', begin - 1);
  }
  begin = begin == std::string::npos || begin == 0 ? 0 : begin + 1;
  std::istringstream lines(printed.substr(begin, end - begin));
  for (std::string line; std::getline(lines, line);) {
    std::printf("    | %s\n", one_line_text(line).c_str());
  }
}

void print_failure(const CaseResult& result) {
  std::printf("\n%s %s\n", name_of(result.status), one_line_text(result.id.label()).c_str());
  if (!result.message.empty()) {
    const bool placed = result.message.rfind(result.id.file, 0) == 0;
    const std::string place = placed ? "" : result.id.file + ": ";
    std::printf("  %s%s\n", one_line_text(place).c_str(), one_line_text(result.message).c_str());
  }
  for (const CaseCheck& check : result.checks) {
    if (!check.passed) print_check(result, check);
  }
  for (const CaseTrouble& trouble : result.troubles) {
    if (!trouble.captured.empty()) {
      std::printf("  captured: %s\n", one_line_text(trouble.captured).c_str());
    }
  }
  print_printed(result.printed);
}

void print_rows(const std::vector<CaseResult>& results) {
  std::size_t scene = 5, pair = 4;
  for (const CaseResult& result : results) {
    if (result.status == CaseStatus::kSkipped) continue;
    scene = std::max(scene, one_line_text(result.id.scene).size());
    pair = std::max(pair, pair_of(result.id).size());
  }
  std::printf("%-*s  %-*s  %-11s  %10s  %14s\n", width(scene), "scene", width(pair), "pair",
              "status", "time [s]", "residual [m/s]");
  for (const CaseResult& result : results) {
    if (result.status == CaseStatus::kSkipped) continue;
    std::printf("%-*s  %-*s  %-11s  ", width(scene), one_line_text(result.id.scene).c_str(),
                width(pair), pair_of(result.id).c_str(), name_of(result.status));
    if (result.steps > 0) {
      std::printf("%10.3f  %14.2e\n", result.wall_seconds, result.worst_residual);
    } else {
      std::printf("%10s  %14s\n", "", "");
    }
    // Each failure is a separate paragraph.
    if (result.status == CaseStatus::kPassed && !result.message.empty()) {
      std::printf("  %s\n", one_line_text(result.message).c_str());
    }
  }
}

}  // namespace

bool counts_as_failure(CaseStatus status) {
  return status == CaseStatus::kFailed || status == CaseStatus::kCrashed ||
         status == CaseStatus::kTimedOut;
}

RegressProgress::RegressProgress(std::size_t cases) : cases_(cases) {}

void RegressProgress::ended(const CaseResult& result) {
  ++ended_;
  failed_ += counts_as_failure(result.status) ? 1 : 0;
  if (line_.on_terminal()) return;
  std::printf("%-11s %s  %.2f s\n", name_of(result.status),
              one_line_text(result.id.label()).c_str(), result.wall_seconds);
  std::fflush(stdout);
}

void RegressProgress::show(std::size_t running) {
  if (!line_.is_due()) return;
  line_.show(std::to_string(ended_) + " of " + std::to_string(cases_) + " ended, " +
             std::to_string(running) + " run, " + std::to_string(failed_) + " failed");
}

void print_regress_summary(const std::vector<CaseResult>& results, double seconds) {
  print_rows(results);
  std::map<CaseStatus, int> counts;
  for (const CaseResult& result : results) {
    ++counts[result.status];
    if (result.status != CaseStatus::kPassed && result.status != CaseStatus::kSkipped &&
        result.status != CaseStatus::kInterrupted) {
      print_failure(result);
    }
  }
  std::printf("\n%zu cases in %.1f s:", results.size(), seconds);
  const char* separator = " ";
  for (const auto& [status, n] : counts) {
    std::printf("%s%d %s", separator, n, name_of(status));
    separator = ", ";
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace cardan::app
