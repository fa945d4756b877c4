#pragma once

#include <cstddef>
#include <string>

namespace cardan::app {

/// The current activity of a command, in shared memory that the supervising process reads after an
/// abnormal end. Without a supervisor, these functions do nothing.
namespace activity {

/// Allocates the shared memory; call before the fork. Returns false if the system provides none.
bool share();

/// Names the activity, e.g. "step 3 of stand.yaml, with the solvers lemke, pgs"; plugin code runs
/// from then on. An empty string means that no plugin code runs. Long strings are truncated.
void set(const std::string& what);

/// Names an output file that is written under a temporary name over a long time.
void note_output(const std::string& file);

/// Sets the time, counted from now [s], after which the process may be killed; negative: never.
void set_kill_time(double seconds);

// Readers, for the supervising process.
std::string what();
std::string output();
bool kill_time_has_come();

}  // namespace activity

}  // namespace cardan::app
