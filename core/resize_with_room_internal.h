#pragma once

#include <cstddef>
#include <vector>

namespace cardan {

/// Capacity for as many, and for twice as many where it has to grow.
template <class T>
void reserve_with_room(std::size_t size, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
}

/// resize() with room to spare where it grows: what becomes larger by one at a time, with smaller
/// sizes in between, is not to allocate in every step.
template <class T>
void resize_with_room(std::size_t size, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
  x.resize(size);
}

/// assign() with room to spare where it grows.
template <class T>
void assign_with_room(std::size_t size, const T& value, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
  x.assign(size, value);
}

}  // namespace cardan
