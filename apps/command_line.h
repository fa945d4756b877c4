#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "cardan/constraint/formulation.h"

/// Parsers for values of the command line. All throw Error that quotes the value.
namespace cardan::app {

/// Splits "NAME=VALUE". option: used in the message.
std::pair<std::string, std::string> split_assignment(const std::string& text,
                                                     const std::string& option);

/// Accepts finite numbers above 0. CLI::PositiveNumber accepts nan.
CLI::Validator positive_number();

/// Accepts finite numbers of at least 0.
CLI::Validator number_from_0();

/// Accepts whole numbers of at least 1.
CLI::Validator step_number();

/// Parses a formulation with options: cone, polyhedral:directions=4,form=anitescu_potra.
FormulationSpec parse_formulation(const std::string& text);

}  // namespace cardan::app
