#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Numbers of an attribute, read without the locale (std::from_chars).
namespace cardan::urdf {

struct NumberList {
  std::vector<double> values;
  bool commas = false;  ///< separated by commas somewhere
  std::string fault;    ///< "" or what is wrong with the first bad word
};

/// Splits at white space and commas. A word that is no finite number ends the list with a fault.
NumberList parse_numbers(std::string_view text);

/// Replaces each $(optenv NAME default words) by its default; sets expanded if there was one.
std::string expand_optenv(std::string_view text, bool& expanded);

}  // namespace cardan::urdf
