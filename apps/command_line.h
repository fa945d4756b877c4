#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

#include "cardan/constraint/formulation.h"

/// Small forms of the command line. All throw Error that quotes what was given.
namespace cardan::app {

/// "NAME=VALUE" in its two parts; option is for the message.
std::pair<std::string, std::string> split_assignment(const std::string& text,
                                                     const std::string& option);

/// Refuses what is not a finite number above 0: CLI::PositiveNumber takes nan.
CLI::Validator positive_number();

/// Refuses what is not a finite number of at least 0.
CLI::Validator number_from_0();

/// Refuses what is not a whole number from 1.
CLI::Validator step_number();

/// A formulation with options: cone, polyhedral:directions=4,form=anitescu_potra.
FormulationSpec parse_formulation(const std::string& text);

}  // namespace cardan::app
