#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/views.h"
#include "test/support/worlds.h"

// `accuracy` of a solver: the chain may stop at a residual that is not exact, and the answer is
// APPROXIMATE with the residual that was reached.
namespace cardan {
namespace {

constexpr double kAccuracy = 1e-3, kExact = 1e-8;

/// Nearest point of the cone |λ_t| ≤ μ λ_n, λ = (n, t1, t2).
Vector3 onto_cone(const Vector3& x, double mu) {
  const double t = x.tail<2>().norm();
  if (t <= mu * x[0]) return x;
  if (mu * t <= -x[0]) return Vector3::Zero();
  const double n = (x[0] + mu * t) / (1 + mu * mu);
  return {n, mu * n * x[1] / t, mu * n * x[2] / t};
}

/// Largest |λ − P(λ − r û)| / r of the contacts of an island, with dense matrices [m/s].
double dense_residual(const IslandView& view) {
  const Problem& problem = view.problem;
  const int m = problem.m();
  Eigen::MatrixXd Y = Eigen::MatrixXd::Zero(m, std::max(problem.Y.cols, 1)), S(m, m);
  S.setZero();
  for (int i = 0; i < m; ++i) {
    for (int k = problem.Y.start[i]; k < problem.Y.start[i + 1]; ++k)
      Y(i, problem.Y.index[k]) = problem.Y.value[k];
    for (int k = problem.S.start[i]; k < problem.S.start[i + 1]; ++k)
      S(i, problem.S.index[k]) = problem.S.value[k];
  }
  Eigen::VectorXd lambda(m);
  for (const IslandBlock& block : view.blocks) {
    for (std::size_t k = 0; k < block.impulse.size(); ++k)
      lambda[block.row + static_cast<int>(k)] = block.impulse[k];
  }
  const Eigen::VectorXd u =
      Y * (Y.transpose() * lambda) + S * lambda +
      Eigen::Map<const Eigen::VectorXd>(problem.b.data(), static_cast<int>(problem.b.size()));
  double worst = 0;
  for (const IslandBlock& block : view.blocks) {
    const double r = problem.prox_step[static_cast<std::size_t>(block.row)];
    const Vector3 own = lambda.segment<3>(block.row);
    Vector3 shifted = u.segment<3>(block.row);
    shifted[0] += block.mu * shifted.tail<2>().norm();
    worst = std::max(worst, (own - onto_cone(own - r * shifted, block.mu)).norm() / r);
  }
  return worst;
}

/// A stack of four boxes, which sweeps solve slowly.
World stack(const SolverSpec& solver) {
  WorldSpec spec = test::world_spec(4e-3, {.mu = 0.5, .compliance = 1e-2});
  spec.contact.solver = solver;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 4; ++i)
    world.add(test::body("box" + std::to_string(i), test::box({0.2, 0.2, 0.2}), 1,
                         test::at(0.02 * (i % 2), 0.01 * i, 0.1 + 0.2 * i)));
  return world;
}

SolverSpec sweeps() {
  SolverSpec solver;
  solver.id = "pgs";
  return solver;
}

TEST(Accuracy, AnswerIsApproximateWithTheResidualReached) {
  SolverSpec solver = sweeps();
  solver.accuracy = kAccuracy;
  World world = stack(solver);
  int early = 0, iterations = 0;
  double worst = 0;
  for (int step = 0; step < 40; ++step) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.failed_islands, 0);
    EXPECT_EQ(report.fallbacks, 0);
    EXPECT_EQ(report.budget_islands, report.approximate_islands);
    early += report.budget_islands;
    iterations += report.iterations;
    for (const IslandView& view : view_islands(world)) {
      const double residual = dense_residual(view);
      EXPECT_NEAR(view.report.residual, residual, 1e-11) << step;
      EXPECT_LE(residual, kAccuracy);
      EXPECT_EQ(view.report.status,
                view.report.residual > kExact ? CARDAN_APPROXIMATE : CARDAN_SOLVED);
      worst = std::max(worst, residual);
    }
  }
  EXPECT_GT(early, 0);
  EXPECT_GT(worst, kExact);
  World exact = stack(sweeps());
  int exactly = 0;
  for (int step = 0; step < 40; ++step) exactly += exact.step().iterations;
  EXPECT_LT(iterations, exactly / 4);
}

/// 30 balls that fall into a heap.
World heap(double accuracy) {
  WorldSpec spec = test::world_spec(1.0 / 60, {.mu = 0.5, .compliance = 1e-2});
  spec.contact.solver = {};
  if (accuracy > 0) spec.contact.solver.accuracy = accuracy;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 30; ++i) {
    const double x = 0.15 * (i % 3) + 0.01 * (i % 7), y = 0.15 * (i / 3 % 2) + 0.01 * (i % 5);
    world.add(test::body("ball" + std::to_string(i), test::sphere(0.1), 1,
                         test::at(x, y, 0.1 + 0.19 * (i / 6))));
  }
  return world;
}

