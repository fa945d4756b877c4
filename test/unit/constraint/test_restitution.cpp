#include <gtest/gtest.h>

#include "constraint/impacts/impacts.h"
#include "test/support/dense_algebra.h"
#include "test/unit/constraint/problem_samples.h"

// Newton's and Poisson's law on base problems with closed-form answers: chains of balls, and a rod
// at 45 degrees, where Newton's law with friction gains energy.
namespace cardan {
namespace {

using test::dense;
using test::dense_A;
using test::push_base_block;
using test::push_dense;
using test::to_vector;

/// Contacts that all stick and push: u = 0 in every row, by dense algebra.
class StickSolver {
 public:
  explicit StickSolver(const BaseProblem& base) : base_(base) {}
  PhaseAnswer operator()(double* lambda_C) {
    ++calls;
    Eigen::Map<VectorX>(lambda_C, base_.m()) =
        test::algebra::solve_full_pivoting(dense_A(base_), -to_vector(base_.b));
    return {residual, calls >= most_calls};
  }
  int calls = 0, most_calls = 1000;
  double residual = 1e-15;

 private:
  const BaseProblem& base_;
};

/// Normal rows alone, friction zero: every complementary basis tried.
class NormalSolver {
 public:
  explicit NormalSolver(const BaseProblem& base) : base_(base) {}
  PhaseAnswer operator()(double* lambda_C) {
    ++calls;
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
    if (found.empty()) return {std::numeric_limits<double>::infinity()};
    for (int i = 0; i < n; ++i) lambda_C[3 * i] = found.front()[i];
    return {residual, calls >= most_calls};
  }
  int calls = 0, most_calls = 1000;
  double residual = 0;  ///< the residual that it reports [m/s]

