#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace cardan {

/// Contiguous doubles that begin at a cache line. New entries are zero.
class AlignedBlock {
 public:
  static constexpr std::size_t kLine = 8;  ///< doubles in a cache line of 64 bytes

  AlignedBlock() = default;
  explicit AlignedBlock(std::size_t size) { resize(size); }
  AlignedBlock(const AlignedBlock& other) : AlignedBlock(other.size_) {
    std::copy_n(other.data(), size_, data());
  }
  /// Leaves `other` empty.
  AlignedBlock(AlignedBlock&& other) noexcept { swap(other); }
  /// Copies the entries; allocates only if the capacity is too small.
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
  ~AlignedBlock() = default;

  double* data() { return words_.get(); }
  const double* data() const { return words_.get(); }
  std::size_t size() const { return size_; }

  /// Keeps the entries; the capacity grows by doubling.
  void resize(std::size_t size) {
    if (size > capacity_) reserve(std::max(size, 2 * capacity_));
    if (size > size_) std::fill(data() + size_, data() + size, 0.0);
    size_ = size;
  }
  /// Smallest multiple of a cache line that holds `count` doubles.
  static constexpr std::size_t in_lines(std::size_t count) {
    return (count + kLine - 1) / kLine * kLine;
  }
  /// Smallest even number that is at least `count`: arrays of this size that follow one another all
  /// begin at 16 bytes.
  template <class Integer>
  static constexpr Integer in_pairs(Integer count) {
    return (count + 1) / 2 * 2;
  }

 private:
  static constexpr std::align_val_t kAlignment{kLine * sizeof(double)};
  struct Release {
    void operator()(double* words) const { ::operator delete(words, kAlignment); }
  };

  void swap(AlignedBlock& other) noexcept {
    std::swap(words_, other.words_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void reserve(std::size_t capacity) {
    std::unique_ptr<double, Release> grown(
        static_cast<double*>(::operator new(capacity * sizeof(double), kAlignment)));
    std::copy_n(data(), size_, grown.get());
    words_ = std::move(grown);
    capacity_ = capacity;
  }

  std::unique_ptr<double, Release> words_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace cardan
