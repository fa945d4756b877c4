#pragma once

#include <CLI/CLI.hpp>

namespace cardan::app {

/// Adds `cardan doctor`, as commands.h describes it.
void add_doctor_command(CLI::App& app, int& exit_code);

}  // namespace cardan::app
