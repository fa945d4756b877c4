#include "view/live/token.h"

#include <sys/random.h>

#include <algorithm>
#include <array>

#include "cardan/error.h"

namespace cardan::view {

namespace {

constexpr std::size_t kTokenBytes = 16;
constexpr std::string_view kTokenDigits = "0123456789abcdef";

}  // namespace

std::string random_token() {
  std::array<unsigned char, kTokenBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error("the system provides no random numbers", "viewer", "try again");
  std::string text;
  for (const unsigned char byte : bytes) {
    text.push_back(kTokenDigits[byte >> 4U]);
    text.push_back(kTokenDigits[byte & 15U]);
  }
  return text;
}

bool is_token(std::string_view text) {
  return text.size() == 2 * kTokenBytes && std::all_of(text.begin(), text.end(), [](char c) {
           return kTokenDigits.find(c) != std::string_view::npos;
         });
}

bool equal_tokens(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace cardan::view
