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

/// What a child printed that came back well, to standard error: its last lines.
void pass_on_printed(const ChildEnd& end);

/// Of one child, where an option --timeout does not say otherwise [s].
inline constexpr double kDefaultLimit = 600;

}  // namespace cardan::app
