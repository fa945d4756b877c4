#pragma once

#include <string>

namespace cardan::app {

/// Puts the conformance kit to each solver of a library, each in a child: a solver that crashes,
/// ends the process or does not come back fails alone. limit: of each [s]. Prints the reports; true
/// if all passed. Throws Error where the library does not load.
bool check_plugin_isolated(const std::string& file, double limit);

}  // namespace cardan::app
