#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/spatial.h"
#include "constraint/problem_files/text_problems.h"

// A u + C v + a = 0,  0 ≤ v ⊥ D u + B v + b ≥ 0, with n unknowns u and m unknowns v. The first flag
// announces one matrix [A C; D B] with one vector, whose blocks of rows are equations or
// inequalities; the second flag announces A, B, C, D, a, b separately. The whole is column-major
// and the parts are row-major; with this the two agree in all known files that have both. A system
// may have more or fewer equations than unknowns u; it is padded with zeros.

namespace cardan {

namespace {

struct RowBlock {
  int rows = 0;
  bool inequality = false;
};

/// The system with its rows in the order of the file.
struct MixedSystem {
  int n = 0, m = 0;  ///< number of unknowns u, v
  std::vector<RowBlock> blocks;
  TripletMatrix matrix;
  std::vector<double> q;  ///< one per row
  int equations() const { return matrix.rows - m; }
};

// Reads the starts of the row blocks from 0 to n + m, then a flag per block: 0 equations, 1
// inequalities.
void read_row_blocks(NumberScanner& scanner, MixedSystem& system) {
  const int size = system.n + system.m;
  scanner.integer("start of the first row block", 0, 0);
  for (int end = 0; end < size;) {
    const int next = scanner.integer("start of a row block", end + 1, size);
    system.blocks.push_back({next - end, false});
    end = next;
  }
  int inequalities = 0;
  for (RowBlock& block : system.blocks) {
    block.inequality = scanner.integer("flag of a row block", 0, 1) == 1;
    if (block.inequality) inequalities += block.rows;
  }
  if (inequalities != system.m) {
    scanner.fail("the row blocks hold " + std::to_string(inequalities) + " inequalities",
                 "expected " + std::to_string(system.m));
  }
}

// The rows of a matrix that is not square are the equations, then the inequalities.
void check_shape(const NumberScanner& scanner, MixedSystem& system) {
  const int size = system.n + system.m, rows = system.matrix.rows;
  if (system.matrix.columns != size || rows < system.m) {
    scanner.fail(
        "the matrix is " + std::to_string(rows) + " x " + std::to_string(system.matrix.columns),
        "expected " + std::to_string(size) + " columns and at least " + std::to_string(system.m) +
            " rows");
  }
  if (rows == size) return;
  const std::size_t equation_blocks = system.n > 0 ? 1 : 0;
  const bool plain = system.blocks.size() <= equation_blocks + 1 &&
                     (equation_blocks == 0 || !system.blocks[0].inequality);
  if (!plain) {
    scanner.fail("the matrix is not square", "expected equations first, then inequalities");
  }
}

void read_numbers(NumberScanner& scanner, std::int64_t count, const char* what,
                  std::vector<double>& x) {
  scanner.require_room(count, what);
  x.resize(static_cast<std::size_t>(count));
  for (double& value : x) value = scanner.number(what);
}

// Reads rows × columns numbers, row-major, to (row, column) of the whole matrix.
void read_part(NumberScanner& scanner, int row, int column, int rows, int columns,
               TripletMatrix& matrix) {
  scanner.require_room(std::int64_t{rows} * columns, "a part of the matrix");
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double x = scanner.number("entry of the matrix");
      if (x != 0) matrix.entries.push_back({row + i, column + j, x});
    }
  }
}

// Reads A, B, C, D of a system with this number of equations.
TripletMatrix read_parts(NumberScanner& scanner, int equations, int n, int m) {
  TripletMatrix matrix;
  matrix.rows = equations + m;
  matrix.columns = n + m;
  read_part(scanner, 0, 0, equations, n, matrix);
  read_part(scanner, equations, n, m, m, matrix);
  read_part(scanner, 0, n, equations, m, matrix);
  read_part(scanner, equations, 0, m, n, matrix);
  return matrix;
}

double largest_difference(const TripletMatrix& x, const TripletMatrix& y) {
  std::vector<Triplet> entries = x.entries;
  for (const Triplet& e : y.entries) entries.push_back({e.row, e.column, -e.value});
  double largest = 0;
  for (const double e : rows_from_triplets(x.rows, x.columns, std::move(entries)).value) {
    largest = std::max(largest, std::abs(e));
  }
  return largest;
}

