#include "constraint/lowering.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

using test::kLcpKinds;
using test::Random;

/// One normal row, two coupled ones, a FREE row and the four shapes of BOX; 8 rows.
Problem boxes(Random& random) {
  Problem problem = test::random_rows(random, 8, 10);
  test::push_block(problem, CARDAN_NONNEGATIVE, 1);
  for (int k = 0; k < 2; ++k) {
    cardan_block& block = test::push_block(problem, CARDAN_BOX_MU, 1);
    block.parent = 0;
    block.mu = test::uniform(random, 0.2, 1);
  }
  test::push_block(problem, CARDAN_FREE, 1);
  const double infinite = INFINITY;
  const double bounds[4][2] = {
      {-0.2, 0.3}, {-0.1, infinite}, {-infinite, 0.2}, {-infinite, infinite}};
  for (const auto& bound : bounds) {
    cardan_block& block = test::push_block(problem, CARDAN_BOX, 1);
    block.lo = bound[0];
    block.hi = bound[1];
  }
  for (int i = 0; i < problem.m(); ++i) {
    problem.b[i] = test::uniform(random, -2, 2);
    problem.prox_step[i] = 1 / test::dense_A(problem)(i, i);
    problem.weight[i] = 1 / problem.prox_step[i];
  }
  return problem;
}

TEST(Lowering, CompatibleProblemIsNotLowered) {
  Random random(1);
  const Problem problem = boxes(random);
  Problem lowered;
  Lowering lowering;
  EXPECT_FALSE(lowering.lower(problem, ~0u, lowered));
  EXPECT_TRUE(lowering.lower(problem, kLcpKinds, lowered));
  EXPECT_TRUE(lowering.lower(problem, kLcpKinds | 1u << CARDAN_BOX, lowered));
}

TEST(Lowering, LcpAndBoxSolutionsAreEquivalent) {
  Random random(2);
  int found = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Problem problem = boxes(random);
    Problem lowered;
    Lowering lowering;
    ASSERT_TRUE(lowering.lower(problem, kLcpKinds, lowered));
    validate(lowered.view());
    EXPECT_NE(lowered.matrix_id, 0u);
    for (const cardan_block& block : lowered.blocks) EXPECT_LE(block.kind, CARDAN_NONNEGATIVE);
    ASSERT_EQ(lowered.m(), 1 + 2 * 3 + 1 + 2 + 1 + 1 + 1);
    for (const VectorX& x : test::enumerate_lcp(lowered)) {
      ++found;
      EXPECT_LT(test::residual_of(lowered, x), 1e-8);
      VectorX lambda(problem.m());
      lowering.lift(x.data(), lambda.data());
      EXPECT_LT(test::residual_of(problem, lambda), 1e-8);
      VectorX start(lowered.m());
      lowering.guess(problem, lambda.data(), start.data());
      EXPECT_LT(test::residual_of(lowered, start), 1e-8);
    }
  }
  EXPECT_GE(found, 35);
}

TEST(Lowering, LoweredGuessReproducesEveryBoxSolution) {
  // Pairs at, between and at the other bound, made by b = u − A λ.
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    Problem problem = boxes(random);
    VectorX lambda = VectorX::Zero(8), u = VectorX::Zero(8);
    lambda[0] = test::uniform(random, 0.1, 1);
    lambda[3] = test::uniform(random, -1, 1);
    for (const cardan_block& block : problem.blocks) {
      if (block.kind != CARDAN_BOX && block.kind != CARDAN_BOX_MU) continue;
      const bool coupled = block.kind == CARDAN_BOX_MU;
      const double lo = coupled ? -block.mu * lambda[0] : block.lo;
      const double hi = coupled ? block.mu * lambda[0] : block.hi;
      const int where = std::uniform_int_distribution<int>(0, 2)(random);
      if (where == 0 && std::isfinite(lo)) {
        lambda[block.row] = lo;
        u[block.row] = test::uniform(random, 0, 1);
      } else if (where == 2 && std::isfinite(hi)) {
        lambda[block.row] = hi;
        u[block.row] = -test::uniform(random, 0, 1);
      } else {
        lambda[block.row] = test::uniform(random, std::max(lo, -0.1), std::min(hi, 0.1));
      }
    }
    test::set_bias_for(problem, lambda, u);
    EXPECT_LT(test::residual_of(problem, lambda), 1e-12);
    Problem lowered;
    Lowering lowering;
    ASSERT_TRUE(lowering.lower(problem, kLcpKinds, lowered));
    VectorX start(lowered.m()), back(8);
    lowering.guess(problem, lambda.data(), start.data());
    EXPECT_LT(test::residual_of(lowered, start), 1e-12);
    lowering.lift(start.data(), back.data());
    EXPECT_LT((back - lambda).norm(), 1e-14);
  }
}

TEST(Lowering, LoweringKeepsGroupsAndParents) {
  Random random(4);
  const Problem problem = boxes(random);
  Problem lowered;
  Lowering lowering;
  // BOX stays, BOX_MU goes.
  ASSERT_TRUE(lowering.lower(problem, kLcpKinds | 1u << CARDAN_BOX, lowered));
  validate(lowered.view());
  EXPECT_EQ(lowered.num_groups, problem.num_groups);
  for (std::size_t k = 0; k < lowered.blocks.size(); ++k) {
    EXPECT_EQ(lowered.blocks[k].group, problem.blocks[k].group);
    EXPECT_NE(lowered.blocks[k].kind, CARDAN_BOX_MU);
  }
  // BOX is removed; BOX_MU remains and still refers to its parent.
  ASSERT_TRUE(lowering.lower(problem, kLcpKinds | 1u << CARDAN_BOX_MU, lowered));
  validate(lowered.view());
  EXPECT_EQ(lowered.blocks[1].kind, CARDAN_BOX_MU);
  EXPECT_EQ(lowered.blocks[1].parent, 0);
}

TEST(Lowering, MatrixIdChangesExactlyWithTheMatrix) {
  Random random(5);
  Problem problem = boxes(random);
  Problem lowered;
  Lowering lowering;
  const auto id = [&] {
    EXPECT_TRUE(lowering.lower(problem, kLcpKinds, lowered));
    return lowered.matrix_id;
  };
  const std::uint64_t first = id();
  problem.b[0] += 1;
  problem.blocks[4].hi += 0.1;
  EXPECT_EQ(id(), first);
  problem.blocks[4].hi = INFINITY;
  EXPECT_NE(id(), first);
}

TEST(Lowering, LoweredKindsAndPropertiesAreKnown) {
  const std::uint32_t box = 1u << CARDAN_BOX, box_mu = 1u << CARDAN_BOX_MU;
  EXPECT_EQ(Lowering::lowered_kinds(box | box_mu, kLcpKinds), 1u << CARDAN_NONNEGATIVE);
  EXPECT_EQ(Lowering::lowered_kinds(box | box_mu, kLcpKinds | box), 1u << CARDAN_NONNEGATIVE | box);
  const std::uint32_t all = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                            CARDAN_REGULAR | CARDAN_GROUPED | CARDAN_FACTORED;
  EXPECT_EQ(Lowering::lowered_properties(all, box, kLcpKinds | box), all);
  EXPECT_EQ(Lowering::lowered_properties(all, box, kLcpKinds),
            std::uint32_t{CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED});
}

}  // namespace
}  // namespace cardan
