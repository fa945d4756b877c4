#include "apps/regress/known_failures.h"

#include <algorithm>

namespace cardan::app {

namespace {

bool is_known(const KnownFailure& known, const CaseId& id, const CaseCheck& check) {
  const auto& names = known.quantities;
  return known.pairs.takes(id.formulation, id.solver) &&
         std::find(names.begin(), names.end(), check.quantity) != names.end();
}

// Comparisons over a sweep are checked elsewhere.
bool is_of_one_run(const std::string& quantity, const Scene& scene) {
  return std::none_of(scene.expect.begin(), scene.expect.end(), [&](const ExpectSpec& spec) {
    return spec.across.kind != AcrossSpec::Kind::kNone && spec.quantity == quantity;
  });
}

bool occurred(const KnownFailure& known, const CaseResult& result) {
  return std::any_of(result.checks.begin(), result.checks.end(), [&](const CaseCheck& check) {
    return !check.passed && is_known(known, result.id, check);
  });
}

// "2 expectations", "1 golden trajectory" …
std::string counted(std::size_t n, const char* one, const char* many) {
  return std::to_string(n).append(" ").append(n == 1 ? one : many);
}

void append_note(const std::string& note, std::string& text) {
  text.append(text.empty() ? "" : "; ").append(note);
}

}  // namespace

CaseStatus apply_known_failures(const std::vector<KnownFailure>& known, CaseResult& result) {
  CaseStatus status = CaseStatus::kPassed;
  for (CaseCheck& check : result.checks) {
    if (check.passed) continue;
    const auto reason = std::find_if(known.begin(), known.end(), [&](const KnownFailure& one) {
      return is_known(one, result.id, check);
    });
    if (reason == known.end()) {
      status = CaseStatus::kFailed;
      continue;
    }
    check.known = true;
    check.because = reason->because;
    if (status == CaseStatus::kPassed) status = CaseStatus::kKnown;
  }
  return status;
}

std::string notes_of(const Scene& scene, const CaseResult& result) {
  std::string text;
  const bool expected = std::any_of(result.checks.begin(), result.checks.end(),
                                    [](const CaseCheck& check) { return check.line > 0; });
  if (!expected && result.recorded.empty()) {
    text = "no expectation beyond a finite final state and answered islands";
    const std::size_t compared = result.across.size();
    if (compared > 0) {
      text.append(": ").append(counted(compared, "expectation compares", "expectations compare"));
      text.append(" the runs of the sweep");
    } else if (!scene.expect.empty()) {
      text.append(": ").append(counted(scene.expect.size(), "expectation is", "expectations are"));
      text.append(" for other pairs");
    }
  }
  for (const KnownFailure& known : scene.known_failures) {
    const bool ran =
        known.pairs.takes(result.id.formulation, result.id.solver) &&
        std::all_of(known.quantities.begin(), known.quantities.end(),
                    [&](const std::string& name) { return is_of_one_run(name, scene); });
    if (!ran || occurred(known, result)) continue;
    std::string note = "the known failure of line ";
    append_note(note.append(std::to_string(known.line)).append(" did not occur"), text);
  }
  return text;
}

}  // namespace cardan::app
