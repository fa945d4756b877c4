#pragma once

#include <array>
#include <vector>

#include "collision/surface/flat_parts.h"
#include "geometry/shape_bounds.h"

namespace cardan {

/// A range of cells of a height grid.
struct CellRange {
  int row_begin = 0, row_end = 0, column_begin = 0, column_end = 0;
};

/// The least and greatest heights of square blocks of cells, of 4, 8, 16, … cells per side, up to
/// the whole grid. A block whose triangles all belong to one flat part names this part.
class HeightPyramid {
 public:
  struct Block {
    double lowest = 0, highest = 0;  ///< [m]
    int part = FlatParts::kNone;
  };

  HeightPyramid() = default;
  /// Triangles 2 i and 2 i + 1 form cell i; cells are counted row by row.
  HeightPyramid(const HeightGrid& grid, const FlatParts& parts);

  /// Calls cells(range) for the cells of `range` in every block of the lowest level whose heights
  /// are between `low` and `high` [m]. enter(block) is called before on all blocks that contain it;
  /// nothing below a block for which it returns false is visited.
  template <class Enter, class Cells>
  void visit(const CellRange& range, const std::array<double, 2>& heights, const Enter& enter,
             const Cells& cells) const {
    if (!levels_.empty()) visit_block({levels_.size() - 1, 0, 0}, range, heights, enter, cells);
  }

 private:
  static constexpr int kSmallest = 4;  // cells per side of a block of the lowest level

  struct Level {
    int rows = 0, columns = 0;
    std::vector<Block> blocks;
    const Block& at(int row, int column) const {
      return blocks[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                    static_cast<std::size_t>(column)];
    }
  };
  struct Place {
    std::size_t level = 0;
    int row = 0, column = 0;
  };

  void add_level();

  template <class Enter, class Cells>
  void visit_block(const Place& place, const CellRange& range, const std::array<double, 2>& heights,
                   const Enter& enter, const Cells& cells) const;

  std::vector<Level> levels_;
};

template <class Enter, class Cells>
void HeightPyramid::visit_block(const Place& place, const CellRange& range,
                                const std::array<double, 2>& heights, const Enter& enter,
                                const Cells& cells) const {
  const Level& level = levels_[place.level];
  if (place.row >= level.rows || place.column >= level.columns) return;
  const int side = kSmallest << place.level;
  const CellRange part{std::max(range.row_begin, place.row * side),
                       std::min(range.row_end, (place.row + 1) * side),
                       std::max(range.column_begin, place.column * side),
                       std::min(range.column_end, (place.column + 1) * side)};
  if (part.row_begin >= part.row_end || part.column_begin >= part.column_end) return;
  const Block& block = level.at(place.row, place.column);
  if (block.lowest > heights[1] || block.highest < heights[0] || !enter(block)) return;
  if (place.level == 0) return cells(part);
  for (int i = 0; i < 4; ++i)
    visit_block({place.level - 1, 2 * place.row + i / 2, 2 * place.column + i % 2}, range, heights,
                enter, cells);
}

}  // namespace cardan
