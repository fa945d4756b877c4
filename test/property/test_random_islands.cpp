#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

#include "cardan/error.h"
#include "test/support/dense_algebra.h"
#include "test/support/random_island.h"

/// Random islands of robots and free bodies with M and J of the multibody core, solved with every
/// formulation. CARDAN_RANDOM_ISLANDS sets the number of islands per formulation.
namespace cardan {
namespace {

using test::Random;
using test::uniform;
using Bench = test::IslandBench;
using test::compact_inertia;
using test::dense_J;
using test::islands_to_make;
using test::random_island;
using test::RandomIsland;
using test::touching_contact;

std::string label_of(const FormulationSpec& spec) {
  std::string label = spec.id;
  for (const Option& option : spec.options) {
    label.append("_").append(option.name).append("_").append(option.text());
  }
  return label;
}

/// Every formulation at velocity level, and the options that change the rows.
std::vector<FormulationSpec> velocity_formulations() {
  std::vector<FormulationSpec> specs;
  for (const std::string& id : formulation_ids()) {
    if (id != "acceleration") specs.push_back({id, {}});
  }
  specs.push_back({"polyhedral", {{"directions", "4"}}});
  specs.push_back({"polyhedral", {{"form", "mixed"}}});
  specs.push_back({"box", {{"bounds", "previous"}}});
  specs.push_back({"phantom", {{"variant", "A"}}});
  specs.push_back({"hybrid", {{"bounds", "previous"}}});
  return specs;
}

class RandomIslands : public testing::TestWithParam<FormulationSpec> {};

TEST_P(RandomIslands, KineticEnergyNeverGrowsAndTheMatrixAgreesWithDenseAlgebra) {
  // Among 50 000 islands none is left by the default solvers of `cone` and `box`.
  constexpr double kLeastSolved = 0.999;
  Random random(5);
  Bench bench(GetParam());
  const int wanted = islands_to_make(400);
  int islands = 0, solved = 0;
  double worst_gain = 0, worst_matrix = 0, worst_residual = 0;
  while (islands < wanted) {
    const RandomIsland made = random_island(random);
    for (int k = 0; k < made.islands.size(); ++k) {
      const IslandWork& work = bench.solve(made, made.islands[k]);
      if (work.base.m() == 0) continue;
      ++islands;
      const test::DenseIsland dense(made.robots, made.islands[k]);
      const MatrixX J = dense_J(made, dense, work.base);
      const MatrixX W = test::algebra::solve_symmetric_columns(dense.M, J.transpose());
      MatrixX A = test::algebra::multiply(J, W);
      A.diagonal() += test::to_vector(work.base.S);
      const MatrixX Y = test::dense(work.base.Y);
      MatrixX A_base = test::algebra::gram(Y);
      A_base.diagonal() += test::to_vector(work.base.S);
      worst_matrix = std::max(worst_matrix,
                              (A_base - A).cwiseAbs().maxCoeff() / (1 + A.cwiseAbs().maxCoeff()));

      ASSERT_TRUE(test::to_vector(work.lambda_C).allFinite());
      worst_residual = std::max(worst_residual, work.report.residual);
      if (work.report.status != CARDAN_SOLVED) continue;
      ++solved;
      const VectorX lambda = test::to_vector(work.lambda_C);
      const VectorX v = dense.v_free + W * lambda;
      const double before = 0.5 * dense.v_free.dot(dense.M * dense.v_free);
      const double after = 0.5 * v.dot(dense.M * v);
      // The error that a residual of 1e-8 m/s allows.
      const double slack = 1e-7 * (1 + lambda.cwiseAbs().sum());
      worst_gain = std::max(worst_gain, (after - before) / (1 + before));
      ASSERT_LE(after, before + slack) << "island " << islands;
    }
  }
  std::printf(
      "%s: %d islands, %d solved, worst residual %.1e; energy gains at most %.1e of its "
      "size, A is off by %.1e\n",
      label_of(GetParam()).c_str(), islands, solved, worst_residual, worst_gain, worst_matrix);
  EXPECT_LT(worst_matrix, 1e-12);
  EXPECT_GE(solved, kLeastSolved * islands);
}

INSTANTIATE_TEST_SUITE_P(All, RandomIslands, testing::ValuesIn(velocity_formulations()),
                         [](const auto& made) { return label_of(made.param); });

/// Outcomes of a number of islands.
struct Tally {
  int islands = 0, solved = 0, jammed = 0, marked = 0;
  int bounded = 0;   ///< ended by the bound on the work of an island
  double worst = 0;  ///< residual of islands that are neither solved nor jammed [m/s]
  long iterations = 0;

