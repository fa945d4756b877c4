#include <numbers>

#include "test/support/dense_algebra.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

using test::Random;

FormulationSpec polyhedral(int d, std::vector<Option> options = {}) {
  options.emplace_back("directions", d);
  return {"polyhedral", options};
}

/// The blocks of the textbook's matrix [N'M⁻¹N N'M⁻¹B 0; B'M⁻¹N B'M⁻¹B E; Mu −E' 0], component by
/// component.
struct Textbook {
  MatrixX A;
  VectorX q;
};

Textbook textbook(const BaseProblem& base, int d) {
  const int r = base.num_contacts, m = base.m();
  const MatrixX A_C = test::dense_A(base);
  MatrixX N = MatrixX::Zero(m, r), B = MatrixX::Zero(m, r * d), E = MatrixX::Zero(r * d, r),
          Mu = MatrixX::Zero(r, r);
  for (int i = 0; i < r; ++i) {
    const int row = base.blocks[i].row;
    N(row, i) = 1;
    Mu(i, i) = base.blocks[i].mu;
    for (int j = 0; j < d; ++j) {
      const double angle = 2 * std::numbers::pi * j / d;
      B(row + 1, i * d + j) = std::cos(angle);
      B(row + 2, i * d + j) = std::sin(angle);
      E(i * d + j, i) = 1;
    }
  }
  Textbook book;
  book.A = MatrixX::Zero(r * (d + 2), r * (d + 2));
  MatrixX NB(m, r + r * d);
  NB << N, B;
  book.A.topLeftCorner(r + r * d, r + r * d) = test::algebra::congruence(NB, A_C);
  book.A.block(r, r + r * d, r * d, r) = E;
  book.A.block(r + r * d, 0, r, r) = Mu;
  book.A.block(r + r * d, r, r, r * d) = -E.transpose();
  book.q = VectorX::Zero(r * (d + 2));
  book.q.head(r) = N.transpose() * test::to_vector(base.b);
  book.q.segment(r, r * d) = B.transpose() * test::to_vector(base.b);
  return book;
}

/// Row of the textbook for the k-th quantity of contact i.
int book_row(int i, int k, int r, int d) {
  if (k == 0) return i;
  return k <= d ? r + i * d + k - 1 : r + r * d + i;
}

TEST(Polyhedral, MatrixIsTheTextbookMatrixEntryByEntry) {
  Random random(1);
  for (const int d : {4, 6, 8, 16}) {
    for (const int r : {1, 3}) {
      const BaseProblem base = test::random_base(random, {r, 0, 0, 7});
      const Textbook book = textbook(base, d);
      for (const bool component : {false, true}) {
        Problem problem;
        make_formulation(polyhedral(d, {{"ordering", component ? "component" : "contact"}}))
            ->build(base, 0, problem);
        validate(problem.view());
        ASSERT_EQ(problem.m(), r * (d + 2));
        const MatrixX A = test::dense_A(problem);
        const auto row = [&](int i, int k) { return component ? k * r + i : i * (d + 2) + k; };
        for (int i = 0; i < r; ++i) {
          for (int k = 0; k < d + 2; ++k) {
            EXPECT_NEAR(problem.b[row(i, k)], book.q[book_row(i, k, r, d)], 1e-12);
            for (int j = 0; j < r; ++j) {
              for (int l = 0; l < d + 2; ++l) {
                EXPECT_NEAR(A(row(i, k), row(j, l)),
                            book.A(book_row(i, k, r, d), book_row(j, l, r, d)), 1e-12);
              }
            }
          }
        }
        EXPECT_EQ((problem.properties & CARDAN_GROUPED) != 0, !component);
      }
    }
  }
}

