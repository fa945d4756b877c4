#pragma once

#include <cstddef>
#include <vector>

namespace cardan {

/// Reserves capacity for `size` elements, or for twice as many if the vector has to grow.
template <class T>
void reserve_with_room(std::size_t size, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
}

/// Resizes x and doubles the capacity when it has to grow. A vector whose size grows by one element
/// at a time, with smaller sizes in between, then does not allocate in every step.
template <class T>
void resize_with_room(std::size_t size, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
  x.resize(size);
}

/// Like std::vector::assign, but doubles the capacity when it has to grow.
template <class T>
void assign_with_room(std::size_t size, const T& value, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
  x.assign(size, value);
}

}  // namespace cardan
