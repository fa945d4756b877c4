#pragma once

#include <cstddef>

#include "apps/sweep/cell_row.h"

namespace cardan::app {

/// A file into which rows are merged, in the order of the cells.
class MergeTable {
 public:
  virtual ~MergeTable() = default;
  virtual void add(std::size_t cell, const CellRow& row, const RowOrigin& origin) = 0;
  /// Renames the file to its final name. Throws Error.
  virtual void commit() = 0;
};

}  // namespace cardan::app
