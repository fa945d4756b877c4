#include <cmath>
#include <filesystem>

#include "cardan/cardan_solver.h"
#include "test/support/worlds.h"

/// A world whose first solver is bad: the judge rejects its answer, the fallback solver runs, and
/// the report names the failure.
namespace cardan::test {
namespace {

struct BadSolver {
  const char* library;
  const char* id;
  const char* message;  ///< that the step's report has; "" for none
};

class InAWorld : public ::testing::TestWithParam<BadSolver> {};

TEST_P(InAWorld, FallbackAnswersForABadSolver) {
  const BadSolver& bad = GetParam();
  WorldSpec spec = world_spec(1e-3, {}, "cone", bad.id);
  spec.contact.solver.fallback = {SolverSpec{}};
  spec.contact.solver.fallback.front().id = "conic";
  spec.plugin_directories = {std::filesystem::path(CARDAN_BAD_PLUGIN_DIR) / bad.library};
  World world(spec);
  world.add_ground();
  world.add(body("crate", box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.5))));
  for (int i = 0; i < 20; ++i) {
    const StepReport& report = world.step();
    ASSERT_EQ(report.islands.size(), 1u);
    EXPECT_EQ(report.islands[0].status, CARDAN_SOLVED);
    // Later, the guess, which is the answer of the last step, is right even if the solver hardly
    // changes it.
    if (i == 0) {
      EXPECT_EQ(report.islands[0].solver, 1);
      EXPECT_EQ(report.fallbacks, 1);
    }
    EXPECT_EQ(report.failed_islands, 0);
    EXPECT_LE(report.worst_residual, 1e-8);
    // An accepted warm start calls no solver.
    if (bad.message[0] == '\0' || report.fallbacks == 0) {
      EXPECT_TRUE(report.messages.empty()) << report.messages.front();
    } else {
      ASSERT_EQ(report.messages.size(), 1u);
      EXPECT_NE(report.messages.front().find(bad.message), std::string::npos)
          << report.messages.front();
      EXPECT_NE(report.messages.front().find(bad.id), std::string::npos);
      EXPECT_EQ(report.messages.front().find('\n'), std::string::npos);
    }
  }
  EXPECT_LT(std::abs(world.model(1).base_velocity().linear.z()), 1e-6);
}

const BadSolver kBadSolvers[] = {
    {"misconduct", "lies", ""},
    {"misconduct", "takes_nothing", ""},
    {"misconduct", "proves_wrongly", ""},
    {"misbehaves", "throws", "thrown by the plugin"},
    {"misbehaves", "returns_nan", "not finite"},
    {"misbehaves", "returns_no_status", "status"},
    {"misbehaves", "writes_past_end", "wrote outside lambda"},
    {"tampers", "zeroes_b", "wrote into its input: b"},
    {"tampers", "tiny_weights", "wrote into its input: weight"},
    {"tampers", "tiny_steps", "wrote into its input: step"},
    {"tampers", "clears_y", "wrote into its input: Y"},
    {"tampers", "clears_s", "wrote into its input: S"},
    {"tampers", "clears_a", "wrote into its input: A"},
    {"tampers", "turns_blocks", "wrote into its input: blocks"},
    {"tampers", "cuts_tree", "wrote into its input: column_parent"},
    {"tampers", "loosens_tolerance", "the problem's own fields"},
    {"lies", "says_jammed", ""},
    {"lies", "proves_by_nothing", ""},
    {"lies", "returns_its_guess", ""},
    {"lies", "solves_by_its_guess", ""},
    {"lies", "solves_by_the_immense", ""},
    {"lies", "returns_infinity", "not finite"},
    {"lies", "counts_backwards", "count of iterations"},
    {"lies", "writes_before", "wrote outside lambda"},
    {"lies", "writes_far_behind", "solve wrote"},
    {"lies", "writes_behind_u", "wrote outside lambda"},
    {"lies", "dense_without_limit", ""},
};

std::string name_of(const ::testing::TestParamInfo<BadSolver>& tested) {
  return std::string(tested.param.library) + "_" + tested.param.id;
}

INSTANTIATE_TEST_SUITE_P(Solvers, InAWorld, ::testing::ValuesIn(kBadSolvers), name_of);

TEST(BadSolverInAWorld, SolverWithoutMemoryIsReported) {
  WorldSpec spec = world_spec(1e-3, {}, "cone", "cannot_reserve");
  spec.contact.solver.fallback = {SolverSpec{}};
  spec.contact.solver.fallback.front().id = "conic";
  spec.plugin_directories = {std::filesystem::path(CARDAN_BAD_PLUGIN_DIR) / "misbehaves"};
  World world(spec);
  world.add_ground();
  world.add(body("crate", box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.5))));
  const StepReport& report = world.step();
  EXPECT_EQ(report.islands[0].status, CARDAN_SOLVED);
  EXPECT_EQ(report.islands[0].solver, 1);
  ASSERT_EQ(report.messages.size(), 1u);
  EXPECT_NE(report.messages.front().find("'cannot_reserve'"), std::string::npos);
  EXPECT_NE(report.messages.front().find("no room"), std::string::npos);
}

/// The bad solver alone, on a crate that falls onto the ground: only the last resort answers, and
/// no answer that lets the crate fall has the status SOLVED.
class AloneInAWorld : public ::testing::TestWithParam<BadSolver> {};

TEST_P(AloneInAWorld, WrongAnswerIsNotReportedAsSolved) {
  const BadSolver& bad = GetParam();
  WorldSpec spec = world_spec(1e-3, {}, "cone", bad.id);
  spec.plugin_directories = {std::filesystem::path(CARDAN_BAD_PLUGIN_DIR) / bad.library};
  World world(spec);
  world.add_ground();
  Model& crate = world.add(body("crate", box({1, 1, 1}), 1, RigidTransform(Vector3(0, 0, 0.5))));
  for (int i = 0; i < 20; ++i) {
    const double falls = 9.81e-3 - crate.base_velocity().linear.z();  // [m/s] without contact
    const StepReport& report = world.step();
    ASSERT_EQ(report.islands.size(), 1u);
    const IslandReport& island = report.islands[0];
    if (i == 0) {
      EXPECT_NE(island.status, CARDAN_SOLVED);
    }
    const double sinks = -crate.base_velocity().linear.z();
    if (island.status == CARDAN_SOLVED) {
      EXPECT_LT(sinks, 1e-2 * falls);
      EXPECT_LE(island.residual, 1e-8);
    }
    EXPECT_LT(std::abs(sinks), 1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, AloneInAWorld, ::testing::ValuesIn(kBadSolvers), name_of);

}  // namespace
}  // namespace cardan::test
