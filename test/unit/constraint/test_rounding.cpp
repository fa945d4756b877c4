#include <cmath>

#include "constraint/judge/contact_residual.h"
#include "constraint/judge/natural_map.h"
#include "constraint/judge/rounding.h"
#include "test/unit/constraint/problem_samples.h"

/// The judge for impulses so large that velocities are lost in rounding.
namespace cardan {
namespace {

using test::Random;
using test::uniform;

constexpr double kHuge = 1e17;

/// One block whose u is b, step and weight of a body of 2 kg.
Problem lone_block(int kind, int dim, double mu) {
  Problem problem;
  problem.Y.clear(0);
  problem.S.clear(dim);
  for (int i = 0; i < dim; ++i) {
    problem.Y.end_row();
    problem.S.end_row();
  }
  problem.b.assign(dim, 0.0);
  problem.prox_step.assign(dim, 2.0);
  problem.weight.assign(dim, 0.5);
  problem.properties = CARDAN_SYMMETRIC;
  test::push_block(problem, kind, dim).mu = mu;
  return problem;
}

/// A body of 1 kg between walls that close in: rows n, t1, t2 of each.
Problem two_walls(int kind, double closing) {
  const int dim = kind == CARDAN_NONNEGATIVE ? 1 : 3;
  Problem problem;
  MatrixX Y(2 * dim, dim);
  Y << MatrixX::Identity(dim, dim), -MatrixX::Identity(dim, dim);
  test::push_dense(Y, problem.Y);
  test::push_dense(MatrixX::Zero(2 * dim, 2 * dim), problem.S);
  problem.b.assign(2 * dim, 0.0);
  problem.b[0] = problem.b[dim] = -closing;
  problem.prox_step.assign(2 * dim, 1.0);
  problem.weight.assign(2 * dim, 1.0);
  problem.properties = CARDAN_SYMMETRIC;
  test::push_block(problem, kind, dim).mu = 0.5;
  test::push_block(problem, kind, dim).mu = 0.5;
  return problem;
}

TEST(NaturalMap, ResidualInsideAConeIsTheVelocityForAnyImpulse) {
  for (const int kind : {CARDAN_CONE, CARDAN_CONE_CONVEX}) {
    const Problem problem = lone_block(kind, 3, 0.5);
    const double lambda[3] = {kHuge, 0.1 * kHuge, 0}, u[3] = {0.25, 0, 0};
    EXPECT_EQ(judge(problem.view(), lambda, u).value, 0.25);
    EXPECT_EQ(siconos_error(problem.view(), lambda, u), 0.25 / std::hypot(kHuge, 0.1 * kHuge));
  }
  const double lambda[3] = {kHuge, 0.1 * kHuge, 0}, u[3] = {0.25, 0, 0};
  EXPECT_EQ(contact_residual(0.5, lambda, u, 2), 0.25);
}

TEST(NaturalMap, ResidualInsideABallIsTheVelocityForAnyImpulse) {
  const double lambda[2] = {0.3 * kHuge, 0.2 * kHuge};
  double d[2] = {0, 0.125};
  EXPECT_EQ(round_norm(ball_map(0.5 * kHuge, 2, lambda, d), 2), 0.125);
}

TEST(NaturalMap, ResidualOfAFrictionlessContactIsTheVelocityForAnyImpulse) {
  const double lambda[3] = {kHuge, 0, 0}, u[3] = {-0.25, 3, 0};
  EXPECT_EQ(contact_residual(0, lambda, u, 2), 0.25);
}

TEST(NaturalMap, NaturalMapAgreesWithItsDefinitionInLongDouble) {
  // λ − P(λ − d) by subtraction with 11 bits more, where those suffice.
  Random random(1);
  for (int trial = 0; trial < 20000; ++trial) {
    const double mu = trial % 7 == 0 ? 0 : uniform(random, 0.01, 2);
    const double size = std::pow(10, uniform(random, -3, 1));
    double lambda[3], d[3];
    for (int i = 0; i < 3; ++i) {
      lambda[i] = uniform(random, -1, 1);
      d[i] = size * uniform(random, -1, 1);
    }
    const double u[3] = {d[0], d[1], d[2]};
    const long double a0 = static_cast<long double>(lambda[0]) - d[0],
                      a1 = static_cast<long double>(lambda[1]) - d[1],
                      a2 = static_cast<long double>(lambda[2]) - d[2],
                      s = std::sqrt(a1 * a1 + a2 * a2);
    long double p0 = a0, p1 = a1, p2 = a2;
    if (!(a0 >= 0 && s <= mu * a0)) {
      p0 = p1 = p2 = 0;
      if (mu * s > -a0) {
        p0 = (a0 + mu * s) / (1 + static_cast<long double>(mu) * mu);
        p1 = mu * p0 / s * a1;
        p2 = mu * p0 / s * a2;
      }
    }
    const double* e = cone_map(mu, 3, lambda, d);
    EXPECT_NEAR(e[0], static_cast<double>(lambda[0] - p0), 1e-14 * (1 + size));
    EXPECT_NEAR(e[1], static_cast<double>(lambda[1] - p1), 1e-14 * (1 + size));
    EXPECT_NEAR(e[2], static_cast<double>(lambda[2] - p2), 1e-14 * (1 + size));
    double shifted[3] = {u[0] + mu * std::hypot(u[1], u[2]), u[1], u[2]};
    EXPECT_NEAR(contact_residual(mu, lambda, u, 1), round_norm(cone_map(mu, 3, lambda, shifted), 3),
                1e-14 * (1 + size));
  }
}

TEST(Rounding, JamWithHugeImpulsesIsNotSolved) {
  for (const int kind : {CARDAN_NONNEGATIVE, CARDAN_CONE, CARDAN_CONE_CONVEX}) {
    const Problem problem = two_walls(kind, 0.5);
    VectorX lambda = VectorX::Zero(problem.m());
    for (const double size : {1e16, 3e16, 1e18}) {
      lambda[0] = lambda[problem.m() / 2] = size;
      EXPECT_GT(test::residual_of(problem, lambda), 0.1) << "kind " << kind;
      // The loss in the sums of u: b beside impulses that cancel.
      lambda[0] += size / 1e15;
      EXPECT_GT(test::residual_of(problem, lambda), 0.1) << "kind " << kind;
    }
  }
}

TEST(Rounding, ExactConeResidualIncludesTheRoundingError) {
  Random random(2);
  for (int trial = 0; trial < 20; ++trial) {
    BaseProblem base = test::random_base(random, {3, 1, 1, 8});
    VectorX lambda = VectorX::Zero(base.m());
    for (const BaseBlock& block : base.blocks) {
      if (block.kind == BaseBlockKind::kContact) lambda[block.row] = 1e14;
    }
    // b cancels the effect of λ to the last bit.
    VectorX z(base.Y.cols), u(base.m());
    base.b.assign(base.m(), 0.0);
    compute_base_velocity(base, lambda.data(), z.data(), u.data());
    for (int i = 0; i < base.m(); ++i) base.b[i] = -u[i];
    EXPECT_GT(cone_residual(base, lambda.data(), VectorX::Zero(base.m()).eval().data()), 1e-3);
    EXPECT_GT(cone_residual_up_to(1e-8, base, lambda.data(), z.data(), u.data()), 1e-3);
  }
}

TEST(Rounding, RoundingBoundExceedsTheErrorOfVelocities) {
  Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const int m = 3 + static_cast<int>(random() % 40);
    Problem problem = test::random_rows(random, m, 6);
    VectorX lambda(m);
    for (int i = 0; i < m; ++i) lambda[i] = std::pow(10, uniform(random, -6, 6));
    using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
    const LongVector l = lambda.cast<long double>();
    const auto Y = test::dense(problem.Y).cast<long double>().eval();
    const auto S = test::dense(problem.S).cast<long double>().eval();
    for (int i = 0; i < m; ++i) problem.b[i] = uniform(random, -1e3, 1e3);
    const LongVector exact =
        Y * (Y.transpose() * l) + S * l + test::to_vector(problem.b).cast<long double>();
    VectorX z(problem.Y.cols), u(m);
    compute_velocity(problem.view(), lambda.data(), z.data(), u.data());
    for (int i = 0; i < m; ++i) test::push_block(problem, CARDAN_FREE, 1);
    const double error =
        static_cast<double>((u.cast<long double>() - exact).lpNorm<Eigen::Infinity>());
    const double bound = rounding_bound(problem.view(), lambda.data(), u.data());
    EXPECT_LE(error, bound);
    EXPECT_GE(error, 1e-4 * bound);
  }
}

TEST(Rounding, RoundingIsSkippedOnlyBelowATenthOfTheTolerance) {
  Random random(4);
  int looked = 0, skipped = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int contacts = 1 + static_cast<int>(random() % 20);
    BaseProblem base = test::random_base(random, {contacts, 2, 2, 12});
    const double speed = std::pow(10, uniform(random, -3, 6));
    for (double& b : base.b) b *= speed;
    const double size = std::pow(10, uniform(random, -3, 9));
    VectorX lambda = test::uniform_vector(random, base.m(), -size, size);
    RoundingScan scan;
    for (const BaseBlock& block : base.blocks) {
      const bool contact = block.kind == BaseBlockKind::kContact;
      const int row = block.row;
      // In its cone, as every answer is.
      if (contact) lambda.segment<2>(row + 1) *= 0.5 * block.mu * std::abs(lambda[row]) / size;
      scan.add(contact ? CARDAN_CONE : CARDAN_FREE, block.dim, block.mu, &lambda[row], &base.b[row],
               &base.prox_step[row]);
    }
    VectorX z(base.Y.cols), u(base.m());
    compute_base_velocity(base, lambda.data(), z.data(), u.data());
    if (scan.matters(base.m(), base.Y.cols, 1e-8)) {
      ++looked;
    } else {
      ++skipped;
      EXPECT_LE(rounding_bound(base, lambda.data(), u.data()), 1e-9);
    }
  }
  EXPECT_GT(looked, 100);
  EXPECT_GT(skipped, 100);
}

}  // namespace
}  // namespace cardan