  void add(const IslandWork& work) {
    const IslandReport& report = work.report;
    ++islands;
    iterations += report.iterations;
    if (report.status == CARDAN_SOLVED) {
      ++solved;
    } else if (report.diagnosis != 0) {
      ++jammed;
    } else if (work.budget.has_refused()) {
      ++bounded;
    } else {
      ++marked;
      worst = std::max(worst, report.residual);
    }
  }
};

class HardIslands : public testing::TestWithParam<FormulationSpec> {};

// 1–32 contacts, mass ratios to 10⁴, restitution, gaps, loops, moments, with and without
// compliance.
TEST_P(HardIslands, HardIslandsAreSolvedOrMarkedApproximate) {
  Random random(23);
  Bench bench(GetParam());
  const int wanted = islands_to_make(400);
  Tally tally;
  while (tally.islands < wanted) {
    const RandomIsland made = test::random_hard_island(random);
    for (int k = 0; k < made.islands.size(); ++k) {
      const IslandWork& work = bench.solve(made, made.islands[k]);
      if (work.base.m() == 0) continue;
      ASSERT_TRUE(test::to_vector(work.lambda_C).allFinite());
      tally.add(work);
    }
  }
  std::printf(
      "%s: %d hard islands, %d solved, %d without a solution, %d at the bound on the work, %d "
      "marked (residual to %.1e), %.1f iterations\n",
      label_of(GetParam()).c_str(), tally.islands, tally.solved, tally.jammed, tally.bounded,
      tally.marked, tally.worst, static_cast<double>(tally.iterations) / tally.islands);
  // Of 100 000 islands of each formulation, 4 with `cone`, 1 with `frictionless` and none with
  // `box` are neither solved nor reported as jams. Another 27 with `cone` and 21 with `box`, of 65
  // to 105 rows and up to 50 successive impacts, reach the work limit of an island, which takes a
  // tenth of a second to a second.
  EXPECT_LE(tally.marked, 1 + 0.0001 * tally.islands);
  if (GetParam().id == "frictionless") {
    EXPECT_LE(tally.bounded, 1 + 0.001 * tally.islands);
    return;
  }
  // A known fault: since impacts act at their times, an island of many impacts needs more solves,
  // and 2 of 400 with `cone` and 3 with `box` reach the limit.
  EXPECT_NONFATAL_FAILURE(EXPECT_LE(tally.bounded, 1 + 0.001 * tally.islands), "tally.bounded");
  EXPECT_LE(tally.bounded, 0.01 * tally.islands);
}

INSTANTIATE_TEST_SUITE_P(Conic, HardIslands,
                         testing::Values(FormulationSpec{"cone", {}}, FormulationSpec{"box", {}},
                                         FormulationSpec{"frictionless", {}}),
                         [](const auto& made) { return label_of(made.param); });

/// All solvers that take a formulation on the same compliant hard islands: a table. A solver may
/// fail, but its answer must be finite, and an unsolved problem must not have the status SOLVED.
TEST(EverySolver, NoSolverReportsAWrongAnswerAsSolved) {
  const SolverRegistry registry;
  const int wanted = islands_to_make(12);
  test::HardIslands kinds;
  kinds.rigid = kinds.moments = false;
  std::printf("%-24s %-16s %7s %7s %5s %6s %9s %10s\n", "formulation", "solver", "islands",
              "solved", "jams", "others", "worst", "iterations");
  for (const FormulationSpec& spec : velocity_formulations()) {
    for (const SolverOrigin& origin : registry.solvers()) {
      std::optional<Bench> bench;
      try {
        bench.emplace(spec, origin.desc->id);
      } catch (const Error&) {
        continue;  // the solver does not take the formulation
      }
      Random random(31);
      Tally tally;
      while (tally.islands < wanted) {
        const RandomIsland made = test::random_hard_island(random, kinds);
        for (int k = 0; k < made.islands.size(); ++k) {
          const IslandWork& work = bench->solve(made, made.islands[k]);
          if (work.base.m() == 0) continue;
          ASSERT_TRUE(test::to_vector(work.lambda_C).allFinite()) << origin.desc->id;
          ASSERT_TRUE(work.report.status != CARDAN_SOLVED || work.report.residual <= 1e-8)
              << origin.desc->id;
          tally.add(work);
        }
      }
      std::printf("%-24s %-16s %7d %7d %5d %6d %9.1e %10.1f\n", label_of(spec).c_str(),
                  origin.desc->id, tally.islands, tally.solved, tally.jammed, tally.marked,
                  tally.worst, static_cast<double>(tally.iterations) / tally.islands);
    }
  }
}

// Sliding friction at acceleration level may do positive work and may have no answer: the judge
// decides, and where nothing is found for it (JAMMED) the impulse that stops the slip is.
TEST(RandomAccelerations, EveryIslandGetsAFiniteAnswerOrADiagnosis) {
  Random random(17);
  Bench bench({"acceleration", {}});
  ConstraintRules rules;
  rules.level = RowLevel::kAcceleration;
  const int wanted = islands_to_make(400);
  int islands = 0, solved = 0, jammed = 0;
  while (islands < wanted) {
    const RandomIsland made = random_island(random);
    for (int k = 0; k < made.islands.size(); ++k) {
      const IslandWork& work = bench.solve(made, made.islands[k], rules);
      if (work.base.m() == 0) continue;
      ++islands;
      ASSERT_TRUE(test::to_vector(work.lambda_C).allFinite());
      ASSERT_GE(work.report.solver, 0) << "the last resort was used";
      solved += work.report.status == CARDAN_SOLVED;
      jammed += work.report.diagnosis == CARDAN_JAMMED;
    }
  }
  std::printf("acceleration: %d islands, %d solved, %d of them after a jam\n", islands, solved,
              jammed);
  EXPECT_GE(solved, 0.98 * islands);
}

/// |λ_t|/(μ λ_n) of a body on the ground that slides on one contact.
struct Bounds {
  FormulationSpec formulation;
  double least, most;
};

class SlidingFriction : public testing::TestWithParam<Bounds> {};

TEST_P(SlidingFriction, SlidingFrictionIsWithinTheBoundsOfItsLaw) {
  constexpr double kRoom = 1e-6;
  Random random(9);
  Bench bench(GetParam().formulation);
  const int wanted = islands_to_make(400);
  double least = 2, most = 0;
  for (int sliding = 0; sliding < wanted;) {
    RandomIsland made;
    made.robots.add(random, make_free_body("body", compact_inertia(random)));
    ContactConstraint contact = touching_contact(random, made.robots);
    contact.a = {};
    contact.b = {0, 0};
    contact.surface.mu_static = contact.surface.mu_kinetic = uniform(random, 0.1, 1.2);
    contact.surface.tangential_stiffness = 1e14;  // a bristle that creeps less than it slides
    made.constraints.contacts.push_back(contact);
    made.islands.find(1, made.constraints);
    const IslandWork& work = bench.solve(made, made.islands[0]);
    ASSERT_EQ(work.report.status, CARDAN_SOLVED);
    const Eigen::Map<const Vector3> lambda(work.lambda_C.data()), u(work.u_C.data());
    const double slip = std::hypot(plain_velocity(work.base, lambda.data(), u.data(), 1),
                                   plain_velocity(work.base, lambda.data(), u.data(), 2));
    if (!(lambda[0] > 1e-3) || slip < 1e-2) continue;
    ++sliding;
    const double ratio = lambda.tail<2>().norm() / (work.base.blocks[0].mu * lambda[0]);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  std::printf("%s: friction is %.6f to %.6f of mu N\n", label_of(GetParam().formulation).c_str(),
              least, most);
  EXPECT_GE(least, GetParam().least - kRoom);
  EXPECT_LE(most, GetParam().most + kRoom);
  // The bounds are reached, so the law has its stated friction.
  EXPECT_LT(least, GetParam().least + 0.02);
  EXPECT_GT(most, GetParam().most - 0.02);
}

Bounds polygon(int directions) {
  return {
      {"polyhedral", {{"directions", std::to_string(directions)}}}, std::cos(M_PI / directions), 1};
}

/// The polygon of 2 k faces around the disc, in axes that do not follow the slip.
Bounds around(const FormulationSpec& formulation, int k) {
  return {formulation, 1, 1 / std::cos(M_PI / (2 * k))};
}

INSTANTIATE_TEST_SUITE_P(
    All, SlidingFriction,
    testing::Values(Bounds{{"cone", {}}, 1, 1}, polygon(4), polygon(8), around({"box", {}}, 2),
                    around({"phantom", {{"frame", "fixed"}}}, 2),
                    around({"phantom", {{"directions", "4"}, {"frame", "fixed"}}}, 4)),
    [](const auto& made) { return label_of(made.param.formulation); });

// Two independent methods: an interior point on dense A, gradients on its factors. Impulses are
// unique where every row is compliant; velocities always are.
TEST(ConvexIslands, InteriorPointAndAcceleratedGradientAgreeOnVelocities) {
  // [m/s]; the natural map of an island is up to 1000 times smaller than the error of its u.
  constexpr double kSame = 1e-9, kExact = 1e-12;
  Random random(23);
  Bench oracle({"convex", {}}, "interior_point", 1e-13);
  Bench gradient({"convex", {}}, "apgd", 1e-13);
  const int wanted = islands_to_make(200);
  int islands = 0, compared = 0;
  double worst = 0;
  while (islands < wanted) {
    const RandomIsland made = random_island(random);
    for (int k = 0; k < made.islands.size(); ++k) {
      const IslandWork& a = oracle.solve(made, made.islands[k]);
      if (a.base.m() == 0) continue;
      ++islands;
      EXPECT_LE(a.report.residual, kExact) << "island " << islands;
      const IslandWork& b = gradient.solve(made, made.islands[k]);
      if (b.report.residual > kExact) continue;
      ++compared;
      worst =
          std::max(worst, (test::to_vector(a.u_C) - test::to_vector(b.u_C)).cwiseAbs().maxCoeff());
    }
  }
  std::printf("convex: %d islands, %d solved by both, velocities %.1e apart at most\n", islands,
              compared, worst);
  EXPECT_GE(compared, 0.99 * islands);
  EXPECT_LE(worst, kSame);
}

}  // namespace
}  // namespace cardan
