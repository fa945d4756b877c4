#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cardan/export.h"

/// Formulations and solvers, named with their options.
namespace cardan {

/// A named option of a solver or a formulation. Its value is a number or a word.
struct Option {
  Option() = default;
  Option(std::string name_in, double number_in, std::string word_in = "")
      : name(std::move(name_in)), number(number_in), word(std::move(word_in)) {}
  Option(std::string name_in, std::string word_in)
      : name(std::move(name_in)), word(std::move(word_in)) {}

  std::string name;
  double number = 0;  ///< value if `word` is empty
  std::string word;   ///< value if not empty

  /// Returns the word, or the shortest text that reads back as the number.
  std::string text() const {
    if (!word.empty()) return word;
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
  }
};

/// Name and value of one solver option. Choices are given as words.
using SolverOption = Option;

/// A solver with its options and fallbacks.
struct SolverSpec {
  std::string id;                     ///< id of the solver; "" for the default of the formulation
  std::vector<SolverOption> options;  ///< options of the plugin
  std::optional<double> tolerance;    ///< tolerance [m/s], 1e-8 by default
  std::optional<int> max_iterations;
  std::vector<SolverSpec> fallback;  ///< solvers that are tried in order if this solver fails
  /// Residual [m/s] at which the chain may stop before the tolerance is reached. Such an answer has
  /// the status APPROXIMATE. Only the value of the first solver in a chain is used.
  std::optional<double> accuracy = std::nullopt;
};

/// Id and options of a formulation, as in a scene file, e.g. cone or {polyhedral: {directions: 8}}.
struct FormulationSpec {
  std::string id = "cone";
  std::vector<Option> options;  ///< options, in which each name occurs at most once
};

/// Ids of all formulations, in the order of the documentation.
CARDAN_API const std::vector<std::string>& formulation_ids();

}  // namespace cardan
