#include "constraint/problem_files/text_problems.h"

// A sparse matrix as printed by the CSparse library. After the kind of its storage (1 triplets,
// 2 compressed columns, 3 compressed rows) come two lines of words,
//   CSparse Version 3.1.9, May 4, 2016.  Copyright (c) …
//   triplet: 900-by-900, nzmax: 900 nnz: 900
// and the entries: "row column : value" of triplets; of compressed columns
//   col 0 : locations 0 to 2
//     row : value

namespace cardan {

namespace {

void read_triplets(NumberScanner& scanner, TripletMatrix& matrix) {
  const int count = scanner.integer("number of entries", 0, kMostAnnounced);
  scanner.require_room(3 * std::int64_t{count}, "the entries of a sparse matrix");
  for (int k = 0; k < count; ++k) {
    const int row = scanner.integer("row of an entry", 0, matrix.rows - 1);
    const int column = scanner.integer("column of an entry", 0, matrix.columns - 1);
    scanner.expect_word(":");
    matrix.entries.push_back({row, column, scanner.number("entry of the matrix")});
  }
}

void read_columns(NumberScanner& scanner, TripletMatrix& matrix) {
  scanner.skip_words(3);  // the number of entries with a comma, "1-norm:" and its value
  for (int column = 0, end = 0; column < matrix.columns; ++column) {
    scanner.expect_word("col");
    scanner.integer("number of a column", column, column);
    scanner.expect_word(":");
    scanner.expect_word("locations");
    scanner.integer("place of the first entry of a column", end, end);
    scanner.expect_word("to");
    const int next =
        1 + scanner.integer("place of the last entry of a column", end - 1, kMostAnnounced);
    for (; end < next; ++end) {
      const int row = scanner.integer("row of an entry", 0, matrix.rows - 1);
      scanner.expect_word(":");
      matrix.entries.push_back({row, column, scanner.number("entry of the matrix")});
    }
  }
}

}  // namespace

void read_printed_sparse(NumberScanner& scanner, TripletMatrix& matrix) {
  const int kind = scanner.integer("storage of a sparse matrix (1 triplets, 2 columns)", 1, 2);
  scanner.skip_line();  // rest of the line of the storage
  scanner.skip_line();  // version of CSparse
  const std::string size =
      std::to_string(matrix.rows) + "-by-" + std::to_string(matrix.columns) + ",";
  if (kind == 1) scanner.expect_word("triplet:");
  scanner.expect_word(size);
  scanner.expect_word("nzmax:");
  scanner.integer("room for entries", 0, kMostAnnounced);
  scanner.expect_word("nnz:");
  if (kind == 1) {
    read_triplets(scanner, matrix);
  } else {
    read_columns(scanner, matrix);
  }
}

}  // namespace cardan
