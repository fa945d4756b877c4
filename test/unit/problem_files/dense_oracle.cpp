#include "test/unit/problem_files/dense_oracle.h"

#include <algorithm>

#include "cardan/contact_solver.h"
#include "cardan/solver_registry.h"
#include "test/support/dense_algebra.h"

namespace cardan::test {

MatrixX dense_matrix(const Problem& problem) {
  const int m = problem.m();
  MatrixX Y = MatrixX::Zero(m, problem.Y.cols), S = MatrixX::Zero(m, m);
  for (int i = 0; i < m; ++i) {
    for (int k = problem.Y.start[i]; k < problem.Y.start[i + 1]; ++k)
      Y(i, problem.Y.index[k]) = problem.Y.value[k];
    for (int k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k)
      S(i, problem.S.index[k]) = problem.S.value[k];
  }
  return algebra::gram(Y) + S;
}

std::optional<VectorX> solve_by_enumeration(const Problem& problem) {
  const MatrixX A = dense_matrix(problem);
  const VectorX b = VectorX::Map(problem.b.data(), problem.m());
  std::vector<int> free, bounded;
  for (const cardan_block& block : problem.blocks) {
    for (int i = block.row; i < block.row + block.dim; ++i)
      (block.kind == CARDAN_FREE ? free : bounded).push_back(i);
  }
  for (unsigned set = 0; set < (1U << bounded.size()); ++set) {
    std::vector<int> active = free;
    for (std::size_t k = 0; k < bounded.size(); ++k) {
      if ((set >> k & 1U) != 0) active.push_back(bounded[k]);
    }
    VectorX lambda = VectorX::Zero(problem.m());
    if (!active.empty()) {
      const VectorX x = algebra::least_norm_solution(A(active, active), -b(active));
      lambda(active) = x;
    }
    const VectorX u = A * lambda + b;
    const double small = 1e-9 * (1 + b.cwiseAbs().maxCoeff());
    bool good = active.empty() || u(active).cwiseAbs().maxCoeff() <= small;
    for (const int i : bounded) good = good && lambda[i] >= -small && u[i] >= -small;
    if (good) return lambda;
  }
  return std::nullopt;
}

double relative_error(const Problem& problem, const VectorX& lambda) {
  const VectorX b = VectorX::Map(problem.b.data(), problem.m());
  const VectorX u = dense_matrix(problem) * lambda + b;
  VectorX map = u;  // FREE
  for (const cardan_block& block : problem.blocks) {
    const VectorX x = lambda.segment(block.row, block.dim), v = u.segment(block.row, block.dim);
    if (block.kind == CARDAN_NONNEGATIVE) {
      map.segment(block.row, block.dim) = x - (x - v).cwiseMax(0);
    } else if (block.kind == CARDAN_CONE) {
      VectorX a = x - v;
      const auto tangents = block.dim - 1;
      a[0] -= block.mu * v.tail(tangents).norm();
      const double s = a.tail(tangents).norm();
      if (block.mu * s <= -a[0]) {
        a.setZero();
      } else if (s > block.mu * a[0]) {
        const double g = (a[0] + block.mu * s) / (1 + block.mu * block.mu);
        a.tail(tangents) *= block.mu * g / s;
        a[0] = g;
      }
      map.segment(block.row, block.dim) = x - a;
    }
  }
  return map.norm() / std::max({b.norm(), lambda.norm(), u.norm(), 1e-300});
}

VectorX solve_with(const std::string& solver, const ProblemFile& file) {
  Problem problem = file.problem;
  problem.form_dense();
  const cardan_problem view = problem.view();
  ContactSolver instance(SolverRegistry().require(solver));
  instance.reserve(size_of(view));
  std::vector<double> lambda = file.guess;
  instance.solve(view, lambda, {});
  return VectorX::Map(lambda.data(), problem.m());
}

std::vector<std::filesystem::path> field_files(const std::string& family,
                                               const std::string& ending) {
  const std::filesystem::path folder =
      std::filesystem::path(CARDAN_SOURCE_DIR) / "../shared/problems" / family;
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::exists(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace cardan::test
