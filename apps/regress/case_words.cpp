#include "apps/regress/case_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "core/number_text.h"

namespace cardan::app {

namespace {

// Most severe first.
constexpr CaseStatus kBySeverity[] = {
    CaseStatus::kCrashed,     CaseStatus::kTimedOut, CaseStatus::kError,  CaseStatus::kFailed,
    CaseStatus::kInterrupted, CaseStatus::kKnown,    CaseStatus::kPassed, CaseStatus::kSkipped};

std::string number_with(double value, int digits) {
  return std::isnan(value) ? "not a number" : number_text(value, digits);
}

// Enough digits to distinguish the measured value from a bound that differs.
int digits_for(const CaseCheck& check) {
  for (int digits = 6; digits < 17; ++digits) {
    const std::string measured = number_with(check.measured, digits);
    const auto told_apart = [&](double bound) {
      return bound == check.measured || number_with(bound, digits) != measured;
    };
    if (told_apart(check.lower) && told_apart(check.upper)) return digits;
  }
  return 17;
}

std::string text_with_unit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

// Quoted as one shell word.
std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string("_./:=,+-@%").find(static_cast<char>(c)) != std::string::npos;
  });
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

// Path in the scene file that an axis of a sweep sets.
std::string path_of_axis(const std::string& axis) {
  if (axis == "step") return "time.step";
  return axis == "seed" ? "perturb.seed" : axis;
}

}  // namespace

bool needs_attention(CaseStatus status) { return severity(status) > severity(CaseStatus::kKnown); }

int severity(CaseStatus status) {
  const auto* place = std::find(std::begin(kBySeverity), std::end(kBySeverity), status);
  return static_cast<int>(std::end(kBySeverity) - place);
}

std::string word_of(CaseStatus status) {
  std::string word = name_of(status);
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

std::string counts_text(const std::vector<CaseResult>& cases) {
  std::string text;
  for (const CaseStatus status : kBySeverity) {
    const auto count = std::count_if(cases.begin(), cases.end(), [&](const CaseResult& result) {
      return result.status == status;
    });
    if (count == 0) continue;
    text.append(text.empty() ? "" : ", ").append(std::to_string(count)).append(" ");
    text.append(word_of(status));
  }
  return text.empty() ? "no cases" : text;
}

std::string measured_text(const CaseCheck& check) {
  if (std::isnan(check.measured)) return "not a number";
  return text_with_unit(number_with(check.measured, digits_for(check)), check.unit);
}

std::string allowed_text(const CaseCheck& check) {
  const int digits = digits_for(check);
  const std::string lower = number_with(check.lower, digits);
  const std::string upper = number_with(check.upper, digits);
  const bool below = std::isfinite(check.lower), above = std::isfinite(check.upper);
  if (below && above && check.lower == check.upper) return text_with_unit("= " + lower, check.unit);
  if (below && above) return text_with_unit(lower + " … " + upper, check.unit);
  if (above) return text_with_unit("≤ " + upper, check.unit);
  return below ? text_with_unit("≥ " + lower, check.unit) : "";
}

std::string headline(const CaseResult& result) {
  // The message of a failed case is about something else: known failures that did not occur.
  const bool failed = result.status == CaseStatus::kFailed;
  if (!failed && !result.message.empty()) return result.message;
  for (const CaseCheck& check : result.checks) {
    if (check.passed || (failed && check.known)) continue;
    return check.message.empty() ? check.text : check.message;
  }
  return result.message;
}

std::vector<std::string> commands_to_repeat(const CaseResult& result, const std::string& captured) {
  const CaseId& id = result.id;
  std::string pair, pairs, sets;
  if (!id.formulation.empty()) {
    pair += " --formulation " + quoted(id.formulation);
    pairs += " --formulations " + quoted(id.formulation);
  }
  if (!id.solver.empty()) {
    pair += " --solver " + quoted(id.solver);
    pairs += " --solvers " + quoted(id.solver);
  }
  const std::string file = quoted(id.file);
  std::vector<std::string> commands = {"cardan regress " + file + pairs};
  for (const auto& [axis, value] : id.point) {
    if (axis == "across") return commands;
    sets += " --set " + quoted(path_of_axis(axis) + "=" + value);
  }
  if (result.status == CaseStatus::kError || result.status == CaseStatus::kSkipped) return commands;
  commands.push_back("cardan run " + file + pair + sets);
  if (!result.troubles.empty() && id.point.empty()) {
    commands.push_back("cardan explain " + file + pair + " --step " +
                       std::to_string(result.troubles.front().step));
  }
  if (!captured.empty()) commands.push_back("cardan solve " + quoted(captured) + " --solver all");
  return commands;
}

}  // namespace cardan::app
