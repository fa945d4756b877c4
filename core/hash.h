#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// FNV-1a hash of bytes, for state hashes and keys. Its value is the same in every run, which
/// std::hash does not guarantee.
namespace cardan {

/// An incremental hash.
class Hash {
 public:
  /// Hashes byte by byte.
  void add_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ bytes[i]) * 0x100000001b3ULL;
  }
  void add(double x) { add_bytes(&x, sizeof x); }
  void add(std::uint64_t x) { add_bytes(&x, sizeof x); }
  void add(std::string_view text) { add_bytes(text.data(), text.size()); }
  void add(const double* x, std::size_t n) { add_bytes(x, n * sizeof *x); }
  /// Hashes one 64-bit word at a time and folds the high bits down after each word. This method is
  /// eight times as fast as add(), but gives different hash values.
  void add_words(const double* x, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, x + i, sizeof word);
      add_word(word);
    }
  }
  /// Hashes one 64-bit word as add_words does.
  void add_word(std::uint64_t word) {
    value_ = (value_ ^ word) * 0x100000001b3ULL;
    value_ ^= value_ >> 32;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// The last step of splitmix64 [Steele, Lea, Flood 2014]: changing one bit of x changes about half
/// of the bits of the result.
inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace cardan
