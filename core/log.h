#pragma once

#include <string_view>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"

namespace cardan {

/// Writes one line to standard error through the logger of the process. This function is never
/// called inside a step.
CARDAN_API void log(Severity severity, std::string_view message);

/// Drops messages below this severity. By default, warnings and errors are shown.
CARDAN_API void set_log_level(Severity lowest_shown);

}  // namespace cardan
