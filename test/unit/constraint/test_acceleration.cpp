#include <gtest/gtest.h>

#include "test/support/dense_algebra.h"
#include "test/unit/constraint/robot_samples.h"

// The problem of sliding friction by dense algebra.
namespace cardan {
namespace {

using test::Random;
using test::uniform;

/// A random base at acceleration level whose contacts slide.
BaseProblem sliding_base(Random& random, int contacts) {
  BaseProblem base = test::random_base(random, {.contacts = contacts, .columns = 9});
  base.level = RowLevel::kAcceleration;
  for (BaseBlock& block : base.blocks) {
    block.surface.mu_static = 0.9;
    block.surface.mu_kinetic = block.mu;
    block.slip[0] = uniform(random, 0.1, 1);
    block.slip[1] = uniform(random, -1, 1);
  }
  return base;
}

// Eliminating the rows t and w leaves Y_n (Y_n − μ e_tᵀ Y_t)ᵀ on the normals.
TEST(Acceleration, SlidingFrictionMatrixIsYnYcT) {
  Random random(11);
  for (int trial = 0; trial < 10; ++trial) {
    const int contacts = 1 + trial % 3;
    const BaseProblem base = sliding_base(random, contacts);
    const auto formulation = make_formulation({"acceleration", {}});
    Problem problem;
    formulation->build(base, 0, problem);
    validate(problem.view());
    ASSERT_EQ(problem.m(), 3 * contacts);
    const MatrixX A = test::dense_A(problem);
    MatrixX nn(contacts, contacts), nf(contacts, 2 * contacts), fn(2 * contacts, contacts),
        ff(2 * contacts, 2 * contacts);
    const auto free_row = [](int i) { return 3 * (i / 2) + 1 + i % 2; };
    for (int i = 0; i < contacts; ++i) {
      for (int j = 0; j < contacts; ++j) nn(i, j) = A(3 * i, 3 * j);
      for (int j = 0; j < 2 * contacts; ++j) {
        nf(i, j) = A(3 * i, free_row(j));
        fn(j, i) = A(free_row(j), 3 * i);
      }
    }
    for (int i = 0; i < 2 * contacts; ++i) {
      for (int j = 0; j < 2 * contacts; ++j) ff(i, j) = A(free_row(i), free_row(j));
    }
    const MatrixX schur = nn - test::algebra::multiply(nf, test::algebra::solve_columns(ff, fn));

    const MatrixX A_C = test::dense_A(base);
    for (int i = 0; i < contacts; ++i) {
      for (int j = 0; j < contacts; ++j) {
        const BaseBlock& block = base.blocks[j];
        const Vector2 e = Vector2(block.slip[0], block.slip[1]).normalized();
        const double expected = A_C(3 * i, 3 * j) - block.mu * (e.x() * A_C(3 * i, 3 * j + 1) +
                                                                e.y() * A_C(3 * i, 3 * j + 2));
        EXPECT_NEAR(schur(i, j), expected, 1e-12);
      }
    }
  }
}

// A slip that reverses within the step sticks in a second pass, with another matrix; so does every
// sliding contact without a solution.
TEST(Acceleration, ReversedSlipSticks) {
  Random random(12);
  const BaseProblem base = sliding_base(random, 2);
  const auto formulation = make_formulation({"acceleration", {}});
  Problem first, second;
  formulation->build(base, 0, first);
  std::vector<double> lambda(6, 0.0), lambda_C(6);
  lambda[0] = lambda[3] = 1;
  lambda[2] = 0.1;
  lambda[5] = -0.1;
  EXPECT_FALSE(formulation->accept_pass(base, first, 0, lambda.data(), lambda_C.data()));
  formulation->build(base, 1, second);
  validate(second.view());
  EXPECT_NE(first.matrix_id, second.matrix_id);
  ASSERT_EQ(second.blocks.size(), 5u);
  EXPECT_EQ(second.blocks[1].kind, CARDAN_FREE);
  EXPECT_EQ(second.blocks[3].kind, CARDAN_BOX_MU);
  EXPECT_EQ(second.blocks[3].parent, 3);
  EXPECT_EQ(second.blocks[3].mu, 0.9);
  EXPECT_EQ(second.num_groups, 2);
  EXPECT_TRUE(formulation->relax_law(base));
  formulation->build(base, 2, second);
  EXPECT_EQ(second.blocks.size(), 6u);
  EXPECT_FALSE(formulation->relax_law(base)) << "nothing left to give up";
  // In a collision nothing slides: impulses are of the box.
  BaseProblem collision = base;
  collision.level = RowLevel::kCollision;
  formulation->build(collision, 0, first);
  EXPECT_EQ(first.blocks.size(), 6u);
}

}  // namespace
}  // namespace cardan