TEST(Polyhedral, EachContactIsOneGroup) {
  Random random(2);
  const BaseProblem base = test::random_base(random, {3, 1, 1, 7});
  Problem problem;
  make_formulation(polyhedral(8))->build(base, 0, problem);
  ASSERT_EQ(problem.blocks.size(), 5u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(problem.blocks[i].kind, CARDAN_NONNEGATIVE);
    EXPECT_EQ(problem.blocks[i].dim, 10);
    EXPECT_EQ(problem.blocks[i].group, i);
    // The slack row: a velocity in u's place.
    EXPECT_DOUBLE_EQ(problem.prox_step[10 * i + 9] * problem.prox_step[10 * i], 1);
    EXPECT_EQ(problem.weight[10 * i + 9], 1);
    EXPECT_EQ(problem.Y.start[10 * i + 9], problem.Y.start[10 * i + 10]);
  }
  EXPECT_EQ(problem.blocks[3].kind, CARDAN_NONNEGATIVE);
  EXPECT_EQ(problem.blocks[4].kind, CARDAN_BOX);
}

/// λ_C and u_C of a solution, written into the base as if they were last step's.
void remember(BaseProblem& base, const VectorX& lambda_C) {
  const VectorX u = test::dense_A(base) * lambda_C + test::to_vector(base.b);
  base.lambda_prev.assign(lambda_C.data(), lambda_C.data() + lambda_C.size());
  base.u_prev.assign(u.data(), u.data() + u.size());
}

TEST(Polyhedral, InitialGuessMapsSolutionsToSolutions) {
  Random random(3);
  for (const bool dt_scaling : {false, true}) {
    const auto formulation =
        make_formulation(polyhedral(4, {{"dt_scaling", dt_scaling ? "true" : "false"}}));
    int found = 0;
    for (int trial = 0; trial < 60; ++trial) {
      BaseProblem base = test::random_base(random, {2, 0, 1, 9});
      Problem problem;
      formulation->build(base, 0, problem);
      // A BOX row at the end: fix it inside by making it FREE for the enumeration.
      problem.blocks.back().kind = CARDAN_FREE;
      for (const VectorX& x : test::enumerate_lcp(problem)) {
        ++found;
        VectorX lambda_C(base.m()), start(problem.m());
        formulation->accept_pass(base, problem, 0, x.data(), lambda_C.data());
        remember(base, lambda_C);
        formulation->guess(base, problem, start.data());
        EXPECT_LT(test::residual_of(problem, start), 1e-9);
      }
    }
    EXPECT_GT(found, 50);
  }
}

TEST(Polyhedral, TimeScalingLeavesTheImpulses) {
  Random random(4);
  const auto plain = make_formulation(polyhedral(4));
  const auto scaled = make_formulation(polyhedral(4, {{"dt_scaling", "true"}}));
  for (int trial = 0; trial < 20; ++trial) {
    const BaseProblem base = test::random_base(random, {2, 0, 0, 7});
    Problem a, b;
    plain->build(base, 0, a);
    scaled->build(base, 0, b);
    for (VectorX x : test::enumerate_lcp(a)) {
      // The same residual at the same state, solution or not.
      x += 1e-3 * test::uniform_vector(random, a.m());
      VectorX y = x;
      for (int i = 0; i < 2; ++i) y[6 * i + 5] /= base.dt;
      EXPECT_NEAR(test::residual_of(a, x), test::residual_of(b, y), 1e-12);
    }
  }
}

TEST(Polyhedral, FrictionLiesBetweenThePolygonAndTheCircle) {
  // One sliding contact with A = 1: |λ_t| is between cos(π/d) and 1 of μ λ_n for any direction of
  // slip.
  for (const int d : {4, 8}) {
    const auto formulation = make_formulation(polyhedral(d));
    for (int k = 0; k < 16; ++k) {
      const double angle = 2 * std::numbers::pi * (k + 0.3) / 16;
      BaseProblem base;
      base.dt = 1e-3;
      base.tree = base.tree_column = {0};
      base.column_parent = {-1, 0, 1};
      base.num_contacts = 1;
      BaseBlock block;
      block.mu = 0.5;
      test::push_base_block(base, block, 3);
      test::push_dense(MatrixX::Identity(3, 3), base.Y);
      base.b = base.b_free = {-1, 3 * std::cos(angle), 3 * std::sin(angle)};
      base.A_diag = base.prox_step = {1, 1, 1};
      Problem problem;
      formulation->build(base, 0, problem);
      const auto solutions = test::enumerate_lcp(problem);
      ASSERT_FALSE(solutions.empty());
      for (const VectorX& x : solutions) {
        VectorX lambda_C(3);
        formulation->accept_pass(base, problem, 0, x.data(), lambda_C.data());
        EXPECT_NEAR(lambda_C[0], 1, 1e-12);
        const double ratio = lambda_C.tail(2).norm() / 0.5;
        EXPECT_LE(ratio, 1 + 1e-12);
        EXPECT_GE(ratio, std::cos(std::numbers::pi / d) - 1e-12);
        // It dissipates.
        const VectorX u = lambda_C + test::to_vector(base.b);
        EXPECT_LT(u.tail(2).dot(lambda_C.tail(2)), 0);
      }
    }
  }
}

