#include "view/content_hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cardan::view {

namespace {

using State = std::array<std::uint32_t, 8>;

constexpr std::size_t kBlock = 64;  // [bytes]

// The first 32 bits of the fractional parts of the square roots of the first eight primes.
constexpr State kStart{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::uint32_t kRounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

// Compresses one block [FIPS 180-4, section 6.2.2].
void take_block(std::string_view block, State& state) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t t = 0; t < 16; ++t) {
    w[t] = 0;
    for (std::size_t i = 0; i < 4; ++i) w[t] = w[t] << 8U | byte_at(block, 4 * t + i);
  }
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t early = w[t - 15], late = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3U) +
           (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10U);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + kRounds[t] + w[t];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const State added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < added.size(); ++i) state[i] += added[i];
}

std::string big_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    text.push_back(static_cast<char>(number >> static_cast<unsigned>(shift) & 0xffU));
  return text;
}

// The 32 bytes of SHA-256 [FIPS 180-4].
std::string sha256(std::string_view text) {
  State state = kStart;
  const std::uint64_t bits = 8 * std::uint64_t{text.size()};
  for (; text.size() >= kBlock; text.remove_prefix(kBlock))
    take_block(text.substr(0, kBlock), state);
  std::string last(text);
  last.push_back('\x80');
  while (last.size() % kBlock != kBlock - 8) last.push_back('\0');
  last.append(big_endian(bits, 8));
  for (std::size_t at = 0; at < last.size(); at += kBlock)
    take_block(std::string_view(last).substr(at, kBlock), state);
  std::string digest;
  for (const std::uint32_t word : state) digest.append(big_endian(word, 4));
  return digest;
}

// [RFC 4648, section 4]
std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (i + j < bytes.size() ? byte_at(bytes, i + j) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text.push_back(i + j <= bytes.size() ? kDigits[group >> (18 - 6 * j) & 63U] : '=');
  }
  return text;
}

}  // namespace

std::string content_hash(std::string_view content) {
  return "'sha256-" + base64(sha256(content)) + "'";
}

}  // namespace cardan::view
