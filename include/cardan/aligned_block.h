#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cardan/export.h"

namespace cardan {

/// Allocates memory in whole cache lines of 64 bytes, aligned to a line. Blocks of up to 64 lines
/// are placed one after another in large chunks, so that the data of many models share few memory
/// pages; larger blocks come from operator new. Released blocks are reused for blocks of the same
/// size. Chunks are never returned to the system. Calls may run concurrently. Throws
/// std::bad_alloc.
CARDAN_API void* allocate_lines(std::size_t lines);
/// Releases a block returned by allocate_lines; `lines` must be the number that was passed to
/// allocate_lines. Does nothing for a null pointer.
CARDAN_API void release_lines(void* block, std::size_t lines) noexcept;

/// Contiguous doubles, aligned to a cache line. New entries are zero.
class AlignedBlock {
 public:
  static constexpr std::size_t kLine = 8;  ///< number of doubles in a cache line of 64 bytes

  AlignedBlock() = default;
  /// Makes a block of `size` zeros.
  explicit AlignedBlock(std::size_t size) { resize(size); }
  AlignedBlock(const AlignedBlock& other) : AlignedBlock(other.size_) {
    std::copy_n(other.data(), size_, data());
  }
  /// Takes over the entries of `other`, which is left empty.
  AlignedBlock(AlignedBlock&& other) noexcept { swap(other); }
  /// Copies the entries. Allocates only if the capacity is too small.
  AlignedBlock& operator=(const AlignedBlock& other) {
    if (this == &other) return *this;
    if (capacity_ < other.size_) reserve(other.size_);
    size_ = other.size_;
    std::copy_n(other.data(), size_, data());
    return *this;
  }
  AlignedBlock& operator=(AlignedBlock&& other) noexcept {
    AlignedBlock(std::move(other)).swap(*this);
    return *this;
  }
  ~AlignedBlock() { release_lines(words_, capacity_ / kLine); }

  double* data() { return words_; }
  const double* data() const { return words_; }
  std::size_t size() const { return size_; }

  /// Changes the size and keeps the existing entries. The capacity at least doubles when it grows.
  void resize(std::size_t size) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    if (size > size_) std::fill(data() + size_, data() + size, 0.0);
    size_ = size;
  }
  /// Smallest multiple of kLine that is at least `count`.
  static constexpr std::size_t in_lines(std::size_t count) {
    return (count + kLine - 1) / kLine * kLine;
  }
  /// Smallest even number that is at least `count`. Consecutive arrays of such sizes all begin at a
  /// multiple of 16 bytes.
  template <class Integer>
  static constexpr Integer in_pairs(Integer count) {
    return (count + 1) / 2 * 2;
  }

 private:
  void swap(AlignedBlock& other) noexcept {
    std::swap(words_, other.words_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void reserve(std::size_t capacity) {
    const std::size_t lines = in_lines(capacity) / kLine;
    auto* const grown = static_cast<double*>(allocate_lines(lines));
    std::copy_n(data(), size_, grown);
    release_lines(words_, capacity_ / kLine);
    words_ = grown;
    capacity_ = lines * kLine;
  }

  double* words_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;  ///< the capacity is a multiple of kLine
};

}  // namespace cardan
