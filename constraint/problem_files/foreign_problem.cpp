#include "constraint/problem_files/foreign_problem.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cardan/error.h"
#include "constraint/problem_files/matrix_properties.h"
#include "constraint/row_scale.h"
#include "core/number_text.h"

namespace cardan {

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

namespace {

// Makes both triangles equal bit for bit: sums of more than two terms may differ in the last bit.
void mirror_upper_triangle(SparseRows& S) {
  for (int i = 0; i < S.rows(); ++i) {
    for (std::int32_t k = S.start[i]; k < S.start[i + 1]; ++k) {
      const int j = S.index[k];
      if (j <= i) continue;
      const auto begin = S.index.begin() + S.start[j], end = S.index.begin() + S.start[j + 1];
      const auto mirror = std::lower_bound(begin, end, i);
      if (mirror != end && *mirror == i) S.value[mirror - S.index.begin()] = S.value[k];
    }
  }
}

// (W + Wᵀ)/2.
SparseRows mean_with_transpose(int size, std::vector<Triplet> W) {
  const std::size_t count = W.size();
  for (std::size_t k = 0; k < count; ++k) {
    W[k].value *= 0.5;
    W.push_back({W[k].column, W[k].row, W[k].value});
  }
  SparseRows S = rows_from_triplets(size, size, std::move(W));
  mirror_upper_triangle(S);
  return S;
}

double largest_magnitude(const std::vector<double>& values) {
  double largest = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x));
  return largest;
}

// max |W − Wᵀ|.
double asymmetry_of(int size, const std::vector<Triplet>& W) {
  std::vector<Triplet> difference = W;
  for (const Triplet& e : W) difference.push_back({e.column, e.row, -e.value});
  return largest_magnitude(rows_from_triplets(size, size, std::move(difference)).value);
}

}  // namespace

void set_local_matrix(int size, std::vector<Triplet> W, ProblemFile& file) {
  constexpr double kGross = 1e-2;  // files in use have up to 1.3e-3
  double largest = 0;
  for (const Triplet& e : W) largest = std::max(largest, std::abs(e.value));
  const double asymmetry = asymmetry_of(size, W);
  const std::string share = asymmetry > 0 ? number_text(asymmetry / largest, 2) : "";
  if (asymmetry > kGross * largest) {
    file.problem.S = rows_from_triplets(size, size, std::move(W));
    file.notes.push_back("the matrix is not symmetric: it differs from its transpose by " + share +
                         " of its largest entry");
    return;
  }
  if (asymmetry > 0) file.own_matrix = rows_from_triplets(size, size, W);
  file.problem.S = mean_with_transpose(size, std::move(W));
  if (asymmetry > 0) {
    file.notes.push_back("the matrix was made symmetric: it differed from its transpose by " +
                         share + " of its largest entry");
  }
}

std::optional<Problem> own_problem(const ProblemFile& file) {
  if (file.own_matrix.rows() != file.problem.m() || file.problem.m() == 0) return std::nullopt;
  Problem result = file.problem;
  result.S = file.own_matrix;
  result.A.clear();
  result.properties &= ~static_cast<std::uint32_t>(CARDAN_SYMMETRIC);
  return result;
}

std::optional<Problem> symmetric_part(const Problem& problem) {
  const auto is_cone = [](const cardan_block& block) { return block.kind == CARDAN_CONE; };
  const bool friction = std::any_of(problem.blocks.begin(), problem.blocks.end(), is_cone);
  if (!friction || problem.Y.cols > 0 || (problem.properties & CARDAN_SYMMETRIC) != 0) {
    return std::nullopt;
  }
  Problem result = problem;
  std::vector<Triplet> entries;
  for (int i = 0; i < problem.S.rows(); ++i) {
    for (std::int32_t k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k)
      entries.push_back({i, problem.S.index[k], problem.S.value[k]});
  }
  result.S = mean_with_transpose(problem.m(), std::move(entries));
  result.A.clear();
  std::vector<std::string> notes;
  constexpr std::uint32_t kOfBlocks = CARDAN_GROUPED | CARDAN_COMPLIANT;
  result.properties = (problem.properties & kOfBlocks) | computed_properties(result, notes);
  return result;
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
  problem.properties |= CARDAN_FACTORED;
  set_row_scales(problem);
  double largest = 0;
  for (const double x : problem.b) largest = std::max(largest, std::abs(x));
  problem.tolerance = largest > 0 ? 1e-9 * largest : 1e-9;
  if (file.guess.empty()) file.guess.assign(problem.b.size(), 0.0);
  // Check the numbers before computing with them.
  validate_file(file, where);
  check_scales(file, where);
  problem.properties |= computed_properties(problem, file.notes);
}

void check_scales(ProblemFile& file, const std::string& where) {
  constexpr double kLargest = 1e100, kLargestTolerance = 1;
  const Problem& problem = file.problem;
  const auto refuse = [&](const std::string& what, const std::string& expected) {
    throw Error(what, where, "expected " + expected);
  };
  // The tolerance of a foreign file is derived from b and has the unit of b.
  if (!(problem.tolerance <= kLargestTolerance) && file.format == "cardan") {
    refuse("the tolerance is " + number_text(problem.tolerance, 2) + " m/s", "at most 1 m/s");
  }
  const std::pair<const char*, const std::vector<double>*> numbers[] = {
      {"b", &problem.b}, {"Y", &problem.Y.value}, {"S", &problem.S.value}};
  for (const auto& [name, values] : numbers) {
    if (largest_magnitude(*values) <= kLargest) continue;
    refuse(std::string(name) + " holds a number beyond 1e100", "numbers up to 1e100");
  }
  for (int i = 0; i < problem.m(); ++i) {
    const double r = problem.prox_step[i];
    if (r <= kLargest && r >= 1 / kLargest) continue;
    refuse("the entries of row " + std::to_string(i) + " give the step " + number_text(r, 2),
           "a step between 1e-100 and 1e100");
  }
  check_row_scales(problem, where);
  if (has_own_unit(problem))
    file.notes.emplace_back("no contacts: tolerance and residual have the unit of b in the file");
}

void validate_file(const ProblemFile& file, const std::string& where) {
  try {
    validate(file.problem.view());
  } catch (const Error& error) {
    throw Error(std::string("invalid problem: ") + error.what(), where,
                "the file is damaged or not of this format");
  }
  if (file.guess.size() != file.problem.b.size()) {
    throw Error("the guess has " + std::to_string(file.guess.size()) + " numbers", where,
                "expected " + std::to_string(file.problem.b.size()));
  }
  for (const double x : file.guess) {
    if (!std::isfinite(x)) {
      throw Error("the guess has a number that is not finite", where, "expected finite numbers");
    }
  }
}

}  // namespace cardan