// The program that writes these files stores, with a matrix that is not square, a vector q of the
// matrix's width and parts as if it were square. Then only b has the numbers of the inequalities.
void read_narrow_tail(NumberScanner& scanner, MixedSystem& system,
                      std::vector<std::string>& notes) {
  const int n = system.n, m = system.m, equations = system.equations();
  if (equations > n + m) {
    scanner.fail("the vector q is shorter than the equations",
                 "expected " + std::to_string(system.matrix.rows) + " numbers");
  }
  std::vector<double> q, skipped, b;
  read_numbers(scanner, n + m, "entry of the vector q", q);
  read_parts(scanner, n, n, m);
  read_numbers(scanner, n, "entry of the vector a", skipped);
  read_numbers(scanner, m, "entry of the vector b", b);
  system.q.assign(q.begin(), q.begin() + equations);
  system.q.insert(system.q.end(), b.begin(), b.end());
  notes.emplace_back(
      "the matrix is not square and q is as long as it is wide: the inequalities' "
      "vector was taken from b");
}

// Reads q, then, with the second flag, everything again in parts, which are compared with the
// whole.
void read_tail(NumberScanner& scanner, bool parts, MixedSystem& system,
               std::vector<std::string>& notes) {
  const std::int64_t n = system.n, m = system.m, E = system.equations();
  const std::int64_t whole = E + m + E * n + m * m + E * m + m * n + E + m;
  if (parts && E != n && scanner.count_numbers(whole) < whole) {
    read_narrow_tail(scanner, system, notes);
    return;
  }
  read_numbers(scanner, E + m, "entry of the vector q", system.q);
  const bool ordered = system.blocks.size() <= 2 && (system.n == 0 || !system.blocks[0].inequality);
  if (!parts || !ordered) return;
  double difference = largest_difference(
      system.matrix, read_parts(scanner, system.equations(), system.n, system.m));
  std::vector<double> right;
  read_numbers(scanner, E + m, "entry of the vectors a and b", right);
  for (std::size_t i = 0; i < right.size(); ++i) {
    difference = std::max(difference, std::abs(right[i] - system.q[i]));
  }
  if (!(difference <= 1e-6)) {
    notes.emplace_back("the parts A, B, C, D, a, b differ from the whole; the whole was used");
  }
}

// Rows of the problem: those of the file in its order, with equations padded to the number of
// unknowns u.
void build(MixedSystem system, ProblemFile& file) {
  const int equations = system.equations(), n = system.n, m = system.m;
  const int free = std::max(equations, n), size = free + m;
  const bool square = equations == n;
  for (Triplet& e : system.matrix.entries) {
    if (!square && e.row >= equations) e.row += free - equations;
    if (!square && e.column >= n) e.column += free - n;
  }
  file.problem.S = rows_from_triplets(size, size, std::move(system.matrix.entries));
  file.problem.Y.start.assign(static_cast<std::size_t>(size) + 1, 0);
  file.problem.b = std::move(system.q);
  if (!square) {
    file.problem.b.insert(file.problem.b.begin() + equations, free - equations, 0.0);
    system.blocks = {{free, false}, {m, true}};
    file.notes.push_back(std::to_string(equations) + " equations for " + std::to_string(n) +
                         " free unknowns: padded with zeros");
  }
  for (const RowBlock& block : system.blocks) {
    if (!block.inequality && block.rows > 0) append_block(CARDAN_FREE, block.rows, 0, file.problem);
    for (int i = 0; block.inequality && i < block.rows; ++i) {
      append_block(CARDAN_NONNEGATIVE, 1, 0, file.problem);
    }
  }
}

}  // namespace

void read_mlcp_text(NumberScanner& scanner, ProblemFile& file) {
  const bool whole = scanner.integer("flag of one matrix", 0, 1) == 1;
  const bool parts = scanner.integer("flag of four matrices", 0, 1) == 1;
  MixedSystem system;
  system.n = scanner.integer("number of equations", 0, kMostAnnounced);
  system.m = scanner.integer("number of inequalities", 0, kMostAnnounced);
  if (whole) {
    read_row_blocks(scanner, system);
    system.matrix = read_text_matrix(scanner);
    check_shape(scanner, system);
    read_tail(scanner, parts, system, file.notes);
  } else {
    system.matrix = read_parts(scanner, system.n, system.n, system.m);
    std::vector<double> b;
    read_numbers(scanner, system.n, "entry of the vector a", system.q);
    read_numbers(scanner, system.m, "entry of the vector b", b);
    system.q.insert(system.q.end(), b.begin(), b.end());
    system.blocks = {{system.n, false}, {system.m, true}};
  }
  build(std::move(system), file);
}

}  // namespace cardan
