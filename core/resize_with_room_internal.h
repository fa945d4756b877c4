#pragma once

#include <cstddef>
#include <vector>

namespace cardan {

/// resize() with room to spare where it grows: what becomes larger by one at a time, with smaller
/// sizes in between, is not to allocate in every step.
template <class T>
void resize_with_room(std::size_t size, std::vector<T>& x) {
  if (x.capacity() < size) x.reserve(2 * size);
  x.resize(size);
}

}  // namespace cardan
