#include "test/support/dense_algebra.h"
#include "test/unit/constraint/friction_samples.h"

namespace cardan {
namespace {

using test::Random;

FormulationSpec phantom(std::vector<Option> options = {}) {
  return {"phantom", std::move(options)};
}

std::string text_of(double x) {
  char exact[32];
  std::snprintf(exact, sizeof exact, "%.17g", x);
  return exact;
}

// Entry by entry: [A_nn A_nt 0 0; A_tn A_tt+ε −E E; μ Eᵀ 0 ρ; μ −Eᵀ ρ 0].
TEST(Phantom, MatrixIsThatOfThePaper) {
  Random random(1);
  for (const int k : {2, 3, 4}) {
    const auto formulation =
        make_formulation(phantom({{"frame", "fixed"}, {"directions", std::to_string(k)}}));
    const BaseProblem base = test::random_base(random, {2, 0, 0, 7});
    Problem problem;
    formulation->build(base, 0, problem);
    validate(problem.view());
    const int rows = 3 + 2 * k;
    ASSERT_EQ(problem.m(), 2 * rows);
    const MatrixX A_C = test::dense_A(base), A = test::dense_A(problem);
    MatrixX wanted = MatrixX::Zero(2 * rows, 2 * rows);
    for (int a = 0; a < 2; ++a) {
      for (int b = 0; b < 2; ++b) {
        wanted.block<3, 3>(rows * a, rows * b) = A_C.block<3, 3>(3 * a, 3 * b);
      }
      MatrixX E(2, k);
      for (int j = 0; j < k; ++j) {
        const double angle = std::numbers::pi * j / k;
        E.col(j) = Vector2(std::cos(angle), std::sin(angle));
      }
      const int n = rows * a, t = n + 1, up = n + 3, lo = up + k;
      VectorX rho(k);
      const double S_tt[2] = {1e-4 * A_C(3 * a + 1, 3 * a + 1), 1e-4 * A_C(3 * a + 2, 3 * a + 2)};
      for (int i = 0; i < 2; ++i) wanted(t + i, t + i) += S_tt[i];
      for (int j = 0; j < k; ++j) {
        rho[j] =
            k == 2 ? 1 / wanted(t + j, t + j) : 1 / std::max(wanted(t, t), wanted(t + 1, t + 1));
      }
      wanted.block(t, up, 2, k) = -E;
      wanted.block(t, lo, 2, k) = E;
      wanted.block(up, t, k, 2) = E.transpose();
      wanted.block(lo, t, k, 2) = -E.transpose();
      wanted.block(up, n, 2 * k, 1).setConstant(base.blocks[a].mu);
      wanted.block(up, lo, k, k) = rho.asDiagonal();
      wanted.block(lo, up, k, k) = rho.asDiagonal();
    }
    EXPECT_LT((A - wanted).cwiseAbs().maxCoeff(), 1e-12) << k;
    ASSERT_EQ(problem.blocks.size(), 6u);
    EXPECT_EQ(problem.num_groups, 2);
    for (int i = 0; i < 6; ++i) {
      constexpr int kKinds[] = {CARDAN_NONNEGATIVE, CARDAN_FREE, CARDAN_NONNEGATIVE};
      EXPECT_EQ(problem.blocks[i].kind, kKinds[i % 3]);
      EXPECT_EQ(problem.blocks[i].group, i / 3);
    }
    // Slack rows: an impulse in u's place.
    EXPECT_DOUBLE_EQ(problem.prox_step[3] * problem.prox_step[0], 1);
    EXPECT_EQ(problem.weight[3], 1);
  }
}

// With two directions it has the solutions of the coupled box in the same frame: those of hybrid.
TEST(Phantom, TwoDirectionsHaveTheSolutionsOfTheCoupledBox) {
  Random random(2);
  const auto a = make_formulation(phantom());
  const auto b = make_formulation({"hybrid", {}});
  int forth = 0, back = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const BaseProblem base = test::remembered_base(random, 2, trial % 2 == 0 ? 8 : 4);
    Problem slack, boxes;
    a->build(base, 0, slack);
    b->build(base, 0, boxes);
    for (const VectorX& x : test::enumerate_lcp(slack)) {
      ++forth;
      const BaseProblem next = test::after(base, test::lifted(*a, base, slack, x));
      EXPECT_LT(test::residual_of(boxes, test::guessed(*b, next, boxes)), 1e-9);
    }
    for (const VectorX& x : test::enumerate_boxes(boxes)) {
      ++back;
      const BaseProblem next = test::after(base, test::lifted(*b, base, boxes, x));
      EXPECT_LT(test::residual_of(slack, test::guessed(*a, next, slack)), 1e-9);
    }
  }
  EXPECT_GT(forth, 50);
  EXPECT_GT(back, 50);
}

TEST(Phantom, InitialGuessMapsSolutionsToSolutions) {
  Random random(3);
  for (const auto& options : std::vector<std::vector<Option>>{
           {}, {{"variant", "A"}}, {{"frame", "fixed"}}, {{"directions", "3"}}}) {
    const auto formulation = make_formulation(phantom(options));
    const int contacts = !options.empty() && options[0].name == "directions" ? 1 : 2;
    int found = 0;
    for (int trial = 0; trial < 60; ++trial) {
      const BaseProblem base = test::remembered_base(random, contacts, 8);
      Problem problem;
      formulation->build(base, 0, problem);
      for (const VectorX& x : test::enumerate_lcp(problem)) {
        ++found;
        const BaseProblem next = test::after(base, test::lifted(*formulation, base, problem, x));
        EXPECT_LT(test::residual_of(problem, test::guessed(*formulation, next, problem)), 1e-9);
      }
    }
    EXPECT_GT(found, 40);
  }
}

// ρ is in the saturation that no solution reaches: it changes the matrix, not the answers.
TEST(Phantom, SolutionsDoNotDependOnRho) {
  Random random(4);
  const auto formulation = make_formulation(phantom());
  for (const double scale : {1e-6, 1e-3, 10.0}) {
    const auto other = make_formulation(phantom({{"rho_scale", text_of(scale)}}));
    for (int trial = 0; trial < 20; ++trial) {
      const BaseProblem base = test::remembered_base(random, 2, 8);
      Problem a, b;
      formulation->build(base, 0, a);
      other->build(base, 0, b);
      for (const VectorX& x : test::enumerate_lcp(a)) {
        EXPECT_LT(test::residual_of(b, x), 1e-9);
      }
    }
  }
}

double smallest_singular_value(const MatrixX& A) {
  return test::algebra::singular_values(A).minCoeff();
}

/// One contact whose normal row is orthogonal to its tangents.
BaseProblem decoupled_contact(Random& random) {
  BaseProblem base = test::random_base(random, {1, 0, 0, 4});
  MatrixX Y = MatrixX::Zero(3, 4);
  Y(0, 0) = 1;
  Y.block<2, 3>(1, 1) << 1, 0.3, -0.2, 0.4, 0.9, 0.5;
  test::push_dense(Y, base.Y);
  for (int i = 0; i < 3; ++i) base.A_diag[i] = Y.row(i).squaredNorm() + base.S[i];
  return base;
}

// The matrix is regular for every ρ > 0 but those where det(2 S − diag ρ) = 0, S the inverse of
// A_tt + ε; without ρ it has lost two of its seven ranks.
TEST(Phantom, RankIsFullForPositiveRhoAndLostAtTwiceTheEigenvaluesOfS) {
  Random random(5);
  const BaseProblem base = decoupled_contact(random);
  const auto matrix = [&](double scale) {
    Problem problem;
    make_formulation(phantom({{"rho_scale", text_of(scale)}, {"frame", "fixed"}}))
        ->build(base, 0, problem);
    return test::dense_A(problem);
  };
  const Matrix3 A = test::dense_A(base);
  Eigen::Matrix2d A_tt = A.block<2, 2>(1, 1);
  for (int i = 0; i < 2; ++i) A_tt(i, i) *= 1 + 1e-4;
  // ρ_i = s/A_ii: singular at s = 2/eig(D A_tt D), D = diag(A_ii^(−1/2)); both are above 1 for one
  // contact, since the eigenvalues of D A_tt D are positive and add up to 2.
  const Vector2 D = A_tt.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::Matrix2d scaled = D.asDiagonal() * A_tt * D.asDiagonal();
  const Vector2 eigenvalues = test::algebra::symmetric_eigenvalues(scaled);
  for (const double eigenvalue : {eigenvalues[0], eigenvalues[1]}) {
    const double s = 2 / eigenvalue;
    EXPECT_GT(s, 1);
    EXPECT_LT(smallest_singular_value(matrix(s)), 1e-14);
    EXPECT_GT(smallest_singular_value(matrix(0.9 * s)), 1e-3);
    EXPECT_GT(smallest_singular_value(matrix(1.1 * s)), 1e-3);
  }
  // Towards zero the smallest singular value falls with ρ itself.
  for (const double s : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const double ratio =
        smallest_singular_value(matrix(0.1 * s)) / smallest_singular_value(matrix(s));
    EXPECT_NEAR(ratio, 0.1, 2e-3) << s;
  }
  EXPECT_EQ(test::algebra::rank_by_lu(matrix(0), 1e-12), 5);
}

// Slacks' block after elimination of λ_t: [[S, ρ − S], [ρ − S, S]], S = (A_tt + ε)⁻¹; positive
// definite for every island with ρ from row sums.
TEST(Phantom, GershgorinRhoKeepsTheSlacksPositiveDefinite) {
  Random random(6);
  const auto formulation = make_formulation(phantom({{"rho", "gershgorin"}}));
  for (int trial = 0; trial < 20; ++trial) {
    const int contacts = 4;
    const BaseProblem base = test::remembered_base(random, contacts, 6);
    Problem problem;
    formulation->build(base, 0, problem);
    const MatrixX A = test::dense_A(problem);
    std::vector<int> t, w;
    for (int i = 0; i < contacts; ++i) {
      for (int j = 1; j < 3; ++j) t.push_back(7 * i + j);
      for (int j = 3; j < 7; ++j) w.push_back(7 * i + j);
    }
    const MatrixX A_wt = A(w, t), A_tt_inverse = test::algebra::inverse(A(t, t));
    const MatrixX reduced =
        A(w, w) - test::algebra::multiply(test::algebra::multiply(A_wt, A_tt_inverse), A(t, w));
    EXPECT_LT((reduced - reduced.transpose()).cwiseAbs().maxCoeff(),
              1e-9 * reduced.cwiseAbs().maxCoeff());
    EXPECT_GT(test::algebra::symmetric_eigenvalues(reduced).minCoeff(), 0);
  }
}

TEST(Phantom, VariantsDifferInTheLateralRow) {
  Random random(7);
  BaseProblem base = test::remembered_base(random, 1, 4);
  base.blocks[0].mu = 0.5;
  Problem a, b;
  make_formulation(phantom({{"variant", "A"}}))->build(base, 0, a);
  make_formulation(phantom({{"variant", "B"}}))->build(base, 0, b);
  const MatrixX A = test::dense_A(a), B = test::dense_A(b);
  // Rows n, e, l, up_e, up_l, lo_e, lo_l.
  EXPECT_EQ(A(3, 0), 0.5);
  EXPECT_EQ(A(4, 0), 0);
  EXPECT_EQ(A(6, 0), 0);
  for (int i = 3; i < 7; ++i) EXPECT_EQ(B(i, 0), 0.5);
  const double slip = std::hypot(base.b_free[1], base.b_free[2]);
  const double bristle = test::dense(a.S)(2, 2);
  EXPECT_NEAR(B(2, 2) - (A(2, 2) - bristle), slip / (0.5 * base.lambda_prev[0]), 1e-12);
  EXPECT_NEAR(1 / B(4, 6), B(2, 2), 1e-12);
  // A contact that carried nothing and does not approach has no lateral friction in B either.
  base.lambda_prev[0] = 0;
  base.b[0] = 1;
  make_formulation(phantom())->build(base, 0, b);
  EXPECT_EQ(test::dense_A(b)(4, 0), 0);
  EXPECT_EQ(test::dense_A(b)(3, 0), 0.5);
}

TEST(Phantom, PropertiesAndWarningsAreReported) {
  const std::uint32_t common = CARDAN_COPOSITIVE | CARDAN_GROUPED | CARDAN_FACTORED;
  EXPECT_EQ(make_formulation(phantom())->info().properties, common | CARDAN_REGULAR);
  EXPECT_EQ(make_formulation(phantom({{"directions", "4"}}))->info().properties, common);
  EXPECT_EQ(make_formulation(phantom({{"rho_scale", "0"}}))->info().properties, common);
  EXPECT_TRUE(make_formulation(phantom())->info().warnings.empty());
  for (const auto& options :
       std::vector<std::vector<Option>>{{{"rho_scale", "1.5"}},
                                        {{"rho_scale", "1e-7"}},
                                        {{"rho_scale", "3"}, {"rho", "gershgorin"}}}) {
    EXPECT_EQ(make_formulation(phantom(options))->info().warnings.size(), 1u);
  }
  EXPECT_TRUE(make_formulation(phantom({{"rho_scale", "1.5"}, {"rho", "gershgorin"}}))
                  ->info()
                  .warnings.empty());
}

// x'Ax ≥ 0 for x ≥ 0 in the slacks and any FREE rows.
TEST(Phantom, MatrixIsCopositive) {
  Random random(8);
  const auto formulation = make_formulation(phantom());
  for (int trial = 0; trial < 200; ++trial) {
    const BaseProblem base = test::remembered_base(random, 3, 6);
    Problem problem;
    formulation->build(base, 0, problem);
    VectorX x = test::uniform_vector(random, problem.m());
    const std::vector<char> is_free = test::free_rows(problem);
    for (int i = 0; i < problem.m(); ++i) {
      if (!is_free[i]) x[i] = std::abs(x[i]);
    }
    EXPECT_GE(x.dot(test::dense_A(problem) * x), -1e-12);
  }
}

}  // namespace
}  // namespace cardan
