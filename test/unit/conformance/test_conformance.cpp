#include <algorithm>
#include <clocale>
#include <map>
#include <string>

#include "apps/allocation_hooks.h"
#include "cardan/conformance.h"
#include "cardan/solver_registry.h"
#include "solvers/builtin/builtin_solvers.h"

namespace cardan {
namespace {

using Outcome = ConformanceCheck::Outcome;

const SolverRegistry& built_in() {
  static const SolverRegistry registry = [] {
    register_builtin_solvers();
    return SolverRegistry();
  }();
  return registry;
}

// Null in builds with sanitizers, which count nothing.
auto allocation_count() {
  return cardan_thread_allocations() < 0 ? nullptr : cardan_thread_allocations;
}

std::vector<std::string> built_in_ids() {
  std::vector<std::string> ids;
  for (const SolverOrigin& origin : built_in().solvers()) {
    ids.emplace_back(origin.desc->id);
  }
  return ids;
}

ConformanceReport check(const cardan_solver_desc& desc) {
  return check_solver(desc, {allocation_count()});
}

class EverySolver : public ::testing::TestWithParam<std::string> {};

TEST_P(EverySolver, SolverPassesTheConformanceKit) {
  const std::string& id = GetParam();
  const ConformanceReport report = check(built_in().require(id));
  EXPECT_TRUE(report.passed()) << report.text();
  EXPECT_GT(report.num_problems(), 10);
  EXPECT_GT(report.num_solved(), report.num_problems() / 2) << report.text();
  // Every chain uses one of these solvers.
  if (id == "conic" || id == "lemke") {
    EXPECT_EQ(report.num_solved(), report.num_problems()) << report.text();
    EXPECT_GT(report.num_problems(), 80);
  }
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EverySolver, ::testing::ValuesIn(built_in_ids()),
                         [](const auto& tested) { return tested.param; });

std::string file_of(const std::string& plugin) {
  return std::string(CARDAN_BAD_PLUGIN_DIR) + "/" + plugin + "/" + plugin + ".cardan-solver.so";
}

const ConformanceReport& report_of(const std::vector<ConformanceReport>& reports,
                                   const std::string& solver) {
  return *std::find_if(reports.begin(), reports.end(),
                       [&](const ConformanceReport& report) { return report.solver == solver; });
}

/// The details of a solver's failed checks, by name.
std::map<std::string, std::string> failures(const ConformanceReport& report) {
  std::map<std::string, std::string> failed;
  for (const ConformanceCheck& check : report.checks) {
    if (check.outcome == Outcome::kFailed) failed[check.name] = check.detail;
  }
  return failed;
}

/// One check failed among others, with a reason in one line.
void expect_failure(const ConformanceReport& report, const std::string& name,
                    const std::string& reason) {
  const std::map<std::string, std::string> failed = failures(report);
  ASSERT_EQ(failed.count(name), 1u) << report.text();
  EXPECT_NE(failed.at(name).find(reason), std::string::npos) << failed.at(name);
  EXPECT_EQ(failed.at(name).find('\n'), std::string::npos) << failed.at(name);
}

TEST(Conformance, KitFindsEveryFaultInSolve) {
  const std::vector<ConformanceReport> reports =
      check_plugin(file_of("misbehaves"), {allocation_count()});
  const std::pair<const char*, const char*> expected[] = {
      {"throws", "thrown by the plugin"},    {"returns_nan", "not finite"},
      {"writes_past_end", "outside lambda"}, {"returns_no_status", "status"},
      {"cannot_reserve", "no room"},         {"cannot_begin", "could not create an instance"},
  };
  for (const auto& [id, reason] : expected) {
    expect_failure(report_of(reports, id), "one closing row", reason);
  }
  expect_failure(report_of(reports, "writes_past_end"), "writes nothing outside lambda and u",
                 "outside lambda");
  if (allocation_count() != nullptr) {
    expect_failure(report_of(reports, "allocates"), "allocates nothing in solve", "in one solve");
  }
}

TEST(Conformance, KitFindsEveryMisconduct) {
  const std::string locale = std::setlocale(LC_ALL, nullptr);
  const std::vector<ConformanceReport> reports = check_plugin(file_of("misconduct"));
  EXPECT_EQ(std::setlocale(LC_ALL, nullptr), locale);
  const std::string quiet = "leaves locale, signals, folder, environment and streams alone";
  expect_failure(report_of(reports, "lies"), "one closing row", "judge's residual");
  expect_failure(report_of(reports, "lies"), "two walls, no solution", "there is no solution");
  expect_failure(report_of(reports, "takes_nothing"), "sticking cone",
                 "UNSUPPORTED of kinds that it declares: no problem is taken");
  expect_failure(report_of(reports, "proves_wrongly"), "standing robot, cone", "certificate");
  expect_failure(report_of(reports, "remembers"),
                 "equal bits from equal input, whatever was solved before", "another answer");
  expect_failure(report_of(reports, "changes_locale"), quiet, "the locale (C to C.UTF-8)");
  expect_failure(report_of(reports, "handles_signals"), quiet, "signal 8");
  expect_failure(report_of(reports, "prints"), "prints nothing", "iteration 1 of many");
  const std::string budget = "respects a budget of one iteration and reports the status correctly";
  const std::string cancel =
      "stops within one iteration when cancelled and reports the status correctly";
  expect_failure(report_of(reports, "ignores_budget"), budget, " iterations");
  expect_failure(report_of(reports, "ignores_cancel"), cancel, " iterations");
  // A fault of one solver is not attributed to another.
  EXPECT_EQ(failures(report_of(reports, "ignores_budget")).count(cancel), 0u);
  EXPECT_EQ(failures(report_of(reports, "ignores_cancel")).count(budget), 0u);
  EXPECT_EQ(failures(report_of(reports, "prints")).count(quiet), 0u);
  EXPECT_EQ(failures(report_of(reports, "changes_locale")).count("prints nothing"), 0u);
}

TEST(Conformance, KitFindsSideEffectsOfLoading) {
  const ConformanceReport loading = check_plugin(file_of("meddles_on_load")).front();
  const std::string quiet = "loading leaves the process as it was";
  expect_failure(loading, quiet, "locale");
  expect_failure(loading, quiet, "signal 8");
  expect_failure(loading, "loading prints nothing", "licensed to no user");
  EXPECT_TRUE(check_plugin(file_of("good")).front().passed());
}

#if defined(__x86_64__)
TEST(Conformance, KitFindsFlushToZero) {
  const std::vector<ConformanceReport> reports = check_plugin(file_of("flushes_to_zero"));
  expect_failure(reports.front(), "loading leaves the process as it was",
                 "floating-point control word");
  expect_failure(reports.back(), "does not change the floating-point control word",
                 "solve changed");
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
  EXPECT_FALSE(check_plugin(file_of("fast_math")).front().passed());
#endif
}
#endif

TEST(Conformance, ReportEndsWithASummaryForUsers) {
  ConformanceReport report;
  report.solver = "some";
  report.takes = "FREE, CONE; formulations cone";
  report.checks = {{"easy", Outcome::kPassed, "SOLVED, 1 iterations"},
                   {"hard", Outcome::kUnsolved, "ITERATIONS, 9 iterations"},
                   {"foreign", Outcome::kSkipped, "does not take BOX"},
                   {"other", Outcome::kSkipped, "does not take BOX"},
                   {"keeps still", Outcome::kPassed, "", true},
                   {"is pure", Outcome::kFailed, "another answer", true},
                   {"allocates nothing", Outcome::kSkipped, "this program does not count", true}};
  EXPECT_EQ(report.text(),
            "passed    easy (SOLVED, 1 iterations)\n"
            "unsolved  hard (ITERATIONS, 9 iterations)\n"
            "passed    keeps still\n"
            "FAILED    is pure (another answer)\n"
            "skipped   2 problems (does not take BOX)\n"
            "some: 2 passed, 1 failed, 1 unsolved, 3 not run\n"
            "  takes: FREE, CONE; formulations cone\n"
            "  mastered 1 of 2 problems; not: hard\n"
            "  a user may rely on: keeps still\n"
            "  a user may not rely on: is pure\n"
            "  not known: allocates nothing\n");
  EXPECT_FALSE(report.passed());
}

}  // namespace
}  // namespace cardan
