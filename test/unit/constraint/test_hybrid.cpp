#include "test/support/dense_algebra.h"
#include "test/unit/constraint/friction_samples.h"

namespace cardan {
namespace {

using test::Random;

FormulationSpec hybrid(std::vector<Option> options = {}) { return {"hybrid", std::move(options)}; }

// A = T' A_C T + S with T a rotation of the tangents, rebuilt here from the equations.
TEST(Hybrid, ProblemIsTheRotatedBaseWithBristleAndViscousRows) {
  Random random(1);
  const auto formulation = make_formulation(hybrid());
  for (int trial = 0; trial < 20; ++trial) {
    BaseProblem base = test::remembered_base(random, 3, 10);
    base.b[6] = -0.3;  // the new contact approaches
    const VectorX z0 = test::uniform_vector(random, 10);
    base.z0.assign(z0.data(), z0.data() + z0.size());
    const VectorX Y_z0 = -test::dense(base.Y) * z0;
    const double k_t = 3e3, d_t = 20, h = base.dt;
    for (BaseBlock& block : base.blocks) {
      block.surface.tangential_stiffness = k_t;
      block.surface.tangential_damping = d_t;
    }
    Problem problem;
    formulation->build(base, 0, problem);
    validate(problem.view());
    MatrixX T = MatrixX::Identity(9, 9);
    VectorX S = VectorX::Zero(9), b(9);
    const double bristle = 1 / (k_t * h * h + d_t * h);
    for (int k = 0; k < 3; ++k) {
      const int n = 3 * k;
      // The first slides and the third is new: their axes follow J v = b_free − Y z0.
      const Vector2 u = Y_z0.segment<2>(n + 1) + Vector2(base.b_free[n + 1], base.b_free[n + 2]);
      const bool slides = k != 1;
      const double lambda_n = k == 2 ? -base.b[n] / base.A_diag[n] : base.lambda_prev[n];
      const Vector2 e = slides ? Vector2(u.normalized()) : Vector2(1, 0);
      const Vector2 l(-e.y(), e.x());
      T.block<2, 1>(n + 1, n + 1) = e;
      T.block<2, 1>(n + 1, n + 2) = l;
      S[n + 1] = S[n + 2] = bristle;
      if (slides) S[n + 2] = std::max(u.norm() / (base.blocks[k].mu * lambda_n), bristle);
    }
    b = T.transpose() * test::to_vector(base.b);
    for (int k = 0; k < 3; ++k) {
      const int n = 3 * k;
      const VectorX lambda = T.transpose() * test::to_vector(base.lambda_prev);
      const VectorX u = T.transpose() * test::to_vector(base.u_prev);
      for (int i = n + 1; i < n + 3; ++i) {
        if (k == 2 || (k == 0 && i == n + 2)) continue;
        b[i] -= bristle * (lambda[i] + h * d_t * u[i]);
      }
    }
    MatrixX A = test::algebra::congruence(T, test::dense_A(base));
    A.diagonal() += S;
    EXPECT_LT((test::dense_A(problem) - A).norm(), 1e-12);
    EXPECT_LT((test::to_vector(problem.b) - b).norm(), 1e-12);
  }
}

TEST(Hybrid, PropertiesIncludeCompliance) {
  Random random(2);
  BaseProblem base = test::random_base(random, {2, 1, 1, 9});
  for (const char* bounds : {"coupled", "previous"}) {
    const auto formulation = make_formulation(hybrid({{"bounds", bounds}}));
    const std::uint32_t wanted = CARDAN_SYMMETRIC | CARDAN_MONOTONE | CARDAN_POSITIVE_DIAGONAL |
                                 CARDAN_COMPLIANT | CARDAN_COPOSITIVE | CARDAN_REGULAR |
                                 CARDAN_GROUPED | CARDAN_FACTORED;
    EXPECT_EQ(formulation->info().properties, wanted);
    EXPECT_TRUE(formulation->info().needs_compliance);
    Problem problem;
    formulation->build(base, 0, problem);
    EXPECT_EQ(problem.properties, wanted);
    // Rows of joints got theirs.
    const MatrixX S = test::dense(problem.S);
    for (const int row : {6, 7}) EXPECT_NEAR(S(row, row), 1e-4 * base.A_diag[row], 1e-15);
    EXPECT_GT(test::algebra::symmetric_eigenvalues(test::dense_A(problem)).minCoeff(), 0);
  }
}

TEST(Hybrid, InitialGuessReproducesEverySolution) {
  Random random(3);
  int found = 0;
  const auto formulation = make_formulation(hybrid());
  for (int trial = 0; trial < 40; ++trial) {
    const BaseProblem base = test::remembered_base(random, 2, 8);
    Problem problem;
    formulation->build(base, 0, problem);
    for (const VectorX& lambda : test::enumerate_boxes(problem)) {
      ++found;
      const VectorX lambda_C = test::lifted(*formulation, base, problem, lambda);
      const VectorX start = test::guessed(*formulation, test::after(base, lambda_C), problem);
      EXPECT_LT((start - lambda).norm(), 1e-12);
    }
  }
  EXPECT_GT(found, 20);
}

TEST(Hybrid, FrictionBoundsComeFromTheMemoryOfTheLastStep) {
  Random random(4);
  const auto formulation = make_formulation(hybrid({{"bounds", "previous"}}));
  const BaseProblem base = test::remembered_base(random, 3, 10);
  Problem problem;
  formulation->build(base, 0, problem);
  for (int k = 0; k < 3; ++k) {
    // The third is new and gets the impulse that would stop its approach if it were alone.
    const double lambda_n =
        k < 2 ? base.lambda_prev[3 * k] : std::max(-base.b[3 * k], 0.0) / base.A_diag[3 * k];
    for (int t = 1; t < 3; ++t) {
      EXPECT_NEAR(problem.blocks[3 * k + t].hi, base.blocks[k].mu * lambda_n, 1e-14);
    }
  }
  VectorX lambda = VectorX::Ones(problem.m()), lambda_C(base.m());
  EXPECT_TRUE(formulation->accept_pass(base, problem, 0, lambda.data(), lambda_C.data()));
  EXPECT_FALSE(formulation->converged());
}

// A particle that is pushed with less than its friction moves by force over stiffness and then
// stays, because the bristle is remembered.
TEST(Hybrid, BristleHoldsWithoutDrift) {
  for (const char* id : {"hybrid", "phantom"}) {
    const double k_t = 1e5, d_t = 1e2;
    test::ParticleOnTable table({id, {}}, test::particle(1e-2, 0.5, k_t, d_t), 0.5, 0.5);
    for (int step = 0; step < 200; ++step) table.step({3, -2});
    EXPECT_NEAR(table.position.x(), 3 / k_t, 1e-12);
    EXPECT_NEAR(table.position.y(), -2 / k_t, 1e-12);
    EXPECT_LT(table.velocity.norm(), 1e-12);
  }
}

// Sticks up to μ_s m g, slides with μ_k m g, and stops without a turn.
TEST(Hybrid, ParticleSticksThenSlidesThenStops) {
  for (const char* id : {"hybrid", "phantom"}) {
    const double h = 1e-2, g = 10;
    test::ParticleOnTable table({id, {}}, test::particle(h, 0, 1e8, 1e5), 0.6, 0.4);
    Vector2 friction = Vector2::Zero();
    for (int step = 0; step < 50; ++step) friction = table.step({5.9, 0});
    EXPECT_LT(table.velocity.norm(), 1e-9);
    EXPECT_NEAR(friction.x(), -5.9 * h, 1e-6 * h);
    // The step that breaks loose is still bounded by the static coefficient.
    friction = table.step({7, 0});
    EXPECT_NEAR(friction.x(), -0.6 * g * h, 1e-3 * h);
    friction = table.step({7, 0});
    EXPECT_NEAR(friction.x(), -0.4 * g * h, 1e-3 * h);
    for (int step = 0; step < 100; ++step) {
      friction = table.step({0, 0});
      EXPECT_GT(table.velocity.x(), -1e-6);
    }
    EXPECT_LT(table.velocity.norm(), 1e-6);
  }
}

/// Largest sine of the angle between friction and slip while a force turns a sliding particle.
double worst_misalignment(const FormulationSpec& spec) {
  const double h = 1e-3;
  test::ParticleOnTable table(spec, test::particle(h, 0, 1e8, 1e5), 0.5, 0.5);
  table.velocity = {2, 1};
  double worst = 0;
  for (int step = 0; step < 100; ++step) {
    const Vector2 friction = table.step({3, -3});
    EXPECT_NEAR(friction.norm(), 0.5 * 10 * h, 1e-3 * h);
    const Vector2 u = table.velocity;
    const double sine = friction.x() * u.y() - friction.y() * u.x();
    worst = std::max(worst, std::abs(sine) / (friction.norm() * u.norm()));
  }
  return worst;
}

// Across the slip friction is viscous, so that it turns with the velocity of the same step. Without
// viscous friction, the direction lags by one step: h times the rate of turning, at most 3 √2/|u|.
TEST(Hybrid, FrictionRotatesWithTheSlip) {
  EXPECT_LT(worst_misalignment({"hybrid", {}}), 3e-5);
  EXPECT_LT(worst_misalignment({"phantom", {}}), 3e-5);
  EXPECT_GT(worst_misalignment({"phantom", {{"variant", "A"}}}), 1e-3);
}

}  // namespace
}  // namespace cardan
