#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// FNV-1a over bytes: for state hashes and keys, the same on every run (std::hash promises
/// nothing).
namespace cardan {

class Hash {
 public:
  void add_bytes(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ bytes[i]) * 0x100000001b3ULL;
  }
  void add(double x) { add_bytes(&x, sizeof x); }
  void add(std::uint64_t x) { add_bytes(&x, sizeof x); }
  void add(std::string_view text) { add_bytes(text.data(), text.size()); }
  void add(const double* x, std::size_t n) { add_bytes(x, n * sizeof *x); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace cardan
