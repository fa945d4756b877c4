#include "cardan/error.h"
#include "test/unit/constraint/friction_samples.h"

namespace cardan {
namespace {

using test::Random;

TEST(Box, ProblemIsTheBaseProblemWithABoxPerTangent) {
  Random random(1);
  const auto box = make_formulation({"box", {}});
  for (int trial = 0; trial < 20; ++trial) {
    const BaseProblem base = test::random_base(random, {3, 1, 1, 9});
    Problem problem;
    box->build(base, 0, problem);
    validate(problem.view());
    EXPECT_LT((test::dense_A(problem) - test::dense_A(base)).norm(), 1e-14);
    EXPECT_EQ(problem.b, base.b);
    ASSERT_EQ(problem.blocks.size(), 11u);
    EXPECT_EQ(problem.num_groups, 5);
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(problem.blocks[3 * k].kind, CARDAN_NONNEGATIVE);
      for (int t = 1; t < 3; ++t) {
        const cardan_block& block = problem.blocks[3 * k + t];
        EXPECT_EQ(block.kind, CARDAN_BOX_MU);
        EXPECT_EQ(block.parent, 3 * k);
        EXPECT_EQ(block.mu, base.blocks[k].mu);
        EXPECT_EQ(block.group, k);
      }
    }
    EXPECT_EQ(
        problem.properties,
        static_cast<std::uint32_t>(CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                                   CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED));
  }
}

// Each axis has its own bound, so |λ_t| of a sliding particle is between 1 and √2 times μ λ_n.
TEST(Box, FrictionSetIsASquareAroundTheDisc) {
  const auto box = make_formulation({"box", {}});
  for (int k = 0; k < 16; ++k) {
    const double angle = 2 * std::numbers::pi * (k + 0.3) / 16;
    BaseProblem base = test::particle(1e-2, 0.5, 0, 0);
    base.S[0] = 0;
    base.A_diag[0] = 1;
    base.b = base.b_free = {-1, 3 * std::cos(angle), 3 * std::sin(angle)};
    Problem problem;
    box->build(base, 0, problem);
    for (const VectorX& lambda : test::enumerate_boxes(problem)) {
      EXPECT_LT(test::residual_of(problem, lambda), 1e-12);
      EXPECT_NEAR(lambda[1], std::clamp(-3 * std::cos(angle), -0.5, 0.5), 1e-12);
      EXPECT_NEAR(lambda[2], std::clamp(-3 * std::sin(angle), -0.5, 0.5), 1e-12);
    }
  }
}

TEST(Box, InitialGuessReproducesEverySolution) {
  Random random(2);
  int found = 0;
  for (const char* bounds : {"coupled", "previous"}) {
    const auto box = make_formulation({"box", {{"bounds", bounds}}});
    for (int trial = 0; trial < 20; ++trial) {
      const BaseProblem base = test::random_base(random, {2, 0, 0, 7});
      Problem problem;
      box->build(base, 0, problem);
      for (const VectorX& lambda : test::enumerate_boxes(problem)) {
        ++found;
        const VectorX lambda_C = test::lifted(*box, base, problem, lambda);
        const VectorX start = test::guessed(*box, test::after(base, lambda_C), problem);
        EXPECT_LT((start - lambda).norm(), 1e-12);
      }
    }
  }
  EXPECT_GT(found, 30);
}

/// The outer loop with exact solves; the number of passes in *passes.
VectorX solve_in_passes(Formulation& formulation, const BaseProblem& base, Problem& problem,
                        int* passes) {
  VectorX lambda_C = VectorX::Zero(base.m());
  for (*passes = 0; *passes < 100;) {
    formulation.build(base, *passes, problem);
    const std::vector<VectorX> solutions = test::enumerate_boxes(problem);
    if (solutions.empty()) return lambda_C;
    const bool done =
        formulation.accept_pass(base, problem, *passes, solutions.front().data(), lambda_C.data());
    ++*passes;
    if (done) break;
  }
  return lambda_C;
}

// If the outer loop converges, its answer solves the coupled problem.
TEST(Box, ConvergedPassesSolveTheCoupledProblem) {
  Random random(3);
  const auto coupled = make_formulation({"box", {}});
  const auto previous = make_formulation({"box", {{"bounds", "previous"}, {"passes", "60"}}});
  int converged = 0;
  constexpr int kTrials = 60;
  for (int trial = 0; trial < kTrials; ++trial) {
    const BaseProblem base = test::random_base(random, {2, 0, 0, 7});
    Problem problem;
    int passes = 0;
    const VectorX lambda_C = solve_in_passes(*previous, base, problem, &passes);
    const std::uint64_t matrix = problem.matrix_id;
    previous->build(base, 1, problem);
    EXPECT_EQ(problem.matrix_id, matrix);
    EXPECT_LE(passes, 61);
    if (!previous->converged()) continue;
    ++converged;
    coupled->build(base, 0, problem);
    const VectorX start = test::guessed(*coupled, test::after(base, lambda_C), problem);
    EXPECT_LT(test::residual_of(problem, start), 1e-4);
  }
  // Not all loops converge: the loop contracts only for small μ.
  EXPECT_GT(converged, kTrials / 2);
}

TEST(Box, FirstPassIsBoundedByTheFrictionlessNormals) {
  Random random(4);
  const auto previous = make_formulation({"box", {{"bounds", "previous"}, {"passes", "1"}}});
  const auto frictionless = make_formulation({"frictionless", {}});
  const BaseProblem base = test::random_base(random, {2, 0, 0, 7});
  Problem problem;
  frictionless->build(base, 0, problem);
  ASSERT_EQ(problem.m(), 2);
  const VectorX normals = test::enumerate_boxes(problem).front();
  int passes = 0;
  solve_in_passes(*previous, base, problem, &passes);
  EXPECT_EQ(passes, 2);
  for (int k = 0; k < 2; ++k) {
    for (int t = 1; t < 3; ++t) {
      EXPECT_EQ(problem.blocks[3 * k + t].kind, CARDAN_BOX);
      EXPECT_NEAR(problem.blocks[3 * k + t].hi, base.blocks[k].mu * normals[k], 1e-12);
      EXPECT_EQ(problem.blocks[3 * k + t].lo, -problem.blocks[3 * k + t].hi);
    }
  }
}

TEST(Box, PassUsesTheBoundsOfThePreviousSolution) {
  EXPECT_THROW(make_formulation({"box", {{"passes", "3"}}}), Error);
  EXPECT_THROW(make_formulation({"box", {{"bounds", "last"}}}), Error);
  EXPECT_THROW(make_formulation({"box", {{"bounds", "previous"}, {"passes", "0"}}}), Error);
  EXPECT_EQ(make_formulation({"box", {{"bounds", "previous"}}})->info().kinds >> CARDAN_BOX_MU & 1u,
            0u);
}

TEST(Frictionless, OnlyNormalRowsAreKept) {
  Random random(5);
  const auto frictionless = make_formulation({"frictionless", {}});
  const BaseProblem base = test::random_base(random, {3, 1, 0, 7});
  Problem problem;
  frictionless->build(base, 0, problem);
  validate(problem.view());
  const MatrixX A = test::dense_A(problem), A_C = test::dense_A(base);
  const int rows[4] = {0, 3, 6, 9};
  ASSERT_EQ(problem.m(), 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(problem.b[i], base.b[rows[i]]);
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(A(i, j), A_C(rows[i], rows[j]), 1e-14);
  }
  const VectorX lambda_C = test::lifted(*frictionless, base, problem, VectorX::Constant(4, 2.0));
  for (int i = 0; i < base.m(); ++i) EXPECT_EQ(lambda_C[i], i % 3 == 0 ? 2.0 : 0.0);
}

}  // namespace
}  // namespace cardan
