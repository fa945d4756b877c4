#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace cardan::solvers {

/// Storage for matrices of stages that most problems never reach. The pages of the storage take no
/// memory until a stage writes to them. The contents are undefined until then, and after the
/// storage has grown.
template <typename T>
class DenseStorage {
  static_assert(std::is_trivial_v<T>);

 public:
  /// Grows to `size`; never shrinks.
  void resize(std::size_t size) {
    if (size <= size_) return;
    values_.reset();  // frees the old storage before allocating; the contents are not copied
    values_.reset(new T[size]);
    size_ = size;
  }
  std::size_t size() const { return size_; }
  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  T* begin() { return values_.get(); }
  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }

 private:
  std::unique_ptr<T[]> values_;
  std::size_t size_ = 0;
};

}  // namespace cardan::solvers
