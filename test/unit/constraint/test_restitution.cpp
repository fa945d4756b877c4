#include <gtest/gtest.h>

#include "cardan/constraint/restitution.h"
#include "problem_samples.h"

// Newton's and Poisson's law over base problems whose answers are closed forms: chains of balls,
// and a rod at 45 degrees, where Newton's law with friction gains energy.
namespace cardan {
namespace {

using test::dense;
using test::dense_A;
using test::push_base_block;
using test::push_dense;
using test::to_vector;

/// Contacts that all stick and push: u = 0 in every row, by dense algebra.
class StickSolver final : public PhaseSolver {
 public:
  explicit StickSolver(const BaseProblem& base) : base_(base) {}
  double solve(double* lambda_C) override {
    ++calls;
    Eigen::Map<VectorX>(lambda_C, base_.m()) =
        dense_A(base_).fullPivLu().solve(-to_vector(base_.b));
    return residual;
  }
  int calls = 0;
  double residual = 1e-15;

 private:
  const BaseProblem& base_;
};

/// Normal rows alone, friction zero: every complementary basis tried.
class NormalSolver final : public PhaseSolver {
 public:
  explicit NormalSolver(const BaseProblem& base) : base_(base) {}
  double solve(double* lambda_C) override {
    const int n = base_.num_contacts;
    const MatrixX A = dense_A(base_);
    MatrixX A_n(n, n);
    VectorX b_n(n);
    for (int i = 0; i < n; ++i) {
      b_n[i] = base_.b[3 * i];
      for (int j = 0; j < n; ++j) A_n(i, j) = A(3 * i, 3 * j);
    }
    const auto found = test::enumerate_lcp(A_n, b_n, std::vector<char>(n, 0));
    std::fill(lambda_C, lambda_C + base_.m(), 0.0);
    if (found.empty()) return std::numeric_limits<double>::infinity();
    for (int i = 0; i < n; ++i) lambda_C[3 * i] = found.front()[i];
    return 0;
  }

 private:
  const BaseProblem& base_;
};

/// u⁻ of every row; b as assembly makes it: Newton's term for contacts that close.
void set_velocities(BaseProblem& base, const VectorX& u_before, double e, RestitutionLaw law) {
  for (int i = 0; i < base.m(); ++i) base.b[i] = base.b_free[i] = u_before[i];
  for (BaseBlock& block : base.blocks) {
    if (block.kind != BaseBlockKind::kContact || !(u_before[block.row] < -0.01)) continue;
    block.bounce = e;
    if (law != RestitutionLaw::kNewton) continue;
    block.restitution = e * u_before[block.row];
    base.b[block.row] += block.restitution;
  }
}

/// n balls of mass 1 in a row, the first of speed 1: v⁺ of all.
VectorX cradle(int n, double e, RestitutionLaw law) {
  BaseProblem base;
  base.num_contacts = n - 1;
  for (int i = 0; i + 1 < n; ++i) push_base_block(base, {}, 3);
  MatrixX Y = MatrixX::Zero(base.m(), n);
  for (int i = 0; i + 1 < n; ++i) Y(3 * i, i + 1) = 1, Y(3 * i, i) = -1;
  push_dense(Y, base.Y);
  VectorX v = VectorX::Zero(n);
  v[0] = 1;
  set_velocities(base, Y * v, e, law);
  NormalSolver solver(base);
  RestitutionWork work;
  std::vector<double> lambda(base.m());
  const RestitutionOutcome outcome = solve_with_restitution(base, law, solver, work, lambda);
  EXPECT_EQ(outcome.scale, 1) << "equal balls keep their energy exactly";
  return v + Y.transpose() * to_vector(lambda);
}

// Simultaneous e = 1: v1 = 2/n − 1, all others 2/n; momentum and energy exact.
TEST(Restitution, NewtonCradle) {
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    for (const int n : {2, 3, 5, 8}) {
      const VectorX v = cradle(n, 1, law);
      EXPECT_NEAR(v[0], 2.0 / n - 1, 1e-12);
      for (int i = 1; i < n; ++i) EXPECT_NEAR(v[i], 2.0 / n, 1e-12);
      EXPECT_NEAR(v.squaredNorm(), 1, 1e-12);
    }
  }
}

// Two balls, e between 0 and 1: v2 − v1 = e.
TEST(Restitution, TwoBallsPartWithTheShareE) {
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    const VectorX v = cradle(2, 0.3, law);
    EXPECT_NEAR(v[1] - v[0], 0.3, 1e-14);
    EXPECT_NEAR(v.sum(), 1, 1e-14);
  }
}

/// A rod of mass 1 at 45° whose lower end strikes the ground: A = (5/2, 3/2; 3/2, 5/2) for n, t1.
/// The free velocity u_t = −0.6 makes the kinetic energy at the contact least.
BaseProblem rod(double e, RestitutionLaw law) {
  BaseProblem base;
  base.num_contacts = 1;
  push_base_block(base, {}, 3);
  base.blocks[0].mu = 0.4;
  const MatrixX A{{2.5, 1.5, 0}, {1.5, 2.5, 0}, {0, 0, 1}};
  push_dense(MatrixX(A.llt().matrixL()), base.Y);
  set_velocities(base, Vector3(-1, -0.6, 0), e, law);
  return base;
}

