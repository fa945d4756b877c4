#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/constraint/problem_files/foreign_problem_internal.h"
#include "cardan/constraint/problem_files/matrix_properties_internal.h"
#include "cardan/core/error.h"

namespace cardan {

namespace {

std::string short_number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

double squared_norm(const SparseRows& rows, int row) {
  double sum = 0;
  for (std::int32_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
    sum += rows.value[k] * rows.value[k];
  }
  return sum;
}

double diagonal(const SparseRows& rows, int row) {
  for (std::int32_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
    if (rows.index[k] == row) return rows.value[k];
  }
  return 0;
}

double largest_entry(const SparseRows& rows, int row) {
  double largest = 0;
  for (std::int32_t k = rows.start[row]; k < rows.start[row + 1]; ++k) {
    largest = std::max(largest, std::abs(rows.value[k]));
  }
  return largest;
}

// Contacts: 1/mean diagonal of the block. Rows of files without contacts: 1/max |A_ij|; where Y
// carries A, its largest entry of a row is bounded by the diagonal, which stands for it.
void set_steps(Problem& problem) {
  const int m = problem.m();
  problem.step.assign(m, 1.0);
  for (const cardan_block& block : problem.blocks) {
    double sum = 0;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      const double own = squared_norm(problem.Y, i) + diagonal(problem.S, i);
      sum += own;
      const double scale = std::max(largest_entry(problem.S, i), own);
      if (block.kind != CARDAN_CONE && scale > 0) problem.step[i] = 1 / scale;
    }
    if (block.kind != CARDAN_CONE || !(sum > 0)) continue;
    std::fill_n(problem.step.begin() + block.row, block.dim, block.dim / sum);
  }
  problem.weight.resize(m);
  for (int i = 0; i < m; ++i) problem.weight[i] = 1 / problem.step[i];
}

}  // namespace

SparseRows rows_from_triplets(int rows, int columns, std::vector<Triplet> triplets) {
  std::stable_sort(triplets.begin(), triplets.end(), [](const Triplet& a, const Triplet& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  SparseRows result;
  result.clear(columns);
  std::size_t k = 0;
  for (int i = 0; i < rows; ++i) {
    while (k < triplets.size() && triplets[k].row == i) {
      const int column = triplets[k].column;
      double sum = 0;
      for (; k < triplets.size() && triplets[k].row == i && triplets[k].column == column; ++k) {
        sum += triplets[k].value;
      }
      if (sum != 0) result.push(column, sum);
    }
    result.end_row();
  }
  return result;
}

void set_symmetric_matrix(int size, std::vector<Triplet> W, ProblemFile& file) {
  const std::size_t count = W.size();
  std::vector<Triplet> difference = W;
  double largest = 0;
  for (std::size_t k = 0; k < count; ++k) {
    largest = std::max(largest, std::abs(W[k].value));
    difference.push_back({W[k].column, W[k].row, -W[k].value});
    W[k].value *= 0.5;
    W.push_back({W[k].column, W[k].row, W[k].value});
  }
  double asymmetry = 0;
  for (const double x : rows_from_triplets(size, size, std::move(difference)).value) {
    asymmetry = std::max(asymmetry, std::abs(x));
  }
  SparseRows S = rows_from_triplets(size, size, std::move(W));
  // Both triangles bit for bit: sums of more than two terms may differ in the last bit.
  for (int i = 0; i < size; ++i) {
    for (std::int32_t k = S.start[i]; k < S.start[i + 1]; ++k) {
      const int j = S.index[k];
      if (j <= i) continue;
      const auto begin = S.index.begin() + S.start[j], end = S.index.begin() + S.start[j + 1];
      const auto mirror = std::lower_bound(begin, end, i);
      if (mirror != end && *mirror == i) S.value[mirror - S.index.begin()] = S.value[k];
    }
  }
  file.problem.S = std::move(S);
  if (asymmetry > 0) {
    file.notes.push_back("the matrix was made symmetric: it differed from its transpose by " +
                         short_number(asymmetry / largest) + " of its largest entry");
  }
}

void append_block(int kind, int dim, double mu, Problem& problem) {
  cardan_block block{};
  block.kind = kind;
  block.row = problem.blocks.empty() ? 0 : problem.blocks.back().row + problem.blocks.back().dim;
  block.dim = dim;
  block.parent = -1;
  block.group = problem.num_groups++;
  block.mu = mu;
  problem.blocks.push_back(block);
}

void append_contacts(int dim, const std::vector<double>& mu, const std::string& where,
                     ProblemFile& file) {
  constexpr double kLargestMu = 1e3;
  int capped = 0;
  for (const double x : mu) {
    if (!(x >= 0) || !std::isfinite(x)) {
      throw Error("a friction coefficient is negative or not finite", where,
                  "expected numbers >= 0");
    }
    capped += x > kLargestMu;
    append_block(CARDAN_CONE, dim, std::min(x, kLargestMu), file.problem);
  }
  file.problem.properties |= CARDAN_GROUPED;
  if (capped > 0) {
    file.notes.push_back(std::to_string(capped) + " friction coefficients above 1e3 were capped");
  }
}

void complete_foreign_problem(const std::string& where, ProblemFile& file) {
  Problem& problem = file.problem;
  set_steps(problem);
  double largest = 0;
  for (const double x : problem.b) largest = std::max(largest, std::abs(x));
  problem.tolerance = largest > 0 ? 1e-9 * largest : 1e-9;
  if (file.guess.empty()) file.guess.assign(problem.b.size(), 0.0);
  // The numbers must be sound before anything is computed with them.
  validate_file(file, where);
  problem.properties |= computed_properties(problem, file.notes);
}

void validate_file(const ProblemFile& file, const std::string& where) {
  try {
    validate(file.problem.view());
  } catch (const Error& error) {
    throw Error(std::string("not a sound problem: ") + error.what(), where,
                "the file is damaged or not of this format");
  }
  if (file.guess.size() != file.problem.b.size()) {
    throw Error("the guess has " + std::to_string(file.guess.size()) + " numbers", where,
                "expected " + std::to_string(file.problem.b.size()));
  }
  for (const double x : file.guess) {
    if (!std::isfinite(x)) {
      throw Error("the guess holds a number that is not finite", where, "expected finite numbers");
    }
  }
}

}  // namespace cardan
