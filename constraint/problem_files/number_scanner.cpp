#include "constraint/problem_files/number_scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cardan/error.h"

namespace cardan {

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::size_t skip_word(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_space(text[at])) ++at;
  return at;
}

// from_chars does not accept a leading plus sign.
std::string_view without_plus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  return word;
}

// Quotes a word for a message of one line.
std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 24;
  std::string text("'");
  for (const char c : word.substr(0, kLongest)) text.push_back(c < ' ' || c > '~' ? '?' : c);
  text.append(word.size() > kLongest ? "...'" : "'");
  return text;
}

}  // namespace

bool parse_number(std::string_view word, double& x) {
  word = without_plus(word);
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), x);
  // A value too small for a double is zero; one too large is rejected.
  if (failure == std::errc::result_out_of_range) {
    x = 0;
    return word.find("e-") != word.npos || word.find("E-") != word.npos;
  }
  return failure == std::errc() && end == word.data() + word.size();
}

bool parse_integer(std::string_view word, std::int64_t& x) {
  word = without_plus(word);
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), x);
  return failure == std::errc() && end == word.data() + word.size();
}

void NumberScanner::fail(const std::string& what, const std::string& expected) const {
  const std::size_t end = std::min(position_, text_.size());
  const auto line =
      1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  std::string place = where_;
  place.append(":").append(std::to_string(line));
  throw Error(what, place, expected);
}

std::string_view NumberScanner::next_word(const char* what) {
  const std::size_t begin = skip_space(text_, position_);
  if (begin == text_.size()) {
    position_ = begin;
    fail("the file ends too early", std::string("expected ") + what);
  }
  position_ = begin;
  const std::size_t end = skip_word(text_, begin);
  return text_.substr(begin, end - begin);
}

int NumberScanner::integer(const char* what, int lowest, int highest) {
  const std::string_view word = next_word(what);
  std::int64_t x = 0;
  if (!parse_integer(word, x) || x < lowest || x > highest) {
    std::string expected = "expected a whole number ";
    expected.append(std::to_string(lowest)).append(" to ").append(std::to_string(highest));
    fail(quoted(word).append(" is not a valid ").append(what), expected);
  }
  position_ += word.size();
  return static_cast<int>(x);
}

double NumberScanner::number(const char* what) {
  const std::string_view word = next_word(what);
  double x = 0;
  if (!parse_number(word, x) || !std::isfinite(x)) {
    fail(quoted(word).append(" is not a valid ").append(what), "expected a finite number");
  }
  position_ += word.size();
  two_before_ = before_last_;
  before_last_ = last_;
  last_ = word;
  return x;
}

bool NumberScanner::ends_within_number() const {
  constexpr std::size_t kPrinted = 12;  // digits; numbers written by hand are shorter
  const auto length = [](std::string_view word) {
    return word.size() - (!word.empty() && (word[0] == '-' || word[0] == '+') ? 1 : 0);
  };
  return ends_with_number() && length(before_last_) >= kPrinted &&
         length(before_last_) == length(two_before_) && length(last_) < length(before_last_);
}

void NumberScanner::expect_word(std::string_view word) {
  const std::size_t begin = skip_space(text_, position_);
  position_ = begin;
  if (text_.substr(begin, word.size()) != word) {
    const std::size_t end = skip_word(text_, begin);
    fail(quoted(text_.substr(begin, end - begin)).append(" is unexpected in a sparse matrix"),
         "expected " + quoted(word));
  }
  position_ += word.size();
}

void NumberScanner::skip_words(int count) {
  for (int k = 0; k < count; ++k) {
    position_ = skip_word(text_, skip_space(text_, position_));
  }
}

void NumberScanner::skip_line() {
  const std::size_t end = text_.find('\n', position_);
  position_ = end == text_.npos ? text_.size() : end + 1;
}

void NumberScanner::require_room(std::int64_t numbers, const char* what) const {
  const auto room = static_cast<std::int64_t>((text_.size() - position_ + 1) / 2);
  if (numbers <= room) return;
  std::string problem = "the file is too short for ";
  problem.append(std::to_string(numbers)).append(" numbers");
  fail(problem, std::string("expected ") + what);
}

std::int64_t NumberScanner::count_numbers(std::int64_t most) const {
  std::int64_t count = 0;
  for (std::size_t at = skip_space(text_, position_); at < text_.size() && count < most;) {
    const std::size_t end = skip_word(text_, at);
    double x = 0;
    if (!parse_number(text_.substr(at, end - at), x)) break;
    ++count;
    at = skip_space(text_, end);
  }
  return count;
}

}  // namespace cardan
