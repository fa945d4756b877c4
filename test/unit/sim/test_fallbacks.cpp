#include <gtest/gtest.h>

#include <algorithm>

#include "cardan/error.h"
#include "cardan/skeleton_builder.h"
#include "cardan/solver.h"
#include "cardan/solver_registry.h"
#include "test/support/worlds.h"

// Steps in which a solver fails: the chain, the ladder of compliance, the last resort; and shadow
// solvers.
namespace cardan {
namespace {

/// Like codes that factor A, exact only if every row has compliance; otherwise it returns a ray.
class NeedsCompliance final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info() {
    static const sdk::SolverInfo kInfo{"needs-compliance", "1.0", "rows in turn, if S > 0",
                                       "frictionless", sdk::kind_bit(CARDAN_NONNEGATIVE)};
    return kInfo;
  }
  void reserve(const cardan_size& size) override { z_.resize(std::max(size.cols, 1)); }
  int solve(const sdk::ProblemView& problem, double* lambda, double*,
            cardan_report& report) override {
    const int m = problem.m();
    std::fill_n(lambda, m, 0.0);
    for (int i = 0; i < m; ++i) {
      if (problem.S_row(i).size == 0 || problem.S_row(i).value[0] <= 0) return CARDAN_JAMMED;
    }
    relax_all(problem, lambda, report);
    return CARDAN_SOLVED;
  }
  void relax_all(const sdk::ProblemView& problem, double* lambda, cardan_report& report) {
    const int m = problem.m();
    std::fill_n(lambda, m, 0.0);
    std::fill(z_.begin(), z_.end(), 0.0);
    double change = 1;
    for (report.iterations = 0; change > 1e-15 && report.iterations < 200000; ++report.iterations) {
      change = 0;
      for (int i = 0; i < m; ++i) change = std::max(change, relax(problem, i, lambda));
    }
  }

 private:
  double relax(const sdk::ProblemView& problem, int i, double* lambda) {
    const sdk::SparseRow y = problem.Y_row(i), s = problem.S_row(i);
    const double compliance = s.size > 0 ? s.value[0] : 0;
    double diagonal = compliance, u = problem.b(i) + compliance * lambda[i];
    for (int k = 0; k < y.size; ++k) {
      diagonal += y.value[k] * y.value[k];
      u += y.value[k] * z_[y.index[k]];
    }
    const double next = std::max(0.0, lambda[i] - u / diagonal), step = next - lambda[i];
    for (int k = 0; k < y.size; ++k) z_[y.index[k]] += y.value[k] * step;
    lambda[i] = next;
    return std::abs(step);
  }
  std::vector<double> z_;
};

/// Returns finite wrong numbers with the status SOLVED.
class Nonsense final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info() {
    static const sdk::SolverInfo kInfo{"nonsense", "1.0", "a large impulse on every row",
                                       "frictionless", sdk::kAllKinds};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
  int solve(const sdk::ProblemView& problem, double* lambda, double*, cardan_report&) override {
    std::fill_n(lambda, problem.m(), 1e9);
    return CARDAN_SOLVED;
  }
};

/// Half of the impulse of each row alone, reported as SOLVED or as the accuracy of the settings.
template <class Self>
class HalfWay : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info() {
    static const sdk::SolverInfo kInfo{Self::kId, "1.0", "half of what lone rows need",
                                       "frictionless", sdk::kAllKinds};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
  int solve(const sdk::ProblemView& problem, double* lambda, double*, cardan_report&) override {
    for (int i = 0; i < problem.m(); ++i) {
      const sdk::SparseRow y = problem.Y_row(i);
      double diagonal = 0;
      for (int k = 0; k < y.size; ++k) diagonal += y.value[k] * y.value[k];
      lambda[i] = std::max(0.0, -0.5 * problem.b(i) / diagonal) / problem.m();
    }
    return Self::kStatus;
  }
};

class ClaimsToSolve final : public HalfWay<ClaimsToSolve> {
 public:
  static constexpr const char* kId = "claims-to-solve";
  static constexpr int kStatus = CARDAN_SOLVED;
};

class EndsAsTold final : public HalfWay<EndsAsTold> {
 public:
  static constexpr const char* kId = "ends-as-told";
  static constexpr int kStatus = CARDAN_APPROXIMATE;
};

/// Returns the guess after enough iterations to use up a WorkBudget.
class NeverEnds final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info() {
    static const sdk::SolverInfo kInfo{"never-ends", "1.0", "the guess, after many iterations",
                                       "frictionless", sdk::kAllKinds};
    return kInfo;
  }
  void reserve(const cardan_size&) override {}
  int solve(const sdk::ProblemView&, double*, double*, cardan_report& report) override {
    report.iterations = 2000000;
    return CARDAN_ITERATIONS;
  }
};

