#pragma once

namespace cardan::conic {

/// Columns of Y are grouped into nodes of at most kNode columns: the six of a free body, or a run
/// of columns of one tree. A node is padded to kNode columns.
inline constexpr int kNode = 6;
/// Stride, in doubles, between the rows or columns of a node in all arrays of the kernels.
inline constexpr int kStride = 8;
/// Doubles of one 6 × 6 block, column-major.
inline constexpr int kBlockSize = kNode * kStride;
/// Maximum number of rows of a unit.
inline constexpr int kMostUnitRows = 8;

/// Rows that a linearised natural map couples: a block, or a block with those whose bounds follow
/// its impulse. The numbers are first indices into the arrays of BodyForm.
struct Unit {
  int rows, first;    ///< its rows are row(first) … row(first + rows − 1)
  int nodes, slot;    ///< nodes that its rows of Y touch
  int y;              ///< rows of Y: nodes × rows × kStride numbers
  int matrix;         ///< rows × rows numbers of its matrices
  int place;          ///< nodes (nodes − 1)/2 places of its blocks beside the diagonal
  int block, blocks;  ///< blocks of the unit
};

}  // namespace cardan::conic
