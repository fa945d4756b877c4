#include "test/unit/constraint/solved_samples.h"

// Duplicate contacts, contacts without tangential motion, without friction and with the largest
// legal friction: every formulation with its own solver.
namespace cardan {
namespace {

using test::Random;

/// Contact 0 moves along its normal only; contact 2 is contact 1 again.
BaseProblem degenerate_base(Random& random, double mu) {
  BaseProblem base = test::random_base(random, {3, 0, 0, 12});
  MatrixX Y = test::dense(base.Y);
  Y.middleRows(1, 2).setZero();
  Y.middleRows(6, 3) = Y.middleRows(3, 3);
  test::push_dense(Y, base.Y);
  base.S[6] = base.S[3];
  for (int i = 0; i < 3; ++i) base.b[6 + i] = base.b[3 + i];
  base.blocks[2].phi = base.blocks[1].phi;
  for (BaseBlock& block : base.blocks) {
    block.mu = mu;
    double sum = 0;
    for (int i = block.row; i < block.row + 3; ++i) {
      base.A_diag[i] = Y.row(i).squaredNorm() + base.S[i];
      sum += base.A_diag[i];
    }
    for (int i = block.row; i < block.row + 3; ++i) base.prox_step[i] = 3 / sum;
  }
  base.b_free = base.b;
  return base;
}

TEST(DegenerateContacts, EveryFormulationSolvesDegenerateContacts) {
  for (const char* id : {"cone", "polyhedral", "box", "convex"}) {
    const auto formulation = make_formulation({id, {}});
    for (const double mu : {0.0, 0.5, kMaxFriction}) {
      Random random(1);
      int solved = 0;
      constexpr int kTrials = 20;
      for (int trial = 0; trial < kTrials; ++trial) {
        const BaseProblem base = degenerate_base(random, mu);
        Problem problem;
        formulation->build(base, 0, problem);
        validate(problem.view());
        const test::Solution solution =
            test::solve(formulation->info().default_solver, problem, 1e-9);
        ASSERT_TRUE(solution.lambda.allFinite());
        solved += solution.residual <= 1e-8;
        const VectorX lambda = test::lift(*formulation, base, problem, solution.lambda);
        // Friction up to the corner of a box holds the body.
        const double reach = formulation->info().id == "box" ? std::sqrt(2.0) : 1.0;
        EXPECT_LE(lambda.segment(1, 2).norm(), reach * mu * std::max(lambda[0], 0.0) + 1e-7);
      }
      EXPECT_EQ(solved, kTrials) << id << ", mu " << mu;
    }
  }
}

}  // namespace
}  // namespace cardan
