#include <map>

#include "cardan/conformance.h"

namespace cardan {

namespace {

using Outcome = ConformanceCheck::Outcome;

int count_of(const ConformanceReport& report, Outcome outcome) {
  int count = 0;
  for (const ConformanceCheck& check : report.checks) count += check.outcome == outcome ? 1 : 0;
  return count;
}

/// " NAME: a; b; c" for the promises with an outcome, empty if there are none.
std::string promises(const ConformanceReport& report, const char* name, Outcome outcome) {
  std::string text;
  for (const ConformanceCheck& check : report.checks) {
    if (!check.promise || check.outcome != outcome) continue;
    text.append(text.empty() ? "" : "; ").append(check.name);
  }
  return text.empty() ? "" : std::string("  ").append(name).append(": ").append(text).append("\n");
}

std::string unsolved_names(const ConformanceReport& report) {
  std::string text;
  for (const ConformanceCheck& check : report.checks) {
    if (check.promise || check.outcome == Outcome::kPassed || check.outcome == Outcome::kSkipped) {
      continue;
    }
    text.append(text.empty() ? "; not: " : "; ").append(check.name);
  }
  return text;
}

}  // namespace

bool ConformanceReport::passed() const {
  return count_of(*this, Outcome::kFailed) == 0 && count_of(*this, Outcome::kPassed) > 0;
}

int ConformanceReport::num_problems() const {
  int count = 0;
  for (const ConformanceCheck& check : checks) {
    count += !check.promise && check.outcome != Outcome::kSkipped ? 1 : 0;
  }
  return count;
}

int ConformanceReport::num_solved() const {
  int count = 0;
  for (const ConformanceCheck& check : checks) {
    count += !check.promise && check.outcome == Outcome::kPassed ? 1 : 0;
  }
  return count;
}

std::string ConformanceReport::text() const {
  const char* const words[] = {"passed  ", "FAILED  ", "unsolved"};
  std::map<std::string, int> skipped;
  std::string lines;
  for (const ConformanceCheck& check : checks) {
    if (check.outcome == Outcome::kSkipped && !check.promise) {
      ++skipped[check.detail];
      continue;
    }
    if (check.outcome == Outcome::kSkipped) continue;
    lines.append(words[static_cast<int>(check.outcome)]).append("  ").append(check.name);
    if (!check.detail.empty()) lines.append(" (").append(check.detail).append(")");
    lines.append("\n");
  }
  for (const auto& [reason, count] : skipped) {
    lines.append("skipped   ").append(std::to_string(count)).append(" problems (");
    lines.append(reason).append(")\n");
  }
  lines.append(solver).append(": ");
  lines.append(std::to_string(count_of(*this, Outcome::kPassed))).append(" passed, ");
  lines.append(std::to_string(count_of(*this, Outcome::kFailed))).append(" failed, ");
  lines.append(std::to_string(count_of(*this, Outcome::kUnsolved))).append(" unsolved, ");
  lines.append(std::to_string(count_of(*this, Outcome::kSkipped))).append(" not run\n");
  if (!takes.empty()) lines.append("  takes: ").append(takes).append("\n");
  if (num_problems() > 0) {
    lines.append("  mastered ").append(std::to_string(num_solved())).append(" of ");
    lines.append(std::to_string(num_problems())).append(" problems").append(unsolved_names(*this));
    lines.append("\n");
  }
  lines.append(promises(*this, "a user may rely on", Outcome::kPassed));
  lines.append(promises(*this, "a user may not rely on", Outcome::kFailed));
  lines.append(promises(*this, "not known", Outcome::kSkipped));
  return lines;
}

}  // namespace cardan
