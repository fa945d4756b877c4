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
  /// Throws unless the next characters after white space are these.
  void expect_word(std::string_view word);
  /// Moves behind so many words.
  void skip_words(int count);
  /// Moves to the beginning of the next line.
  void skip_line();
  /// How many numbers follow before the end or the first word that is none; at most `most`.
  std::int64_t count_numbers(std::int64_t most) const;

  /// True where the text ends right after the last number taken, without white space: the number
  /// may be cut.
  bool ends_with_number() const { return position_ == text_.size() && !last_.empty(); }
  /// True where in addition the number is shorter than the two before it, which have one length of
  /// a printed format.
  bool ends_within_number() const;

  [[noreturn]] void fail(const std::string& what, const std::string& expected) const;
  const std::string& where() const { return where_; }

 private:
  std::string_view next_word(const char* what);

  std::string_view text_;
  std::string where_;
  std::size_t position_ = 0;
  std::string_view last_, before_last_, two_before_;  ///< words of the numbers taken last
};

/// Parses a whole word; false if it is not exactly one number.
bool parse_number(std::string_view word, double& x);
bool parse_integer(std::string_view word, std::int64_t& x);

}  // namespace cardan