/// A fifth more than the rows need, reported as the accuracy of the settings.
class TooMuch final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info() {
    static const sdk::SolverInfo kInfo{"too-much", "1.0", "a fifth more than the rows need",
                                       "frictionless", sdk::kind_bit(CARDAN_NONNEGATIVE)};
    return kInfo;
  }
  void reserve(const cardan_size& size) override { exact_.reserve(size); }
  int solve(const sdk::ProblemView& problem, double* lambda, double*,
            cardan_report& report) override {
    exact_.relax_all(problem, lambda, report);
    for (int i = 0; i < problem.m(); ++i) lambda[i] *= 1.2;
    return CARDAN_APPROXIMATE;
  }

 private:
  NeedsCompliance exact_;
};

void register_both() {
  register_solver(
      *sdk::make_entry<NeedsCompliance, Nonsense, ClaimsToSolve, EndsAsTold, NeverEnds, TooMuch>());
}

ModelSpec crate(double height) {
  return test::body("crate", test::box({0.4, 0.4, 0.4}), 2,
                    RigidTransform(Vector3(0, 0, 0.2 + height)));
}

/// A rigid crate on the ground.
World resting(const std::string& solver) {
  register_both();
  World world(test::world_spec(1e-3, {.compliance = 0}, "frictionless", solver));
  world.add(test::slope(0));
  world.add(crate(0));
  return world;
}

TEST(Fallbacks, LadderAddsComplianceAndRemovesItAgain) {
  World world = resting("needs-compliance");
  for (int k = 0; k < 20; ++k) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.islands.size(), 1u);
    const IslandReport& island = report.islands[0];
    // The rigid attempt ends on a ray, a rung is solved, and proximal passes remove its compliance.
    ASSERT_GE(island.num_attempts, 2);
    EXPECT_EQ(island.attempts[0].status, CARDAN_JAMMED);
    EXPECT_EQ(island.attempts[0].compliance, 0);
    EXPECT_GT(island.attempts[1].compliance, 0);
    EXPECT_EQ(island.status, CARDAN_SOLVED);
    EXPECT_EQ(island.added_compliance, 0);
    EXPECT_LE(island.residual, 1e-8);
    EXPECT_EQ(island.fallbacks, island.num_attempts - 1);
    EXPECT_EQ(report.failed_islands + report.approximate_islands, 0);
    double impulse = 0;
    for (const ContactInfo& contact : world.contacts()) impulse += contact.impulse.norm();
    EXPECT_NEAR(impulse, 2 * 9.81 * 1e-3, 1e-7);
  }
}

TEST(Fallbacks, LadderRunsUnlessTheSolverReachedItsOwnLimit) {
  World claims = resting("claims-to-solve"), told = resting("ends-as-told");
  const IslandReport claimed = claims.step().islands[0], ended = told.step().islands[0];
  for (const IslandReport* island : {&claimed, &ended}) {
    EXPECT_EQ(island->status, CARDAN_APPROXIMATE);
    EXPECT_GT(island->residual, 1e-4);
    EXPECT_EQ(island->attempts[0].status, CARDAN_APPROXIMATE);
  }
  EXPECT_GT(claimed.num_attempts, 1);
  EXPECT_EQ(ended.num_attempts, 1);
}

TEST(Fallbacks, ExhaustedBudgetLeavesOnlyTheTopRung) {
  World world = resting("never-ends");
  const StepReport& report = world.step();
  const IslandReport& island = report.islands[0];
  // The rigid problem, which spends the budget of the island, and the top rung.
  ASSERT_EQ(island.num_attempts, 2);
  EXPECT_EQ(island.attempts[0].compliance, 0);
  EXPECT_EQ(island.attempts[1].compliance, 1e-2);
  EXPECT_TRUE(island.work_limited);
  EXPECT_EQ(report.work_limited_islands, 1);
  EXPECT_EQ(report.approximate_islands, 1);
  EXPECT_EQ(report.failed_islands, 0);
}

