#include "dynamics/urdf/numbers.h"

#include <charconv>
#include <cmath>

namespace cardan::urdf {

namespace {

bool separates(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == '\f' || c == '\v';
}

// Parses the whole word as a finite number, or sets the fault.
double parse_word(const std::string& word, std::string& fault) {
  if (word.find("$(") != word.npos || word.find("${") != word.npos) {
    fault = "unexpanded xacro expression '" + word + "'";
    return 0;
  }
  const char* begin = word.data();
  const char* end = begin + word.size();
  if (word.size() > 1 && word[0] == '+' && word[1] != '-')
    ++begin;  // from_chars does not accept a
              // plus sign
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (stop != end || error == std::errc::invalid_argument) {
    fault = "'" + word + "' is not a number";
    return 0;
  }
  // from_chars reports overflow and underflow alike; a negative exponent distinguishes them.
  if (error == std::errc::result_out_of_range) {
    const std::size_t exponent = word.find_first_of("eE");
    if (exponent != word.npos && word.find('-', exponent) != word.npos) return 0;
    fault = "'" + word + "' is too large for a number";
    return 0;
  }
  if (!std::isfinite(value)) fault = "'" + word + "' is not a finite number";
  return value;
}

}  // namespace

NumberList parse_numbers(std::string_view text) {
  NumberList list;
  std::size_t at = 0;
  while (at < text.size()) {
    if (separates(text[at])) {
      list.commas = list.commas || text[at] == ',';
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !separates(text[end])) ++end;
    // A xacro expression may contain blanks; keep it whole for the message.
    if (text.substr(at, 2) == "$(" || text.substr(at, 2) == "${") {
      const std::size_t close = text.find(text[at + 1] == '(' ? ')' : '}', at);
      if (close != text.npos) end = close + 1;
    }
    const double value = parse_word(std::string(text.substr(at, end - at)), list.fault);
    if (!list.fault.empty()) return list;
    list.values.push_back(value);
    at = end;
  }
  return list;
}

std::string expand_optenv(std::string_view text, bool& expanded) {
  constexpr std::string_view kOpen = "$(optenv ";
  std::string result;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = text.find(kOpen, at);
    const std::size_t close = open == text.npos ? text.npos : text.find(')', open);
    if (close == text.npos) break;
    const std::string_view inside = text.substr(open + kOpen.size(), close - open - kOpen.size());
    const std::size_t name = inside.find_first_not_of(' ');
    const std::size_t blank = name == inside.npos ? inside.npos : inside.find(' ', name);
    if (blank == inside.npos) break;  // no default; parse_numbers reports it
    result += text.substr(at, open - at);
    result += inside.substr(blank + 1);
    expanded = true;
    at = close + 1;
  }
  result += text.substr(at);
  return result;
}

}  // namespace cardan::urdf
