#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cardan/error.h"

/// Conversion of numbers to bytes and back. Each number has eight bytes in the byte order of the
/// machine.
namespace cardan {

class ByteWriter {
 public:
  void word(std::uint64_t x) { append(&x, sizeof x); }
  void number(double x) { append(&x, sizeof x); }
  void count(std::size_t x) { word(static_cast<std::uint64_t>(x)); }
  void numbers(const double* x, std::size_t n) { append(x, n * sizeof *x); }
  void text(std::string_view text) {
    count(text.size());
    append(text.data(), text.size());
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  void append(const void* data, std::size_t size) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    if (size > 0) std::memcpy(bytes_.data() + at, data, size);
  }
  std::vector<std::byte> bytes_;
};

/// Reads the output of ByteWriter. Throws Error "truncated" if bytes are missing, before it
/// allocates memory for them.
class ByteReader {
 public:
  ByteReader(std::span<const std::byte> bytes, std::string name)
      : bytes_(bytes), name_(std::move(name)) {}

  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const {
    throw Error(what, name_, hint);
  }
  std::uint64_t word() {
    std::uint64_t x = 0;
    take(&x, sizeof x);
    return x;
  }
  double number() {
    double x = 0;
    take(&x, sizeof x);
    return x;
  }
  /// Reads a number of items that take at least `size` bytes each.
  std::size_t count(std::size_t size) {
    const std::uint64_t n = word();
    if (n > (bytes_.size() - at_) / size) fail("the bytes are truncated", kDamagedHint);
    return static_cast<std::size_t>(n);
  }
  /// Reads an integer from `least` to `most`.
  int integer(int least, int most) {
    const auto x = static_cast<std::int64_t>(word());
    if (x < least || x > most) fail("a number is out of range", kDamagedHint);
    return static_cast<int>(x);
  }
  void numbers(double* x, std::size_t n) { take(x, n * sizeof *x); }
  std::string text() {
    std::string text(count(1), '\0');
    take(text.data(), text.size());
    std::byte padding[8];
    take(padding, (8 - text.size() % 8) % 8);
    return text;
  }
  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t left() const { return bytes_.size() - at_; }  ///< number of unread bytes

  static constexpr const char* kDamagedHint = "the bytes are damaged or incomplete";

 private:
  void take(void* to, std::size_t size) {
    if (size > bytes_.size() - at_) fail("the bytes are truncated", kDamagedHint);
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }
  std::span<const std::byte> bytes_;
  std::string name_;
  std::size_t at_ = 0;
};

}  // namespace cardan
