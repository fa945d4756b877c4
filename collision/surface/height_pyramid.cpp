#include "collision/surface/height_pyramid.h"

namespace cardan {
namespace {

int divided_up(int count, int by) { return (count + by - 1) / by; }

HeightPyramid::Block joined(const HeightPyramid::Block& a, const HeightPyramid::Block& b) {
  return {std::min(a.lowest, b.lowest), std::max(a.highest, b.highest),
          a.part == b.part ? a.part : FlatParts::kNone};
}

}  // namespace

HeightPyramid::HeightPyramid(const HeightGrid& grid, const FlatParts& parts) {
  const int rows = grid.rows - 1, columns = grid.columns - 1;
  Level& level = levels_.emplace_back();
  level.rows = divided_up(rows, kSmallest);
  level.columns = divided_up(columns, kSmallest);
  level.blocks.reserve(static_cast<std::size_t>(level.rows) *
                       static_cast<std::size_t>(level.columns));
  const auto cell = [&](int row, int column) {
    const std::size_t stride = static_cast<std::size_t>(grid.columns);
    const std::size_t at =
        static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(column);
    const auto& z = grid.heights;
    const auto [low, high] = std::minmax({z[at], z[at + 1], z[at + stride], z[at + stride + 1]});
    const std::size_t first = 2 * (at - static_cast<std::size_t>(row));
    const int part = parts.of(first) == parts.of(first + 1) ? parts.of(first) : FlatParts::kNone;
    return Block{low, high, part};
  };
  for (int row = 0; row < rows; row += kSmallest) {
    for (int column = 0; column < columns; column += kSmallest) {
      Block block = cell(row, column);
      for (int r = row; r < std::min(rows, row + kSmallest); ++r)
        for (int c = column; c < std::min(columns, column + kSmallest); ++c)
          block = joined(block, cell(r, c));
      level.blocks.push_back(block);
    }
  }
  while (levels_.back().blocks.size() > 1) add_level();
}

void HeightPyramid::add_level() {
  const Level& below = levels_.back();
  Level level;
  level.rows = divided_up(below.rows, 2);
  level.columns = divided_up(below.columns, 2);
  for (int row = 0; row < below.rows; row += 2) {
    for (int column = 0; column < below.columns; column += 2) {
      Block block = below.at(row, column);
      for (int r = row; r < std::min(below.rows, row + 2); ++r)
        for (int c = column; c < std::min(below.columns, column + 2); ++c)
          block = joined(block, below.at(r, c));
      level.blocks.push_back(block);
    }
  }
  levels_.push_back(std::move(level));
}

}  // namespace cardan
