#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Locale-independent parsing of the numbers of an attribute (std::from_chars).
namespace cardan::urdf {

struct NumberList {
  std::vector<double> values;
  bool commas = false;  ///< true if some numbers are separated by commas
  std::string fault;    ///< defect of the first bad word, or ""
};

/// Splits at white space and commas. A word that is not a finite number ends the list with a fault.
NumberList parse_numbers(std::string_view text);

/// Replaces each $(optenv NAME default words) by its default. Sets `expanded` to true if the text
/// contains one.
std::string expand_optenv(std::string_view text, bool& expanded);

}  // namespace cardan::urdf
