#include "constraint/problem_files/text_problems.h"

namespace cardan {

namespace {

void read_dense(NumberScanner& scanner, TripletMatrix& matrix) {
  const int rows = scanner.integer("number of rows, repeated", matrix.rows, matrix.rows);
  const int columns =
      scanner.integer("number of columns, repeated", matrix.columns, matrix.columns);
  scanner.require_room(std::int64_t{rows} * columns, "a dense matrix");
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) {
      const double x = scanner.number("entry of the matrix");
      if (x != 0) matrix.entries.push_back({i, j, x});
    }
  }
}

// Cumulative sizes of block rows or columns, starting with zero.
std::vector<int> read_ends(NumberScanner& scanner, int count, int total, const char* what) {
  std::vector<int> ends{0};
  ends.reserve(static_cast<std::size_t>(count) + 1);
  for (int k = 0; k < count; ++k) {
    const bool last = k + 1 == count;
    ends.push_back(scanner.integer(what, last ? total : ends.back() + 1, total));
  }
  return ends;
}

// Block rows in compressed form. Every block starts with its number and is column-major.
void read_block_sparse(NumberScanner& scanner, TripletMatrix& matrix) {
  const int blocks = scanner.integer("number of blocks", 0, kMostAnnounced);
  const int block_rows = scanner.integer("number of block rows", 1, matrix.rows);
  const int block_columns = scanner.integer("number of block columns", 1, matrix.columns);
  scanner.require_room(std::int64_t{block_rows} + block_columns + 2 * std::int64_t{blocks},
                       "a block-sparse matrix");
  const std::vector<int> row_end =
      read_ends(scanner, block_rows, matrix.rows, "end of a block row");
  const std::vector<int> column_end =
      read_ends(scanner, block_columns, matrix.columns, "end of a block column");
  const int starts = scanner.integer("length of the row starts", 1, block_rows + 1);
  const int indices = scanner.integer("length of the column indices", blocks, blocks);
  std::vector<int> start(starts), index(indices);
  for (int k = 0; k < starts; ++k) {
    start[k] =
        scanner.integer("start of a block row", k == 0 ? 0 : start[k - 1], k == 0 ? 0 : blocks);
  }
  for (int& k : index) k = scanner.integer("block column", 0, block_columns - 1);
  for (int r = 0; r + 1 < starts; ++r) {
    for (int k = start[r]; k < start[r + 1]; ++k) {
      scanner.integer("number of a block", 0, blocks - 1);
      for (int j = column_end[index[k]]; j < column_end[index[k] + 1]; ++j) {
        for (int i = row_end[r]; i < row_end[r + 1]; ++i) {
          const double x = scanner.number("entry of a block");
          if (x != 0) matrix.entries.push_back({i, j, x});
        }
      }
    }
  }
  if (start.back() != blocks) {
    scanner.fail("the block rows hold " + std::to_string(start.back()) + " of " +
                     std::to_string(blocks) + " blocks",
                 "expected all of them");
  }
}

}  // namespace

TripletMatrix read_text_matrix(NumberScanner& scanner) {
  const int storage =
      scanner.integer("storage of the matrix (0 dense, 1 block-sparse, 2 sparse)", 0, 2);
  TripletMatrix matrix;
  matrix.rows = scanner.integer("number of rows of the matrix", 1, kMostAnnounced);
  matrix.columns = scanner.integer("number of columns of the matrix", 1, kMostAnnounced);
  if (storage == 0) read_dense(scanner, matrix);
  if (storage == 1) read_block_sparse(scanner, matrix);
  if (storage == 2) read_printed_sparse(scanner, matrix);
  return matrix;
}

}  // namespace cardan
