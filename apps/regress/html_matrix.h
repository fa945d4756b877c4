#pragma once

#include <string>
#include <vector>

#include "case_result.h"

namespace cardan::app {

/// Table of scenes × formulation/solver: a word and a link to the section of the worst case of the
/// cell. Pairs that no scene was run with are left out.
std::string matrix_html(const std::vector<CaseResult>& cases);

/// Anchor of the section of a case.
std::string anchor_of(std::size_t number);

/// A status as a word on its colour.
std::string status_html(CaseStatus status, const std::string& more = "");

}  // namespace cardan::app
