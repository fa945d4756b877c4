#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cardan {

/// Numbers of a text, one after the other, white space between them. Independent of the locale.
/// Throws Error with file and line.
class NumberScanner {
 public:
  NumberScanner(std::string_view text, std::string where) : text_(text), where_(std::move(where)) {}

  /// A whole number within [lowest, highest]; what: its name in the error.
  int integer(const char* what, int lowest, int highest);
  /// A finite number.
  double number(const char* what);
  /// Throws unless the rest of the text has room for so many numbers: before memory is taken.
  void require_room(std::int64_t numbers, const char* what) const;
  /// How many numbers follow before the end or the first word that is none; at most `most`.
  std::int64_t count_numbers(std::int64_t most) const;

  [[noreturn]] void fail(const std::string& what, const std::string& expected) const;
  const std::string& where() const { return where_; }

 private:
  std::string_view next_word(const char* what);

  std::string_view text_;
  std::string where_;
  std::size_t position_ = 0;
};

/// Parses a whole word; false if it is not exactly one number.
bool parse_number(std::string_view word, double& x);
bool parse_integer(std::string_view word, std::int64_t& x);

}  // namespace cardan