TEST(Fallbacks, IslandEndedByTheWorkBudgetIsReported) {
  WorldSpec spec = test::world_spec(4e-3, {.mu = 0.8, .compliance = 0}, "cone", "conic");
  spec.contact.solver.options.push_back({"max_work", 1e6, ""});
  World world(spec);
  world.add(test::slope(0));
  for (int i = 0; i < 24; ++i) {
    const Vector3 place(0.05 * (i % 3), 0.07 * (i % 2), 0.15 + 0.25 * i);
    world.add(test::body("box" + std::to_string(i), test::box({0.2, 0.3, 0.2}), 1 + i % 5,
                         RigidTransform(place)));
  }
  int limited = 0;
  for (int k = 0; k < 300; ++k) {
    const StepReport& report = world.step();
    limited += report.work_limited_islands;
    EXPECT_LE(report.work_limited_islands, report.approximate_islands);
    EXPECT_EQ(report.failed_islands, 0);
    for (const IslandReport& island : report.islands) {
      EXPECT_TRUE(!island.work_limited || island.status == CARDAN_APPROXIMATE);
    }
  }
  EXPECT_GT(limited, 0);
}

/// Balls in a row without gravity, in touch and then 0.1 mm apart; `dead` ones bounce off nothing.
struct Row {
  double mass, gap, speed;
  const char* material;
};
World row_of_balls(WorldSpec spec, const std::vector<Row>& row) {
  register_both();
  spec.gravity.setZero();
  spec.materials.rule = PairRule::kProduct;
  spec.materials.named["dead"] = spec.materials.named["default"];
  spec.materials.named["dead"].restitution = 0;
  World world(spec);
  double x = 0;
  for (const Row& of : row) {
    SpatialVelocity velocity;
    velocity.linear.x() = of.speed;
    x += of.gap;
    ModelSpec ball = test::body("ball" + std::to_string(world.num_models()), test::sphere(0.1),
                                of.mass, RigidTransform(Vector3(x, 0, 0)), velocity);
    ball.material = of.material;
    world.add(ball);
    x += 0.2;
  }
  return world;
}

// A plastic impact throws an elastic pair together: the second pass knows the first one's impulse,
// and in it no impulse at all is nearly a solution. Whether an answer is worthless is measured at
// the start of the step.
TEST(Fallbacks, ResidualOfSeveralImpactsIsComparedWithTheStartOfTheStep) {
  World world = row_of_balls(
      test::world_spec(1e-2, {.restitution = 0.5, .compliance = 0}, "frictionless", "too-much"),
      {{1, 0, 10, "dead"}, {400, 0, 0, "default"}, {400, 1e-4, 0, "default"}});
  const StepReport& report = world.step();
  ASSERT_EQ(report.islands.size(), 1u);
  const IslandReport& island = report.islands[0];
  EXPECT_EQ(island.impact_passes, 1) << "the plastic impact is part of the first answer";
  EXPECT_NEAR(island.residual, 0.2 * 10, 1e-2);
  EXPECT_EQ(island.solver, 0);
  EXPECT_EQ(island.num_attempts, 1);
  EXPECT_EQ(island.added_compliance, 0);
}

// The compliance of a rung counts over all impacts: walls that close in on a ball have no rigid
// solution, even if another body bounces beside them.
TEST(Fallbacks, JamBesideABounceIsNotSolved) {
  World world = row_of_balls(
      test::world_spec(1e-3, {.restitution = 1, .compliance = 0}, "frictionless", "dantzig"),
      {{1, 0, 1, "default"}, {1, 0, 0, "default"}, {1, 1e-4, 0, "default"}});
  for (const double side : {-1.0, 1.0}) {
    ModelSpec wall = test::body(side < 0 ? "low" : "high", test::box({0.1, 0.1, 0.2}), 1,
                                RigidTransform(Vector3(0.2, 0, 0.2 * side)));
    wall.material = "dead";
    wall.kinematic = KinematicSpec{};
    wall.kinematic->velocity.linear.z() = -0.1 * side;
    world.add(wall);
  }
  const StepReport& report = world.step();
  ASSERT_EQ(report.islands.size(), 1u);
  const IslandReport& island = report.islands[0];
  EXPECT_EQ(island.impact_passes, 2);
  EXPECT_NE(island.diagnosis, 0);
  EXPECT_EQ(island.status, CARDAN_APPROXIMATE);
  EXPECT_EQ(island.added_compliance, 1e-2);
  EXPECT_NEAR(island.residual, 0.1, 1e-3) << "each wall goes on closing in";
  EXPECT_GT(world.find("ball2")->base_velocity().linear.x(), 0.9);
}