// Unguarded, Newton's law would leave with u_n = 1 and gain (0.625 − 0.4)/2; guarded it leaves with
// the largest share that keeps the energy: s² 0.625 = 0.4.
TEST(Restitution, EnergyIsGuarded) {
  BaseProblem base = rod(1, RestitutionLaw::kNewton);
  const BaseProblem before = base;
  StickSolver solver(base);
  std::vector<double> lambda(3), z;
  solver.solve(lambda.data());
  EXPECT_NEAR(impulse_work(base, lambda.data(), z), 0.5 * (0.625 - 0.4), 1e-14);
  EXPECT_LT(std::abs(lambda[1]), base.blocks[0].mu * lambda[0]) << "sticks";

  RestitutionWork work;
  const RestitutionOutcome outcome =
      solve_with_restitution(base, RestitutionLaw::kNewton, solver, work, lambda);
  EXPECT_NEAR(outcome.scale, 0.8, 1e-3);
  EXPECT_LE(outcome.scale, 0.8 + 1e-8);
  const VectorX u = dense_A(base) * to_vector(lambda) + to_vector(base.b_free);
  EXPECT_NEAR(u[0], outcome.scale, 1e-13);
  EXPECT_LE(impulse_work(base, lambda.data(), z), 1e-7);
  EXPECT_EQ(base.b, before.b);
  EXPECT_EQ(base.blocks[0].restitution, before.blocks[0].restitution);
  EXPECT_LE(solver.calls, 12);

  // Below 0.8 nothing is touched.
  BaseProblem softer = rod(0.79, RestitutionLaw::kNewton);
  StickSolver once(softer);
  EXPECT_EQ(solve_with_restitution(softer, RestitutionLaw::kNewton, once, work, lambda).scale, 1);
  EXPECT_EQ(once.calls, 1);
}

// Poisson: compression ends with u = 0, λ1 = A⁻¹ (1, 0.6) = (0.4, 0); the expansion 0.4 e gives
// u⁺ = (e, 0.6 e) where nothing is left to do.
class ExpansionSolver final : public PhaseSolver {
 public:
  explicit ExpansionSolver(BaseProblem& base) : first_(base), base_(base) {}
  double solve(double* lambda_C) override {
    if (++calls == 1) return first_.solve(lambda_C);
    EXPECT_NEAR(base_.b[0], 0.5, 1e-14);
    EXPECT_NEAR(base_.b[1], 0.3, 1e-14);
    EXPECT_NEAR(base_.b_free[1], 0.3, 1e-14);
    std::fill(lambda_C, lambda_C + 3, 0.0);
    return 2e-15;
  }
  int calls = 0;

 private:
  StickSolver first_;
  BaseProblem& base_;
};

TEST(Restitution, PoissonKnowsTheImpulseOfCompression) {
  BaseProblem base = rod(0.5, RestitutionLaw::kPoisson);
  const BaseProblem before = base;
  ExpansionSolver solver(base);
  RestitutionWork work;
  std::vector<double> lambda(3);
  const RestitutionOutcome outcome =
      solve_with_restitution(base, RestitutionLaw::kPoisson, solver, work, lambda);
  EXPECT_EQ(solver.calls, 2);
  EXPECT_EQ(outcome.scale, 1);
  EXPECT_EQ(outcome.residual, 2e-15);
  EXPECT_NEAR(lambda[0], 0.6, 1e-14);
  EXPECT_NEAR(lambda[1], 0, 1e-14);
  EXPECT_NEAR(work.t0[0], 0.6, 1e-14);
  EXPECT_EQ(base.b, before.b);
  EXPECT_EQ(base.b_free, before.b_free);
}

// Bounds of friction are those of the whole step: the first phase's impulse is not kept.
TEST(Restitution, FrictionOfJointsStartsAgainInTheSecondPhase) {
  test::Random random(5);
  BaseProblem base = test::random_base(random, {.contacts = 1, .limits = 1, .frictions = 1});
  base.blocks[0].bounce = 0.5;
  class Ones final : public PhaseSolver {
   public:
    double solve(double* lambda_C) override {
      std::fill(lambda_C, lambda_C + 5, 1.0);
      return 0;
    }
  } ones;
  RestitutionWork work;
  std::vector<double> lambda(5);
  base.b_free.assign(5, -100.0);  // work is negative: no guard
  solve_with_restitution(base, RestitutionLaw::kPoisson, ones, work, lambda);
  EXPECT_EQ(work.t0, (std::vector<double>{1.5, 1, 1, 1, 0}));
  EXPECT_EQ(lambda, (std::vector<double>{2.5, 2, 2, 2, 1}));
}

TEST(Restitution, SolvesOnceWhereNothingBounces) {
  BaseProblem base = rod(0, RestitutionLaw::kPoisson);
  StickSolver solver(base);
  RestitutionWork work;
  std::vector<double> lambda(3);
  solve_with_restitution(base, RestitutionLaw::kPoisson, solver, work, lambda);
  EXPECT_EQ(solver.calls, 1);
  // An answer that is not finite ends it.
  BaseProblem bouncing = rod(1, RestitutionLaw::kPoisson);
  StickSolver failing(bouncing);
  failing.residual = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isinf(
      solve_with_restitution(bouncing, RestitutionLaw::kPoisson, failing, work, lambda).residual));
  EXPECT_EQ(failing.calls, 1);
}

}  // namespace
}  // namespace cardan