TEST(Polyhedral, AnitescuPotraIgnoresTheGapOfTouchingContacts) {
  Random random(5);
  BaseProblem base = test::random_base(random, {4, 1, 0, 9});
  const double gaps[] = {-1e-3, 1e-3, 0, 2e-3};
  for (int i = 0; i < 4; ++i) {
    base.blocks[i].phi = gaps[i];
    base.b[3 * i] = base.b_free[3 * i] + gaps[i] / base.dt;
  }
  base.blocks[2].rebound_velocity = -0.25;
  base.b[6] = base.b_free[6] - 0.25;
  const auto formulation = make_formulation(polyhedral(4, {{"stabilization", "anitescu_potra"}}));
  Problem problem;
  formulation->build(base, 0, problem);
  validate(problem.view());
  ASSERT_EQ(problem.m(), 2 * 6 + 1);
  EXPECT_DOUBLE_EQ(problem.b[0], base.b_free[0]);
  EXPECT_DOUBLE_EQ(problem.b[6], base.b_free[6] - 0.25);
  // Lifted impulses of the other contacts are zero, and the limit is at its place.
  const VectorX x = VectorX::Ones(13);
  VectorX lambda_C(13);
  formulation->accept_pass(base, problem, 0, x.data(), lambda_C.data());
  EXPECT_EQ(lambda_C[0], 1);
  EXPECT_EQ(lambda_C[3], 0);
  EXPECT_EQ(lambda_C[6], 1);
  EXPECT_EQ(lambda_C[9], 0);
  EXPECT_EQ(lambda_C[12], 1);
}

TEST(Polyhedral, EpsilonRaisesTheDiagonalOfImpulseRowsOnly) {
  Random random(6);
  const BaseProblem base = test::random_base(random, {2, 0, 1, 5});
  Problem plain, raised;
  make_formulation(polyhedral(8))->build(base, 0, plain);
  make_formulation(polyhedral(8, {{"epsilon", "1e-6"}}))->build(base, 0, raised);
  MatrixX expected = test::dense_A(plain);
  const auto smallest = [](const MatrixX& A) {
    const VectorX values = test::algebra::singular_values(A);
    return values[values.size() - 1] / values[0];
  };
  EXPECT_LT(smallest(expected), 1e-14);
  for (int i = 0; i < expected.rows(); ++i) expected(i, i) *= 1 + 1e-6;
  EXPECT_LT((test::dense_A(raised) - expected).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_GT(smallest(expected), 1e-9);
  EXPECT_TRUE(raised.properties & CARDAN_REGULAR);
  EXPECT_FALSE(plain.properties & CARDAN_REGULAR);
}

TEST(Polyhedral, MatrixIsCopositive) {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const BaseProblem base = test::random_base(random, {3, 0, 0, 5});
    Problem problem;
    make_formulation(polyhedral(6))->build(base, 0, problem);
    const MatrixX A = test::dense_A(problem);
    for (int k = 0; k < 50; ++k) {
      const VectorX x = test::uniform_vector(random, problem.m(), 0, 1);
      EXPECT_GE(x.dot(A * x), 0);
    }
  }
}

}  // namespace
}  // namespace cardan
