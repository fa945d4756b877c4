#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cardan {

/// Scans numbers separated by white space, independently of the locale. Throws Error with the file
/// and the line.
class NumberScanner {
 public:
  NumberScanner(std::string_view text, std::string where) : text_(text), where_(std::move(where)) {}

  /// Reads an integer within [lowest, highest]. what: name of the integer in errors.
  int integer(const char* what, int lowest, int highest);
  /// Reads a finite number.
  double number(const char* what);
  /// Throws if the rest of the text is too short for this many numbers. Must be called before
  /// allocating memory for them.
  void require_room(std::int64_t numbers, const char* what) const;
  /// Throws unless the given word follows, after optional white space.
  void expect_word(std::string_view word);
  /// Skips words.
  void skip_words(int count);
  /// Skips to the beginning of the next line.
  void skip_line();
  /// Counts the numbers before the end of the text or the first word that is not a number, up to
  /// `most`.
  std::int64_t count_numbers(std::int64_t most) const;

  /// True if the text ends right after the last number, without white space. The number may then be
  /// truncated.
  bool ends_with_number() const { return position_ == text_.size() && !last_.empty(); }
  /// True if ends_with_number() is true and the last number is shorter than the two numbers before
  /// it, which have equal length, as in printed tables.
  bool ends_within_number() const;

  [[noreturn]] void fail(const std::string& what, const std::string& expected) const;
  const std::string& where() const { return where_; }

 private:
  std::string_view next_word(const char* what);

  std::string_view text_;
  std::string where_;
  std::size_t position_ = 0;
  std::string_view last_, before_last_, two_before_;  ///< words of the last numbers
};

/// These functions parse a whole word. They return false if the word is not exactly one number.
bool parse_number(std::string_view word, double& x);
bool parse_integer(std::string_view word, std::int64_t& x);

}  // namespace cardan
