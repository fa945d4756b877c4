#include "test/unit/solvers/field_problems.h"

#include <algorithm>
#include <cmath>

#include "cardan/problem_file.h"

namespace cardan::test {

TestProblem read_field_problem(const std::string& path) {
  const Problem given = read_problem(path).problem;
  const auto dense = [](const SparseRows& rows) {
    MatrixXd M = MatrixXd::Zero(rows.rows(), rows.cols);
    for (int i = 0; i < rows.rows(); ++i) {
      for (int k = rows.start[i]; k < rows.start[i + 1]; ++k) M(i, rows.index[k]) = rows.value[k];
    }
    return M;
  };
  TestProblem problem;
  problem.Y = dense(given.Y);
  problem.S = dense(given.S);
  problem.b = VectorXd::Map(given.b.data(), given.m());
  problem.step = VectorXd::Map(given.prox_step.data(), given.m());
  problem.weight = VectorXd::Map(given.weight.data(), given.m());
  problem.properties = given.properties;
  for (const cardan_block& block : given.blocks) problem.add_block(block.kind, block.dim, block.mu);
  problem.finish();
  return problem;
}

double siconos_error(const TestProblem& problem, const VectorXd& lambda) {
  const VectorXd u = problem.Y * (problem.Y.transpose() * lambda) + problem.S * lambda + problem.b;
  TestProblem unit = problem;
  unit.step.setOnes();
  unit.weight.setOnes();
  // The natural map with steps and weights of one, block by block, in the 2-norm.
  double sum = 0;
  for (const cardan_block& block : problem.blocks) {
    const double e = block_residual(unit, block, lambda, u);
    sum += e * e;
  }
  return std::sqrt(sum) / std::max({problem.b.norm(), lambda.norm(), u.norm(), 1e-300});
}

}  // namespace cardan::test