// A position law beyond its effort limit becomes a row, and all islands are solved again.
TEST(Fallbacks, JamOfAStepThatIsSolvedTwiceIsNamedOnce) {
  WorldSpec spec = test::world_spec(1e-3, {.compliance = 0}, "frictionless", "dantzig");
  spec.gravity.setZero();
  World world(spec);
  world.add(test::body("ball", test::sphere(0.1), 1));
  for (const double side : {-1.0, 1.0}) {
    ModelSpec wall = test::body(side < 0 ? "low" : "high", test::box({0.1, 0.1, 0.2}), 1,
                                test::at(0, 0, 0.2 * side));
    wall.kinematic = KinematicSpec{};
    wall.kinematic->velocity.linear.z() = -0.1 * side;
    world.add(wall);
  }
  LinkSpec sledge;
  sledge.name = "sledge";
  sledge.joint_name = "rail";
  sledge.joint_type = JointType::kPrismatic;
  sledge.inertia.mass = 1;
  sledge.inertia.inertia = Matrix3::Identity();
  sledge.dofs.resize(1);
  sledge.dofs[0].effort_limit = 1;
  SkeletonBuilder builder("robot");
  builder.add_link(sledge);
  Model& robot = world.add_skeleton("robot", builder.build(), {});
  robot.set_pd("rail", 1e4, 0, 1);
  const StepReport& report = world.step();
  EXPECT_NEAR(robot.v()[0], 1e-3, 1e-9) << "the limit holds, so that the step is solved twice";
  int named = 0;
  for (const std::string& message : report.messages)
    named += message.find("has no rigid solution") != std::string::npos;
  EXPECT_EQ(named, 1);
}

TEST(Fallbacks, FiniteWrongAnswerIsRejected) {
  World world = resting("nonsense");
  for (int k = 0; k < 20; ++k) {
    const StepReport& report = world.step();
    EXPECT_EQ(report.failed_islands, 1);
    EXPECT_EQ(report.islands[0].solver, -1);
    EXPECT_GT(report.islands[0].attempts[0].residual, 1e3);
    EXPECT_LT(world.find("crate")->base_velocity().linear.norm(), 1e-2);
  }
}

TEST(Fallbacks, WrongAnswerOfOneSolverDoesNotAffectTheNextStep) {
  register_both();
  WorldSpec spec = test::world_spec(1e-3, {}, "frictionless", "nonsense");
  spec.contact.solver.fallback.push_back({"conic", {}, {}, {}, {}});
  World chained(spec), plain(test::world_spec(1e-3, {}, "frictionless", "conic"));
  for (World* world : {&chained, &plain}) {
    world->add(test::slope(0));
    world->add(crate(0.01));
  }
  for (int k = 0; k < 100; ++k) {
    chained.step();
    plain.step();
    ASSERT_EQ(chained.state_hash(), plain.state_hash()) << k;
  }
  EXPECT_EQ(chained.report().fallbacks, 1);
  EXPECT_EQ(chained.report().islands[0].attempts[1].status, CARDAN_SOLVED);
}

TEST(Shadow, ShadowChangesNoBitAndReportsTheDifference) {
  register_both();
  WorldSpec spec = test::world_spec(1e-3, {.mu = 0.5}, "cone", "conic");
  World plain(spec);
  spec.contact.shadow = SolverSpec{"pgs", {}, 1e-10, 3000, {}};
  spec.threads = 2;
  World shadowed(spec);
  EXPECT_EQ(shadowed.shadow_solver(), "pgs");
  for (World* world : {&shadowed, &plain}) {
    world->add(test::slope(0.3));
    world->add(crate(0.07));  // its lowest edge is above the slope
  }
  for (int k = 0; k < 200; ++k) {
    plain.step();
    const StepReport& report = shadowed.step();
    ASSERT_EQ(shadowed.state_hash(), plain.state_hash()) << k;
    EXPECT_EQ(report.shadow.islands, static_cast<int>(report.islands.size()));
    EXPECT_EQ(report.shadow.solved, report.shadow.islands);
    EXPECT_LT(report.shadow.velocity_difference, 1e-6);
  }
  EXPECT_EQ(plain.report().shadow.islands, 0);
}

TEST(Shadow, DifferentSolutionOfTheShadowIsReported) {
  register_both();
  WorldSpec spec = test::world_spec(1e-3, {}, "frictionless", "conic");
  spec.contact.shadow = SolverSpec{"nonsense", {}, {}, {}, {}};
  World world(spec);
  world.add(test::slope(0));
  world.add(crate(0));
  const StepReport& report = world.step();
  EXPECT_EQ(report.failed_islands, 0);
  EXPECT_EQ(report.shadow.solved, 0);
  EXPECT_GT(report.shadow.velocity_difference, 1e-6);
  EXPECT_GT(report.shadow.impulse_difference, 1e-6);
}

TEST(Shadow, ShadowMustSupportTheFormulation) {
  WorldSpec spec = test::world_spec(1e-3, {}, "cone", "conic");
  spec.contact.shadow = SolverSpec{"lemke", {}, {}, {}, {}};
  EXPECT_THROW(World{spec}, Error);
}

}  // namespace
}  // namespace cardan
