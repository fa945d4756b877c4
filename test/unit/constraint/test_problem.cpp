#include "cardan/error.h"
#include "cardan/problem.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

using test::Random;

Problem sample(Random& random, int m) {
  Problem problem = test::random_rows(random, m, 5);
  for (int i = 0; i < m; ++i) test::push_block(problem, CARDAN_NONNEGATIVE, 1);
  for (double& b : problem.b) b = test::uniform(random, -1, 1);
  return problem;
}

TEST(Problem, DenseMatrixIsTheProductOfFactorsAndBitSymmetric) {
  Random random(1);
  for (const int m : {1, 3, 7, 8, 21}) {
    Problem problem = sample(random, m);
    problem.form_dense();
    EXPECT_EQ(problem.lda % 8, 0);
    const Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>> A(problem.A.data(), m, m,
                                                               Eigen::OuterStride<>(problem.lda));
    EXPECT_LT((A - test::dense_A(problem)).norm(), 1e-13 * A.norm());
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < m; ++j) EXPECT_EQ(A(i, j), A(j, i));
    }
    const cardan_problem view = problem.view();
    EXPECT_EQ(view.A, problem.A.data());
    EXPECT_EQ(view.struct_size, sizeof(cardan_problem));
  }
}

TEST(Problem, UnsymmetricCouplingsStayUnsymmetric) {
  Random random(2);
  Problem problem = sample(random, 4);
  MatrixX S = test::dense(problem.S);
  S(0, 3) = 2;
  S(3, 1) = -1;
  test::push_dense(S, problem.S);
  problem.properties = CARDAN_COPOSITIVE;
  problem.form_dense();
  const Eigen::Map<const MatrixX, 0, Eigen::OuterStride<>> A(problem.A.data(), 4, 4,
                                                             Eigen::OuterStride<>(problem.lda));
  EXPECT_LT((A - test::dense_A(problem)).norm(), 1e-14);
  EXPECT_NEAR(A(0, 3) - A(3, 0), 2, 1e-14);
}

TEST(Problem, VelocityIsADenseProduct) {
  Random random(3);
  Problem problem = sample(random, 9);
  const VectorX lambda = test::uniform_vector(random, 9);
  VectorX z(5), u(9);
  compute_velocity(problem.view(), lambda.data(), z.data(), u.data());
  EXPECT_LT((u - test::dense_A(problem) * lambda - test::to_vector(problem.b)).norm(), 1e-13);

  problem.Y.clear(0);  // an empty Y, as in the mixed form
  for (int i = 0; i < 9; ++i) problem.Y.end_row();
  compute_velocity(problem.view(), lambda.data(), nullptr, u.data());
  EXPECT_LT((u - test::dense(problem.S) * lambda - test::to_vector(problem.b)).norm(), 1e-14);
}

std::string refusal(const Problem& problem) {
  try {
    validate(problem.view());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Problem, ValidationNamesTheDefect) {
  Random random(4);
  const Problem good = sample(random, 6);
  EXPECT_EQ(refusal(good), "");
  const auto expect = [&](auto spoil, const std::string& word) {
    Problem bad = good;
    spoil(bad);
    EXPECT_NE(refusal(bad).find(word), std::string::npos) << word << " | " << refusal(bad);
  };
  expect([](Problem& p) { p.blocks[2].row = 3; }, "block 2");
  expect([](Problem& p) { p.blocks.pop_back(); }, "cover 5 rows of 6");
  expect([](Problem& p) { p.blocks[5].dim = 2; }, "beyond the last row");
  expect([](Problem& p) { p.blocks[1].kind = 9; }, "unknown kind 9");
  expect([](Problem& p) { p.blocks[1].kind = CARDAN_CONE; }, "dim 1");
  expect([](Problem& p) { p.blocks[1].kind = CARDAN_BOX_MU; }, "parent -1");
  expect([](Problem& p) { p.blocks[3].group = 1; }, "groups do not ascend");
  expect([](Problem& p) { p.b[4] = std::nan(""); }, "b[4]");
  expect([](Problem& p) { p.prox_step[0] = 0; }, "step[0]");
  expect([](Problem& p) { p.Y.value[3] = INFINITY; }, "Y[3]");
  expect([](Problem& p) { std::swap(p.Y.index[0], p.Y.index[1]); }, "ascend");
  expect([](Problem& p) { p.S.cols = 7; }, "square");
  expect([](Problem& p) { p.tolerance = 0; }, "tolerance");
  expect([](Problem& p) { p.column_parent.assign(5, 0); }, "column_parent[0]");
  expect(
      [](Problem& p) {
        p.blocks[1].kind = CARDAN_BOX;
        p.blocks[1].lo = 1;
      },
      "lo is above hi");
  expect(
      [](Problem& p) {
        p.blocks[1].kind = CARDAN_BOX;
        p.blocks[1].lo = -INFINITY;
        p.blocks[1].hi = std::nan("");
      },
      "lo is above hi");
  Problem infinite = good;
  infinite.blocks[1].kind = CARDAN_BOX;
  infinite.blocks[1].lo = -INFINITY;
  infinite.blocks[1].hi = INFINITY;
  EXPECT_EQ(refusal(infinite), "");
}

}  // namespace
}  // namespace cardan
