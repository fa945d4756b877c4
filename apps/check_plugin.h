#pragma once

#include <string>

namespace cardan::app {

/// Runs the conformance kit on each solver of a library, each in a child process, so that a solver
/// that crashes, exits or hangs fails alone. limit: time limit per solver [s]. Prints the reports;
/// returns true if all passed. Throws Error if the library cannot be loaded.
bool check_plugin_isolated(const std::string& file, double limit);

}  // namespace cardan::app
