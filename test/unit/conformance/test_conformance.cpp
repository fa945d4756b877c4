#include <string>

#include "builtin_solvers.h"
#include "cardan/conformance/conformance.h"
#include "cardan/host/solver_registry.h"

namespace cardan {
namespace {

class EverySolver : public ::testing::TestWithParam<const char*> {};

TEST_P(EverySolver, PassesTheKit) {
  register_builtin_solvers();
  const SolverRegistry registry;
  const ConformanceReport report = check_solver(registry.require(GetParam()));
  EXPECT_TRUE(report.passed()) << report.text();
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EverySolver, ::testing::Values("conic", "lemke", "pgs"));

// The kit must see what a bad solver does.
TEST(Conformance, FindsEachFault) {
  const std::string file =
      std::string(CARDAN_BAD_PLUGIN_DIR) + "/misbehaves/misbehaves.cardan-solver.so";
  const cardan_entry& entry = load_plugin(file);
  const std::pair<const char*, const char*> expected[] = {
      {"throws", "thrown by the plugin"},
      {"returns_nan", "not finite"},
      {"writes_past_end", "outside of lambda"},
      {"returns_no_status", "status"},
      {"cannot_reserve", "no room"},
      {"cannot_begin", "could not make an instance"},
  };
  for (const auto& [id, reason] : expected) {
    for (int i = 0; i < entry.num_solvers; ++i) {
      if (std::string(entry.solvers[i]->id) != id) continue;
      const ConformanceReport report = check_solver(*entry.solvers[i]);
      EXPECT_FALSE(report.passed()) << id;
      EXPECT_NE(report.text().find(reason), std::string::npos) << report.text();
    }
  }
}

}  // namespace
}  // namespace cardan
