#pragma once

#include <cstddef>
#include <string>

namespace cardan::app {

/// The current activity of a command, in shared memory that the supervising process reads after an
/// abnormal end. Without a supervisor all functions do nothing.
namespace activity {

/// Allocates the memory; call before the fork. False if the system provides none.
bool share();

/// Names the activity, e.g. "step 3 of stand.yaml, with the solvers lemke, pgs"; plugin code runs
/// from here on. "": no plugin code runs. Long texts are truncated.
void set(const std::string& what);

/// Names a file that is written under a temporary name for a long time.
void note_output(const std::string& file);

/// The process may be killed after this time from now [s]; negative: never.
void set_kill_time(double seconds);

// Readers, for the supervising process.
std::string what();
std::string output();
bool kill_time_has_come();

}  // namespace activity

}  // namespace cardan::app
