#pragma once

#include <string>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"

namespace cardan {

/// By file, files in the order in which they first appear, and by line; what has no line comes
/// last in its file. Equals stay in their order.
CARDAN_API std::vector<Diagnostic> in_line_order(std::vector<Diagnostic> diagnostics);

/// Diagnostics for people, one line each: FILE:LINE: severity: element: message. Those below
/// `least` are left out. Messages that differ in numbers and quoted names alone are one line and a
/// second one with their count and what they name. Every line begins with `indent`.
CARDAN_API std::string diagnostics_text(const std::vector<Diagnostic>& diagnostics, Severity least,
                                        const std::string& indent = "");

}  // namespace cardan
