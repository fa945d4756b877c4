#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

/// Stateless random numbers, which are a function of a key and a counter.
namespace cardan {

/// The generator Philox4x32-10 [Salmon, Moraes, Dror, Shaw 2011].
inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                           std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t kFactor[2] = {0xD2511F53, 0xCD9E8D57};
  constexpr std::uint32_t kWeyl[2] = {0x9E3779B9, 0xBB67AE85};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = kFactor[0] * counter[0], b = kFactor[1] * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += kWeyl[0];
    key[1] += kWeyl[1];
  }
  return counter;
}

/// Two independent standard normal numbers, computed by the method of Box and Muller.
struct NormalPair {
  double first, second;
};
inline NormalPair normal_pair(std::uint64_t key, std::uint64_t sample, std::uint32_t component) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const auto words = philox({low(sample), high(sample), component, 0}, {low(key), high(key)});
  // The numbers are multiples of 2⁻⁵³ plus 2⁻⁵⁴, so they are never 0 or 1.
  const auto uniform = [](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t bits = (std::uint64_t{a} << 32 | b) >> 11;
    return (static_cast<double>(bits) + 0.5) * 0x1p-53;
  };
  const double radius = std::sqrt(-2 * std::log(uniform(words[0], words[1])));
  const double angle = 2 * std::numbers::pi * uniform(words[2], words[3]);
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace cardan
