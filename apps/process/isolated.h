#pragma once

#include <functional>
#include <string>

#include "apps/process/process_pool.h"

namespace cardan::app {

/// Runs a task in a child process with a time limit [s]. On a terminal, the label is shown while a
/// long task runs. Throws Error if the system cannot create a process.
ChildEnd run_isolated(const std::string& label, double limit,
                      const std::function<std::string()>& work);

/// True if the child exited normally and handed over a result.
bool handed_over(const ChildEnd& end);

/// Prints the captured output of a child that ended normally to standard error.
void pass_on_printed(const ChildEnd& end);

/// Default time limit of a child [s]; --timeout sets another one.
inline constexpr double kDefaultLimit = 600;

}  // namespace cardan::app
