#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"

namespace cardan::app {

/// Results as JUnit XML, as read by GitHub reporters, GitLab and Jenkins: a suite per scene, a test
/// case per run. Crashes, timeouts and unreadable scenes are errors; known failures count as
/// skipped, with their reason. Characters that XML forbids become U+FFFD.
std::string junit_of(const std::vector<CaseResult>& results);

/// Current time in UTC: 2026-11-22T03:22:47Z
std::string time_stamp();

}  // namespace cardan::app
