#include <cmath>
#include <filesystem>

#include "support/worlds.h"

/// A world whose first solver is bad: the judge notices, the fallback answers, the report tells.
namespace cardan::test {
namespace {

struct BadSolver {
  const char* library;
  const char* id;
  const char* message;  ///< that the step's report has; "" for none
};

class InAWorld : public ::testing::TestWithParam<BadSolver> {};

TEST_P(InAWorld, TheFallbackAnswers) {
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
    // Later the guess, which is the last step's answer, is right however little is done to it.
    if (i == 0) {
      EXPECT_EQ(report.islands[0].solver, 1);
      EXPECT_EQ(report.fallbacks, 1);
    }
    EXPECT_EQ(report.failed_islands, 0);
    EXPECT_LE(report.worst_residual, 1e-8);
    // A start that the host accepts calls nobody.
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

INSTANTIATE_TEST_SUITE_P(Solvers, InAWorld,
                         ::testing::Values(BadSolver{"misconduct", "lies", ""},
                                           BadSolver{"misconduct", "takes_nothing", ""},
                                           BadSolver{"misconduct", "proves_wrongly", ""},
                                           BadSolver{"misbehaves", "throws",
                                                     "thrown by the plugin"},
                                           BadSolver{"misbehaves", "returns_nan", "not finite"},
                                           BadSolver{"misbehaves", "returns_no_status", "status"}),
                         [](const auto& tested) { return std::string(tested.param.id); });

}  // namespace
}  // namespace cardan::test
