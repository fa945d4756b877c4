#include <cmath>
#include <cstdint>

#include "cardan/error.h"
#include "geometry/files/mesh_readers.h"

namespace cardan::mesh {

namespace {

constexpr double kPowers[] = {1,    1e-1, 1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                              1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15};
constexpr int kMostDigits = 15;  // digits of a fraction that count; the others are skipped

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Removes the digits at the front of the word; the first `most` of them count. Returns false if
// there are none or if the value overflows.
bool take_digits(std::string_view& word, int most, std::uint64_t& value, int& count) {
  value = 0;
  count = 0;
  if (word.empty() || !is_digit(word[0])) return false;
  for (; !word.empty() && is_digit(word[0]); word.remove_prefix(1)) {
    if (count == most) continue;
    if (value > (UINT64_MAX - 9) / 10) return false;
    value = 10 * value + static_cast<std::uint64_t>(word[0] - '0');
    ++count;
  }
  return true;
}

bool take_sign(std::string_view& word) {
  const bool negative = !word.empty() && word[0] == '-';
  if (negative || (!word.empty() && word[0] == '+')) word.remove_prefix(1);
  return negative;
}

}  // namespace

bool read_mesh_number(std::string_view word, float& value) {
  const bool negative = take_sign(word);
  std::uint64_t digits = 0;
  int count = 0;
  float f = 0;
  const bool whole = !word.empty() && is_digit(word[0]);
  if (whole) {
    if (!take_digits(word, INT32_MAX, digits, count)) return false;
    f = static_cast<float>(digits);
  }
  if (!word.empty() && word[0] == '.') {
    word.remove_prefix(1);
    if (take_digits(word, kMostDigits, digits, count)) {
      f += static_cast<float>(static_cast<double>(digits) * kPowers[count]);
    } else if (!whole) {
      return false;
    }
  } else if (!whole) {
    return false;
  }
  if (!word.empty() && (word[0] == 'e' || word[0] == 'E')) {
    word.remove_prefix(1);
    const bool small = take_sign(word);
    if (!take_digits(word, INT32_MAX, digits, count)) return false;
    const float exponent = static_cast<float>(digits);
    f *= std::pow(10.0F, small ? -exponent : exponent);
  }
  value = negative ? -f : f;
  return word.empty() && std::isfinite(f);
}

std::string_view next_word(std::string_view& line) {
  constexpr const char* kBlanks = " \t\v\f";
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(word.size());
  return word;
}

bool TextLines::next(std::string_view& line) {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line = rest_.substr(0, end);
  const bool two = end + 1 < rest_.size() && rest_[end] == '\r' && rest_[end + 1] == '\n';
  rest_.remove_prefix(std::min(end + (two ? 2 : 1), rest_.size()));
  ++number_;
  return true;
}

void check_mesh_size(std::size_t triangles, std::size_t vertices, std::size_t parts,
                     const std::string& file) {
  const auto check = [&](std::size_t count, std::size_t most, const char* what) {
    if (count <= most) return;
    throw Error("mesh of more than " + std::to_string(most) + " " + what, file,
                "simplify it, or split it into several files");
  };
  check(triangles, kMostTriangles, "triangles");
  check(vertices, kMostVertices, "vertices");
  check(parts, kMostParts, "parts");
}

}  // namespace cardan::mesh
