#include <algorithm>
#include <limits>

#include "cardan/contact_solver.h"

namespace cardan {

namespace {

bool needs_dense(const cardan_solver_desc& solver) {
  return (solver.needs & CARDAN_NEEDS_DENSE) != 0;
}

int row_limit(const cardan_solver_desc& solver) {
  const int rows = solver.max_rows > 0 ? solver.max_rows : std::numeric_limits<int>::max();
  return needs_dense(solver) ? std::min(rows, dense_row_limit(solver)) : rows;
}

}  // namespace

int dense_row_limit(const cardan_solver_desc& solver) {
  return solver.max_dense_rows > 0 ? std::min(solver.max_dense_rows, kMaxDenseRows) : kMaxDenseRows;
}

bool is_too_large(int rows, const cardan_solver_desc& solver) { return rows > row_limit(solver); }

std::string why_too_large(int rows, const cardan_solver_desc& solver) {
  if (!is_too_large(rows, solver)) return "";
  return std::string(solver.id) + " takes at most " + std::to_string(row_limit(solver)) + " rows" +
         (needs_dense(solver) ? " as a dense matrix" : "") + "; the problem has " +
         std::to_string(rows);
}

}  // namespace cardan
