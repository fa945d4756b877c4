#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "constraint/formulation.h"

/// Parsers for command-line values. Each throws an Error that quotes an invalid value.
namespace cardan::app {

/// Splits "NAME=VALUE". option and form: used in the message.
std::pair<std::string, std::string> split_assignment(const std::string& text,
                                                     const std::string& option,
                                                     const char* form = "NAME=VALUE");

/// Maps package names to folders, from the values "NAME=DIR" of --package.
std::map<std::string, std::string> package_folders(const std::vector<std::string>& values);

/// Accepts finite numbers above 0. CLI::PositiveNumber would also accept nan.
CLI::Validator positive_number();

/// Accepts 0 and finite numbers above 0.
CLI::Validator number_from_0();

/// Accepts whole numbers from 1.
CLI::Validator step_number();

/// Parses a formulation with options: cone, polyhedral:directions=4,form=anitescu_potra.
FormulationSpec parse_formulation(const std::string& text);

}  // namespace cardan::app
