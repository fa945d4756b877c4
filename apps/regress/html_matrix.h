#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"

namespace cardan::app {

/// Table of scenes and pairs. Each cell has the status of its worst case and a link to the section
/// of that case. Pairs without runs are omitted.
std::string matrix_html(const std::vector<CaseResult>& cases);

/// Anchor of the section of a case.
std::string anchor_of(std::size_t number);

/// A status on its background colour.
std::string status_html(CaseStatus status, const std::string& more = "");

}  // namespace cardan::app
