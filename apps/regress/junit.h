#pragma once

#include <string>
#include <vector>

#include "case_result.h"

namespace cardan::app {

/// The outcome as JUnit XML, as GitHub's reporters, GitLab and Jenkins read it: a suite for every
/// scene, a test case for every run. Crashes, limits of time and unreadable scenes are errors,
/// known failures count as skipped with their reason. Characters that XML does not have become
/// U+FFFD.
std::string junit_of(const std::vector<CaseResult>& results);

/// Now, in UTC: 2026-11-22T03:22:47Z
std::string time_stamp();

}  // namespace cardan::app
