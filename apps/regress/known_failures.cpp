#include "known_failures.h"

#include <algorithm>

namespace cardan::app {

namespace {

bool is_known(const KnownFailure& known, const CaseId& id, const CaseCheck& check) {
  const auto& names = known.quantities;
  return known.pairs.takes(id.formulation, id.solver) &&
         (names.empty() || std::find(names.begin(), names.end(), check.quantity) != names.end());
}

}  // namespace

CaseStatus settle(const std::vector<KnownFailure>& known, CaseResult& result) {
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

}  // namespace cardan::app
