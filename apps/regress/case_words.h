#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"

namespace cardan::app {

/// True if the status needs attention: neither passed, known nor skipped.
bool needs_attention(CaseStatus status);

/// Severity of a status; a larger number is worse. Worst first: crashed, timed out, error, failed,
/// interrupted, known, passed, skipped.
int severity(CaseStatus status);

/// The status in words: "timed out".
std::string word_of(CaseStatus status);

/// Counts per status, most severe first: "3 failed, 120 passed, 14 skipped".
std::string counts_text(const std::vector<CaseResult>& cases);

/// "0.51 … 0.53 m", "≤ 1e-06 m/s", with enough digits to distinguish the bound from the measured
/// value. "" if nothing is checked.
std::string allowed_text(const CaseCheck& check);
std::string measured_text(const CaseCheck& check);

/// One line about the failure, "" for a case that passed.
std::string headline(const CaseResult& result);

/// Shell commands that check the scene again with this pair, run the case, explain its first
/// trouble and solve its first captured problem. captured: path at which the user finds this
/// problem file.
std::vector<std::string> commands_to_repeat(const CaseResult& result, const std::string& captured);

}  // namespace cardan::app
