#include "test/unit/solvers/convex_problems.h"

#include <cmath>

namespace cardan::test {

namespace {

void add_rows(TestProblem& problem, std::mt19937& random, const ConvexKind& kind) {
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int c = 0; c < kind.contacts; ++c) {
    const int spread = kind.max_dim - kind.min_dim + 1;
    const int dim = kind.min_dim + static_cast<int>(random() % static_cast<unsigned>(spread));
    problem.add_block(CARDAN_CONE_CONVEX, dim, random() % 8 == 0 ? 0.0 : 1.2 * uniform(random));
  }
  if (kind.others == 0) return;
  problem.add_block(CARDAN_NONNEGATIVE, kind.others);
  for (int i = 0; i < kind.others; ++i) {
    const double lo = uniform(random) - 0.7;
    const double hi = i % 3 == 0 ? HUGE_VAL : lo + 0.5 * uniform(random);
    problem.add_block(CARDAN_BOX, 1, 0, -1, i % 4 == 1 ? -HUGE_VAL : lo, i % 5 == 4 ? lo : hi);
  }
  problem.add_block(CARDAN_FREE, kind.others);
}

}  // namespace

TestProblem convex_problem(std::mt19937& random, const ConvexKind& kind) {
  std::normal_distribution<double> normal;
  TestProblem problem;
  add_rows(problem, random, kind);
  if (kind.duplicates) {
    const std::vector<cardan_block> once = problem.blocks;
    for (const cardan_block& block : once) {
      problem.add_block(block.kind, block.dim, block.mu, -1, block.lo, block.hi);
    }
  }
  const int rows = problem.blocks.back().row + problem.blocks.back().dim;
  const int different = kind.duplicates ? rows / 2 : rows;
  MatrixXd J = MatrixXd::NullaryExpr(rows, kind.dofs, [&] { return normal(random); });
  if (kind.duplicates) J.bottomRows(different) = J.topRows(different).eval();
  VectorXd root(kind.dofs);
  for (int j = 0; j < kind.dofs; ++j) {
    root[j] = std::pow(kind.mass_ratio, -0.5 * j / std::max(1, kind.dofs - 1));
  }
  problem.Y = J * root.asDiagonal();
  problem.b = J * VectorXd::NullaryExpr(kind.dofs, [&] { return normal(random); });
  problem.S = kind.compliance * MatrixXd(problem.Y.rowwise().squaredNorm().asDiagonal());
  if (kind.compliance > 0) problem.properties |= CARDAN_COMPLIANT | CARDAN_REGULAR;
  problem.finish();
  return problem;
}

TestProblem convex_cones(const RandomContacts& contacts) {
  TestProblem problem;
  problem.Y = contacts.Y;
  problem.b = contacts.b;
  for (double mu : contacts.mu) problem.add_block(CARDAN_CONE_CONVEX, 3, mu);
  problem.finish();
  return problem;
}

TestProblem compliant_cones(const RandomContacts& contacts) {
  TestProblem problem = convex_cones(contacts);
  problem.S = 1e-4 * MatrixXd(problem.weight.asDiagonal());
  problem.properties |= CARDAN_COMPLIANT | CARDAN_REGULAR;
  problem.finish();
  return problem;
}

}  // namespace cardan::test
