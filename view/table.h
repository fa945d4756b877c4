#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cardan::view {

/// A column of 32-bit numbers.
struct Column {
  enum class Type { kFloat, kInteger };
  std::string name;
  Type type = Type::kFloat;
  std::string unit;  ///< unit, "" for pure numbers
};

/// A table of a replay page: rows of 32-bit numbers, which the page stores compressed.
class Table {
 public:
  Table(std::string name, std::vector<Column> columns)
      : name_(std::move(name)), columns_(std::move(columns)) {}

  const std::string& name() const { return name_; }
  const std::vector<Column>& columns() const { return columns_; }
  std::size_t rows() const { return columns_.empty() ? 0 : words_.size() / columns_.size(); }

  /// These functions append the next number of the current row. Rows are filled from the first
  /// column to the last.
  void add(double x) { words_.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(x))); }
  void add_integer(std::int64_t x) { words_.push_back(static_cast<std::uint32_t>(x)); }

  /// Appends whole rows.
  void append(std::span<const std::uint32_t> words) {
    words_.insert(words_.end(), words.begin(), words.end());
  }

  /// Returns the words of consecutive rows.
  std::span<const std::uint32_t> words(std::size_t first, std::size_t count) const {
    return std::span(words_).subspan(first * columns_.size(), count * columns_.size());
  }
  /// Removes all rows and keeps the memory.
  void clear() { words_.clear(); }
  std::uint32_t integer(std::size_t row, std::size_t column) const {
    return words_[row * columns_.size() + column];
  }
  float number(std::size_t row, std::size_t column) const {
    return std::bit_cast<float>(integer(row, column));
  }

 private:
  std::string name_;
  std::vector<Column> columns_;
  std::vector<std::uint32_t> words_;
};

/// Returns the bytes of rows in the order that compresses best. The words are taken column by
/// column, and each word is XORed with the word of the previous row. The lowest
/// bytes of all words come first, followed by the next bytes, and so on. A constant column becomes
/// zeros, and a column that changes little has zeros in its high bytes.
std::vector<std::byte> arranged_bytes(std::span<const std::uint32_t> words, std::size_t columns);

}  // namespace cardan::view