// The bound of the energy scales impulses, and the residual with them. If this exceeds the
// accuracy, the island is solved exactly.
TEST(Accuracy, NoAnswerExceedsItAfterTheEnergyIsBounded) {
  constexpr double kCoarse = 0.05;
  World world = heap(kCoarse);
  int bounded = 0, early = 0;
  for (int step = 0; step < 120; ++step) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.failed_islands, 0);
    EXPECT_EQ(report.approximate_islands, report.budget_islands);
    bounded += report.energy_limited_islands;
    early += report.budget_islands;
    for (const IslandView& view : view_islands(world)) {
      EXPECT_NEAR(view.report.residual, dense_residual(view), 1e-10) << step;
      EXPECT_LE(dense_residual(view), kCoarse) << step;
    }
  }
  EXPECT_GT(early, 0);
  EXPECT_GT(bounded, 0) << "the test needs answers that would add energy";
}

// A solution may add the energy that removes overlaps, and so may an answer next to one.
TEST(Accuracy, AnswersNearASolutionRemoveOverlaps) {
  SolverSpec solver = sweeps();
  solver.tolerance = 1e-13;
  solver.max_iterations = 60;
  World world = stack(solver), exact = stack({});
  for (World* each : {&world, &exact}) {
    for (int i = 0; i < 4; ++i)
      each->find("box" + std::to_string(i))->set_base_pose(test::at(0, 0, 0.1 + 0.19999 * i));
  }
  int approximate = 0;
  for (int step = 0; step < 10; ++step) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.energy_limited_islands, 0) << step;
    EXPECT_LT(report.worst_residual, 1e-4) << "the test needs answers near a solution";
    approximate += report.approximate_islands;
    exact.step();
  }
  EXPECT_GT(approximate, 0) << "the test needs approximate answers";
  EXPECT_NEAR(world.find("box3")->base_pose().p.z(), exact.find("box3")->base_pose().p.z(), 1e-6);
}

// Restitution compares the energy of several solves.
TEST(Accuracy, IslandsThatBounceAreSolvedExactly) {
  WorldSpec spec = test::world_spec(4e-3, {.mu = 0.5, .restitution = 0.5, .compliance = 1e-2});
  spec.contact.solver = sweeps();
  spec.contact.solver.accuracy = 0.05;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 4; ++i)
    world.add(test::body("box" + std::to_string(i), test::box({0.2, 0.2, 0.2}), 1,
                         test::at(0.02 * (i % 2), 0.01 * i, 0.1 + 0.2 * i),
                         {{0, 0, 0}, {0, 0, -1}}));
  const StepReport& report = world.step();
  EXPECT_GT(world.find("box0")->base_velocity().linear.z(), 0);
  EXPECT_GT(report.iterations, 0);
  EXPECT_EQ(report.approximate_islands, 0);
  EXPECT_LE(report.worst_residual, kExact);
}

TEST(Accuracy, WorldTellsIt) {
  EXPECT_EQ(heap(kAccuracy).accuracy(), kAccuracy);
  EXPECT_EQ(heap(0).accuracy(), 0);
}

void expect_refused(const SolverSpec& solver, const std::string& part) {
  WorldSpec spec;
  spec.contact.solver = solver;
  try {
    World{spec};
    FAIL() << "accepted, expected: " << part;
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(Accuracy, BadNumbersAreRefused) {
  for (const double bad : {0.0, -1e-3, std::nan(""), std::numeric_limits<double>::infinity()}) {
    SolverSpec solver = sweeps();
    solver.accuracy = bad;
    expect_refused(solver, "accuracy is ");
  }
}

TEST(Accuracy, ExcludesToleranceInTheWholeChain) {
  SolverSpec both = sweeps();
  both.accuracy = kAccuracy;
  both.tolerance = kExact;
  expect_refused(both, "'accuracy' cannot be combined with 'tolerance'");
  SolverSpec chain = sweeps();
  chain.accuracy = kAccuracy;
  chain.fallback.push_back(sweeps());
  chain.fallback[0].tolerance = kExact;
  expect_refused(chain, "'tolerance' of fallback 'pgs'");
  chain = sweeps();
  chain.fallback.push_back(sweeps());
  chain.fallback[0].accuracy = kAccuracy;
  expect_refused(chain, "a fallback has an accuracy");
}

}  // namespace
}  // namespace cardan