 private:
  const BaseProblem& base_;
};

/// u⁻ of every row; b as assembly makes it: Newton's term for contacts that close.
void set_velocities(BaseProblem& base, const VectorX& u_before, double e, RestitutionLaw law) {
  for (int i = 0; i < base.m(); ++i) base.b[i] = base.b_free[i] = u_before[i];
  for (BaseBlock& block : base.blocks) {
    if (block.kind != BaseBlockKind::kContact || !(u_before[block.row] < -0.01)) continue;
    block.restitution_coefficient = e;
    if (law != RestitutionLaw::kNewton) continue;
    block.rebound_velocity = e * u_before[block.row];
    base.b[block.row] += block.rebound_velocity;
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
TEST(Restitution, NewtonCradleFollowsItsLaw) {
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    for (const int n : {2, 3, 5, 8}) {
      const VectorX v = cradle(n, 1, law);
      EXPECT_NEAR(v[0], 2.0 / n - 1, 1e-12);
      for (int i = 1; i < n; ++i) EXPECT_NEAR(v[i], 2.0 / n, 1e-12);
      EXPECT_NEAR(v.squaredNorm(), 1, 1e-12);
    }
  }
}

/// Balls on a line with small gaps between them, perhaps a wall behind the last; a step of 1 ms in
/// which every gap can close.
struct Line {
  static constexpr double kGap = 1e-4, kStep = 1e-3;
  VectorX mass, v;
  bool wall = false;
  double e = 1, residual = 0;
  int most_calls = 1000;        ///< permitted by the budget
  std::vector<double> gap;      ///< empty: kGap everywhere
  std::vector<double> end_gap;  ///< after the step

  ImpactOutcome collide(RestitutionLaw law) {
    const int n = static_cast<int>(mass.size());
    BaseProblem base;
    base.num_contacts = wall ? n : n - 1;
    base.dt = kStep;
    for (int i = 0; i < base.num_contacts; ++i) push_base_block(base, {}, 3);
    MatrixX J = MatrixX::Zero(base.m(), n);
    for (int i = 0; i < base.num_contacts; ++i) {
      J(3 * i, i) = -1;
      if (i + 1 < n) J(3 * i, i + 1) = 1;
    }
    const VectorX inverse_root = mass.cwiseSqrt().cwiseInverse();
    push_dense(J * inverse_root.asDiagonal(), base.Y);
    set_velocities(base, J * v, e, law);
    for (int i = 0; i < base.num_contacts; ++i) {
      BaseBlock& block = base.blocks[i];
      block.phi = gap.empty() ? kGap : gap[i];
      block.closing = base.b_free[block.row];
      block.surface.restitution = e;
      block.can_bounce = true;
      base.A_diag[block.row] = (J.row(block.row) * inverse_root.asDiagonal()).squaredNorm();
      if (block.restitution_coefficient == 0) base.b[block.row] += block.phi / kStep;
    }
    NormalSolver solver(base);
    solver.residual = residual;
    solver.most_calls = most_calls;
    ImpactWork work;
    std::vector<double> lambda(base.m());
    const BaseProblem before = base;
    const ImpactOutcome outcome = solve_impacts(base, law, solver, work, lambda);
    EXPECT_EQ(base.b, before.b);
    EXPECT_EQ(base.b_free, before.b_free);
    v += mass.cwiseInverse().asDiagonal() * J.transpose() * to_vector(lambda);
    check_answer(base, work, lambda);
    VectorX way = J * v;
    if (!work.shift.empty()) way += dense(base.Y) * to_vector(work.shift);
    end_gap.clear();
    for (int i = 0; i < base.num_contacts; ++i)
      end_gap.push_back(base.blocks[i].phi + kStep * way[3 * i]);
    return outcome;
  }
  double energy() const { return 0.5 * v.dot(mass.asDiagonal() * v); }

 private:
  /// The b that is left solves the last stage: u ≥ 0, ⊥ to its impulses.
  void check_answer(const BaseProblem& base, const ImpactWork& work,
                    const std::vector<double>& lambda) const {
    if (work.b.empty()) return;
    const VectorX u = dense_A(base) * to_vector(lambda) + to_vector(work.b);
    for (int i = 0; i < base.num_contacts; ++i) {
      EXPECT_GE(u[3 * i], -1e-9);
      EXPECT_NEAR(u[3 * i] * (lambda[3 * i] - work.t0[3 * i]), 0, 1e-11 * mass.maxCoeff());
    }
  }
};

// With gaps between them the balls of the toy collide one after the other: the last flies off.
TEST(Impacts, CradleWithGapsTransfersTheVelocityToTheLastBall) {
  for (const RestitutionLaw law : {RestitutionLaw::kNewton, RestitutionLaw::kPoisson}) {
    for (const int n : {3, 6}) {
      Line line;
      line.mass = VectorX::Constant(n, 2);
      line.v = VectorX::Unit(n, 0);
      const ImpactOutcome outcome = line.collide(law);
      EXPECT_LT((line.v - VectorX::Unit(n, n - 1)).norm(), 1e-12);
      EXPECT_EQ(outcome.passes, n - 1);
      EXPECT_FALSE(outcome.cut_by_budget);
      EXPECT_EQ(outcome.scale, 1);
      EXPECT_TRUE(outcome.finished);
    }
  }
}

// Unequal masses with losses: every contact in turn, as two balls do it alone.
TEST(Impacts, SeparatedImpactsFollowTheTwoBodyLaw) {
  Line line;
  line.mass = Eigen::Vector4d(8, 4, 2, 1);
  line.v = Eigen::Vector4d(1, 0, 0, 0);
  line.e = 0.6;
  VectorX expected = line.v;
  for (int i = 0; i < 3; ++i) {
    const double m = line.mass[i], M = line.mass[i + 1];
    const double impulse = (1 + line.e) * (expected[i] - expected[i + 1]) * m * M / (m + M);
    expected[i] -= impulse / m;
    expected[i + 1] += impulse / M;
  }
  EXPECT_EQ(line.collide(RestitutionLaw::kNewton).passes, 3);
  EXPECT_LT((line.v - expected).norm(), 1e-12);
}

// A ball of mass 1 between a wall and one of mass 100^k: the number of collisions has the digits of
// π [G. Galperin, Playing pool with π, 2003].
TEST(Impacts, NumberOfImpactsHasTheDigitsOfPi) {
  for (const auto& [mass, collisions] : {std::pair(1.0, 3), std::pair(100.0, 31)}) {
    Line line;
    line.mass = Vector2(mass, 1);
    line.v = Vector2(1, 0);
    line.wall = true;
    const double energy = line.energy();
    const ImpactOutcome outcome = line.collide(RestitutionLaw::kNewton);
    EXPECT_EQ(outcome.passes, collisions);
    EXPECT_TRUE(outcome.finished);
    EXPECT_NEAR(line.energy(), energy, 1e-12 * energy);
    EXPECT_LT(line.v[0], -0.9);
  }
}

// More impacts (314) than the limit: contacts that still close are stopped at their gap, and the
// outcome reports that.
TEST(Impacts, CutOffImpactsGainNoEnergy) {
  Line line;
  line.mass = Vector2(1e4, 1);
  line.v = Vector2(1, 0);
  line.wall = true;
  const double energy = line.energy();
  const ImpactOutcome outcome = line.collide(RestitutionLaw::kNewton);
  EXPECT_FALSE(outcome.finished);
  EXPECT_LT(line.energy(), energy);
  for (const double gap : line.end_gap) EXPECT_GE(gap, -1e-15);
}

// Stages far from a solution may use all iterations of a solver: four such stages, the first
// without impacts, then a last one.
TEST(Impacts, InaccurateStagesCutOffTheImpacts) {
  for (const auto& [residual, passes] : {std::pair(0.9e-4, 31), std::pair(1.1e-4, 4)}) {
    Line line;
    line.mass = Vector2(100, 1);
    line.v = Vector2(1, 0);
    line.wall = true;
    line.residual = residual;
    const double energy = line.energy();
    const ImpactOutcome outcome = line.collide(RestitutionLaw::kNewton);
    EXPECT_EQ(outcome.passes, passes);
    EXPECT_EQ(outcome.finished, passes == 31);
    EXPECT_EQ(outcome.residual, residual);
    EXPECT_LE(line.energy(), energy * (1 + 1e-12));
    for (const double gap : line.end_gap) EXPECT_GE(gap, -1e-15);
  }
}

// Gaps so small that contacts stopped at them close no faster than contacts that do not bounce.
TEST(Impacts, CutOffIsReportedEvenIfNothingClosesAfterIt) {
  Line line;
  line.mass = Vector2(100, 1);
  line.v = Vector2(1, 0);
  line.wall = true;
  line.residual = 1.1e-4;
  line.gap = {1e-6, 1e-6};
  const ImpactOutcome outcome = line.collide(RestitutionLaw::kNewton);
  EXPECT_EQ(outcome.passes, 4);
  EXPECT_FALSE(outcome.finished);
  for (const double gap : line.end_gap) EXPECT_GE(gap, -1e-15);
}

// Touching balls are still one impact; a gap that is not reached is no impact.
TEST(Impacts, OnePassSufficesWithoutFurtherImpacts) {
  Line line;
  line.mass = VectorX::Constant(3, 1);
  line.v = Vector3(1, 0, 0);
  line.gap = {0, 0};
  EXPECT_EQ(line.collide(RestitutionLaw::kNewton).passes, 1);
  EXPECT_LT((line.v - Vector3(-1, 2, 2) / 3).norm(), 1e-12);
  line.v = Vector3(1, 0, 0);
  line.gap = {0, 2 * Line::kStep};
  EXPECT_EQ(line.collide(RestitutionLaw::kNewton).passes, 1);
  EXPECT_LT((line.v - Vector3(0, 1, 0)).norm(), 1e-12);
}

TEST(Impacts, ExhaustedBudgetStopsTheRemainingClosingContacts) {
  Line line;
  line.mass = VectorX::Constant(6, 2);
  line.v = VectorX::Unit(6, 0);
  line.most_calls = 3;
  const ImpactOutcome outcome = line.collide(RestitutionLaw::kNewton);
  EXPECT_EQ(outcome.passes, 3) << "stage 0, two impacts, and the last";
  EXPECT_FALSE(outcome.finished);
  EXPECT_TRUE(outcome.cut_by_budget);
  EXPECT_NEAR(line.v.sum(), 1, 1e-12);
  EXPECT_LE(line.energy(), 1 + 1e-12);
  for (const double gap : line.end_gap) EXPECT_GE(gap, -1e-15) << "no gap closes";
}

// A point slides down into a corner of a floor with e = 0 and a ramp with e = 1, touching both.
// The floor takes the energy of the fall, and the ramp returns the rest.
TEST(Impacts, LandingsWithoutReboundAreNoForcesOfAnImpact) {
  BaseProblem base;
  base.num_contacts = 2;
  base.dt = Line::kStep;
  for (int i = 0; i < 2; ++i) push_base_block(base, {}, 3);
  MatrixX J = MatrixX::Zero(6, 2);
  J.row(0) = Eigen::RowVector2d(0, 1);
  J.row(3) = Eigen::RowVector2d(-0.6, 0.8);
  push_dense(J, base.Y);
  base.z0.assign(2, 0.0);
  const Vector2 v(1, -1);
  for (int i = 0; i < 6; ++i) base.b[i] = base.b_free[i] = J.row(i).dot(v);
  for (const int k : {0, 1}) {
    base.blocks[k].closing = base.b_free[3 * k];
    base.A_diag[3 * k] = 1;
  }
  BaseBlock& ramp = base.blocks[1];
  ramp.can_bounce = true;
  ramp.surface.restitution = ramp.restitution_coefficient = 1;
  ramp.rebound_velocity = base.b_free[3];
  base.b[3] += base.b_free[3];
  NormalSolver solver(base);
  ImpactWork work;
  std::vector<double> lambda(6);
  solve_impacts(base, RestitutionLaw::kNewton, solver, work, lambda);
  const Vector2 after = v + J.transpose() * to_vector(lambda);
  EXPECT_LT((after - Vector2(0.28, 0.96)).norm(), 1e-12);
}

/// Returns given answers in turn; an empty one is no answer.
class Script {
 public:
  explicit Script(std::vector<std::vector<double>> answers) : answers_(std::move(answers)) {}
  PhaseAnswer operator()(double* lambda_C) {
    const std::vector<double>& answer = answers_.at(calls++);
    std::copy(answer.begin(), answer.end(), lambda_C);
    return {answer.empty() ? std::numeric_limits<double>::infinity() : 0};
  }
  std::size_t calls = 0;

 private:
  std::vector<std::vector<double>> answers_;
};

/// A ball of speed 1 strikes a second one, which a loop ties to a mass of 9, with a third one
/// behind a gap; e = 1. The result of the script must be its last answer, without stages.
void expect_last_answer(const std::vector<std::vector<double>>& answers) {
  BaseProblem base;
  base.num_contacts = 2;
  base.dt = Line::kStep;
  for (int i = 0; i < 2; ++i) push_base_block(base, {}, 3);
  push_base_block(base, {}, 1);
  base.blocks[2].kind = BaseBlockKind::kLoop;
  MatrixX J = MatrixX::Zero(7, 4);
  J.row(0) = Eigen::RowVector4d(-1, 1, 0, 0);
  J.row(3) = Eigen::RowVector4d(0, -1, 1, 0);
  J.row(6) = Eigen::RowVector4d(0, 1, 0, -1);
  push_dense(J * Eigen::Vector4d(1, 1, 1, 1.0 / 3).asDiagonal(), base.Y);
  set_velocities(base, J * Eigen::Vector4d(1, 0, 0, 0), 1, RestitutionLaw::kNewton);
  for (int i = 0; i < 2; ++i) {
    BaseBlock& block = base.blocks[i];
    block.closing = base.b_free[block.row];
    block.surface.restitution = 1;
    block.can_bounce = true;
    base.A_diag[block.row] = 2;
  }
  base.blocks[1].phi = Line::kGap;
  base.b[3] += Line::kGap / Line::kStep;
  const BaseProblem before = base;
  Script solver(answers);
  ImpactWork work;
  std::vector<double> lambda(7);
  const ImpactOutcome outcome = solve_impacts(base, RestitutionLaw::kNewton, solver, work, lambda);
  EXPECT_EQ(solver.calls, answers.size());
  EXPECT_EQ(lambda, answers.back());
  EXPECT_EQ(outcome.residual, 0);
  EXPECT_EQ(outcome.scale, 1);
  EXPECT_FALSE(outcome.finished);
  EXPECT_EQ(work.t0, std::vector<double>(7, 0.0));
  EXPECT_TRUE(work.b.empty());
  EXPECT_TRUE(work.shift.empty());
  EXPECT_EQ(base.b, before.b);
  EXPECT_EQ(base.b_free, before.b_free);
}

TEST(Impacts, AllImpactsActTogetherIfAStageHasNoAnswer) {
  const std::vector<double> at_rest(7, 0.0), stopped = {1, 0, 0, 0.1, 0, 0, -0.5},
                                             struck = {20.0 / 11, 0, 0, 0, 0, 0, -18.0 / 11};
  expect_last_answer({at_rest, {}, stopped});
  expect_last_answer({at_rest, struck, {}, stopped});
}

// Two balls, e between 0 and 1: v2 − v1 = e.
TEST(Restitution, TwoBallsSeparateWithTheFractionE) {
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
  push_dense(test::algebra::cholesky_factor(A), base.Y);
  set_velocities(base, Vector3(-1, -0.6, 0), e, law);
  return base;
}

// Without the bound, Newton's law gives u_n = 1 and gains (0.625 − 0.4)/2. With the bound, it gives
// the largest fraction that adds no energy: s² 0.625 = 0.4.
TEST(Restitution, RestitutionIsScaledToConserveEnergy) {
  BaseProblem base = rod(1, RestitutionLaw::kNewton);
  const BaseProblem before = base;
  StickSolver solver(base);
  std::vector<double> lambda(3), z;
  solver(lambda.data());
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
  EXPECT_EQ(base.blocks[0].rebound_velocity, before.blocks[0].rebound_velocity);
  EXPECT_LE(solver.calls, 12);

  // Below 0.8, e is not changed.
  BaseProblem softer = rod(0.79, RestitutionLaw::kNewton);
  StickSolver once(softer);
  EXPECT_EQ(solve_with_restitution(softer, RestitutionLaw::kNewton, once, work, lambda).scale, 1);
  EXPECT_EQ(once.calls, 1);
}

// Poisson: compression ends with u = 0, λ1 = A⁻¹ (1, 0.6) = (0.4, 0); the expansion 0.4 e gives
// u⁺ = (e, 0.6 e) where nothing is left to do.
class ExpansionSolver {
 public:
  explicit ExpansionSolver(BaseProblem& base) : first_(base), base_(base) {}
  PhaseAnswer operator()(double* lambda_C) {
    if (++calls == 1) return first_(lambda_C);
    EXPECT_NEAR(base_.b[0], 0.5, 1e-14);
    EXPECT_NEAR(base_.b[1], 0.3, 1e-14);
    EXPECT_NEAR(base_.b_free[1], 0.3, 1e-14);
    std::fill(lambda_C, lambda_C + 3, 0.0);
    return {2e-15};
  }
  int calls = 0;

 private:
  StickSolver first_;
  BaseProblem& base_;
};

TEST(Restitution, PoissonUsesTheImpulseOfCompression) {
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

TEST(Restitution, ExhaustedBudgetEndsTheSearchForTheFractionOfE) {
  BaseProblem base = rod(1, RestitutionLaw::kNewton);
  StickSolver solver(base);
  solver.most_calls = 2;
  RestitutionWork work;
  std::vector<double> lambda(3);
  const RestitutionOutcome outcome =
      solve_with_restitution(base, RestitutionLaw::kNewton, solver, work, lambda);
  EXPECT_EQ(solver.calls, 2);
  EXPECT_EQ(outcome.scale, 0);
  EXPECT_TRUE(outcome.cut_by_budget);
  EXPECT_LE(impulse_work(base, lambda.data(), work.z), energy_room(base, lambda.data()));
}

// Without expansion no further solve runs, but the budget that the expansion spent stays spent.
TEST(Restitution, ABudgetSpentByTheExpansionEndsTheSearch) {
  test::Random random(5);
  BaseProblem base = test::random_base(random, {.contacts = 1, .limits = 1, .frictions = 1});
  base.blocks[0].restitution_coefficient = 0.5;
  base.b_free.assign(5, 100.0);  // work is positive: the guard scales e
  int calls = 0;
  auto solve = [&calls](double* lambda_C) {
    std::fill(lambda_C, lambda_C + 5, 1.0);
    return PhaseAnswer{0, ++calls >= 2};
  };
  RestitutionWork work;
  std::vector<double> lambda(5);
  const RestitutionOutcome outcome =
      solve_with_restitution(base, RestitutionLaw::kPoisson, solve, work, lambda);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(outcome.scale, 0);
  EXPECT_TRUE(outcome.cut_by_budget);
}

// Friction bounds hold for the whole step: the impulse of the first phase is not kept.
TEST(Restitution, JointFrictionRestartsInTheSecondPhase) {
  test::Random random(5);
  BaseProblem base = test::random_base(random, {.contacts = 1, .limits = 1, .frictions = 1});
  base.blocks[0].restitution_coefficient = 0.5;
  class Ones {
   public:
    PhaseAnswer operator()(double* lambda_C) {
      std::fill(lambda_C, lambda_C + 5, 1.0);
      return {};
    }
  } ones;
  RestitutionWork work;
  std::vector<double> lambda(5);
  base.b_free.assign(5, -100.0);  // work is negative: no guard
  solve_with_restitution(base, RestitutionLaw::kPoisson, ones, work, lambda);
  EXPECT_EQ(work.t0, (std::vector<double>{1.5, 1, 1, 1, 0}));
  EXPECT_EQ(lambda, (std::vector<double>{2.5, 2, 2, 2, 1}));
}

TEST(Restitution, OneSolveSufficesWithoutBounces) {
  BaseProblem base = rod(0, RestitutionLaw::kPoisson);
  StickSolver solver(base);
  RestitutionWork work;
  std::vector<double> lambda(3);
  solve_with_restitution(base, RestitutionLaw::kPoisson, solver, work, lambda);
  EXPECT_EQ(solver.calls, 1);
  // An answer that is not finite ends the passes.
  BaseProblem bouncing = rod(1, RestitutionLaw::kPoisson);
  StickSolver failing(bouncing);
  failing.residual = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(std::isinf(
      solve_with_restitution(bouncing, RestitutionLaw::kPoisson, failing, work, lambda).residual));
  EXPECT_EQ(failing.calls, 1);
}

}  // namespace
}  // namespace cardan
