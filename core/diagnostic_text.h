#pragma once

#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"

namespace cardan {

/// Sorts by file and line. Files keep the order of their first appearance; diagnostics without a
/// line number come last in their file. The sort is stable.
CARDAN_API std::vector<Diagnostic> in_line_order(std::vector<Diagnostic> diagnostics);

/// Formats diagnostics for people, one line each: FILE:LINE: severity: element: message. Omits
/// diagnostics below `least`. Messages that differ only in numbers and quoted names share one line,
/// followed by a line with their count and the names. Every line begins with `indent`.
CARDAN_API std::string diagnostics_text(const std::vector<Diagnostic>& diagnostics, Severity least,
                                        const std::string& indent = "");

}  // namespace cardan
