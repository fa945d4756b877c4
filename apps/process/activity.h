#pragma once

#include <cstddef>
#include <string>

namespace cardan::app {

/// The present work of a command, in memory that the process above it reads after the command ended
/// abnormally. Without such a process all of this does nothing.
namespace activity {

/// Makes the memory; call before the fork. False: the system gives none.
bool share();

/// "step 3 of stand.yaml, with the solvers lemke, pgs": code of plugins runs from here on. "" :
/// none does. Longer texts are cut.
void set(const std::string& what);

/// A file that is written under a temporary name for a long time.
void note_output(const std::string& file);

/// From so many seconds from now on the process may be killed; below 0: never.
void set_kill_time(double seconds);

// The activity, as the process above reads it.
std::string what();
std::string output();
bool kill_time_has_come();

}  // namespace activity

}  // namespace cardan::app
