#pragma once

#include <charconv>
#include <string>
#include <utility>

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

}  // namespace cardan
