#include "constraint/problem_files/global_form.h"

#include <Eigen/SparseCholesky>

#include "cardan/error.h"
#include "cardan/spatial.h"

namespace cardan {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

Sparse eigen_matrix(const TripletMatrix& matrix) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(matrix.entries.size());
  for (const Triplet& e : matrix.entries) entries.emplace_back(e.row, e.column, e.value);
  Sparse result(matrix.rows, matrix.columns);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

// Y takes 12 bytes per entry; the product Y Yᵀ and its factors take more.
constexpr std::size_t kMostEntries = 20'000'000;

[[noreturn]] void refuse_entries(const Problem& problem) {
  const std::string rows = std::to_string(problem.b.size() + 1);
  throw Error("the global form has more than " + std::to_string(kMostEntries) +
                  " entries once its velocity is eliminated, in its first " + rows + " rows alone",
              "", "give the problem in local form, or split it into smaller ones");
}

// Appends a column of L⁻¹ P J as a row of Y. Throws Error if Y becomes too large.
void append_row(const VectorX& column, Problem& problem) {
  for (int k = 0; k < column.size(); ++k) {
    if (column[k] == 0) continue;
    if (problem.Y.index.size() >= kMostEntries) refuse_entries(problem);
    problem.Y.push(k, column[k]);
  }
  problem.Y.end_row();
}

// Appends the columns of L⁻¹ P J as rows of Y, and Y z + w to b.
void append_whitened(const Eigen::SimplicialLLT<Sparse>& M, const Sparse& J, const VectorX& z,
                     const std::vector<double>& w, Problem& problem) {
  VectorX column(J.rows());
  for (int j = 0; j < J.cols(); ++j) {
    column = M.permutationP() * VectorX(J.col(j));
    M.matrixL().solveInPlace(column);
    append_row(column, problem);
    problem.b.push_back(column.dot(z) + w[j]);
  }
}

}  // namespace

bool eliminate_velocity(const GlobalForm& form, ProblemFile& file) {
  const int dof = form.M.rows;
  const Sparse mass = eigen_matrix(form.M);
  const Eigen::SimplicialLLT<Sparse> factor(mass);
  if (factor.info() != Eigen::Success) return false;
  const double asymmetry = (mass - Sparse(mass.transpose())).norm();
  if (asymmetry > 1e-12 * mass.norm()) {
    file.notes.emplace_back("the mass matrix is not symmetric: its lower triangle was used");
  }
  VectorX z = factor.permutationP() * VectorX::Map(form.f.data(), dof);
  factor.matrixL().solveInPlace(z);
  Problem& problem = file.problem;
  problem.Y.clear(dof);
  append_whitened(factor, eigen_matrix(form.H), z, form.w, problem);
  append_whitened(factor, eigen_matrix(form.G), z, form.b, problem);
  problem.S.clear(problem.m());
  problem.S.start.assign(problem.b.size() + 1, 0);
  return true;
}

}  // namespace cardan
