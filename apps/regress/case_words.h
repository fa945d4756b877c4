#pragma once

#include <string>
#include <vector>

#include "case_result.h"

namespace cardan::app {

/// Whether the runner of the check has to look at it: neither passed, known nor skipped.
bool needs_attention(CaseStatus status);

/// The worse the larger: crashed, limit of time, error, failed, interrupted, known, passed,
/// skipped.
int severity(CaseStatus status);

/// "timed out"
std::string word_of(CaseStatus status);

/// How many ended so: "3 failed, 120 passed, 14 skipped", the worst first.
std::string counts_text(const std::vector<CaseResult>& cases);

/// "0.51 … 0.53 m", "≤ 1e-06 m/s"; with as many digits as it takes to tell it from what was
/// measured. "" where nothing is asked.
std::string allowed_text(const CaseCheck& check);
std::string measured_text(const CaseCheck& check);

/// The one line that says what is wrong, "" for a case that passed.
std::string headline(const CaseResult& result);

/// Commands of a shell that check the scene again with this pair, run the case, look into its first
/// trouble and solve its first captured problem. captured: its file as the reader has it.
std::vector<std::string> commands_to_repeat(const CaseResult& result, const std::string& captured);

}  // namespace cardan::app
