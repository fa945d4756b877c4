#include "view/table.h"

namespace cardan::view {

std::vector<std::byte> arranged_bytes(std::span<const std::uint32_t> words, std::size_t columns) {
  constexpr std::size_t kBytes = 4;
  std::vector<std::byte> bytes(kBytes * words.size());
  if (columns == 0) return bytes;
  const std::size_t rows = words.size() / columns;
  std::size_t place = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    std::uint32_t before = 0;
    for (std::size_t row = 0; row < rows; ++row, ++place) {
      const std::uint32_t word = words[row * columns + column];
      const std::uint32_t change = word ^ before;
      before = word;
      for (std::size_t k = 0; k < kBytes; ++k)
        bytes[k * words.size() + place] = static_cast<std::byte>(change >> (8 * k));
    }
  }
  return bytes;
}

}  // namespace cardan::view
