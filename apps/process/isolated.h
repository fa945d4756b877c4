#pragma once

#include <functional>
#include <string>

#include "process/process_pool.h"

namespace cardan::app {

/// Does one piece of work in a child, with a limit of time [s]. The label stands in a line on a
/// terminal while the work takes long. Throws Error where the system gives no process.
ChildEnd run_isolated(const std::string& label, double limit,
                      const std::function<std::string()>& work);

/// Whether the child ended as it should and handed over a result.
bool handed_over(const ChildEnd& end);

/// Passes the last printed lines of a child that ended well to standard error.
void pass_on_printed(const ChildEnd& end);

/// Time limit of one child, unless an option --timeout sets another [s].
inline constexpr double kDefaultLimit = 600;

}  // namespace cardan::app
