#include <algorithm>
#include <cmath>

#include "apps/regress/run_case.h"
#include "apps/regress/sweep.h"
#include "cardan/error.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

const char* const kFall = R"(cardan: 1
name: fall
time: {step: 0.01, duration: 1}
contact: {formulation: cone, solver: conic}
models:
  - {name: ball, sphere: {radius: 0.1}, mass: 1, velocity: {linear: [0, 0, 3]}}
)";

class Sweep : public testing::Test {
 protected:
  Scene scene(const std::string& tail) {
    return load_scene(folder_.write("fall.yaml", kFall + tail));
  }
  std::vector<CaseResult> run_all(const Scene& scene, const SweepRequest& request = {}) {
    std::vector<CaseResult> results;
    for (const CaseId& id : plan_cases(scene, request, registry_).cases) {
      CaseRequest one;
      one.id = id;
      results.push_back(run_case(one));
      EXPECT_EQ(results.back().status, CaseStatus::kPassed) << results.back().message;
    }
    return results;
  }
  static std::vector<std::string> labels(const SweepPlan& plan) {
    std::vector<std::string> texts;
    for (const CaseId& id : plan.cases) texts.push_back(id.label());
    return texts;
  }

  test::TemporaryDirectory folder_;
  SolverRegistry registry_;
};

TEST_F(Sweep, WithoutSweepThePairOfTheSceneRuns) {
  EXPECT_EQ(labels(plan_cases(scene(""), {}, registry_)),
            std::vector<std::string>{"fall cone/conic"});
}

TEST_F(Sweep, SweepIsTheProductOfItsAxes) {
  const Scene two = scene(
      "sweep: {solvers: [pgs, conic], steps: [0.01, 0.005], seeds: [1, 2]}\n"
      "perturb: {velocity: 0.1}\n");
  const std::vector<std::string> expected{
      "fall cone/conic step=0.01 seed=1",  "fall cone/conic step=0.01 seed=2",
      "fall cone/conic step=0.005 seed=1", "fall cone/conic step=0.005 seed=2",
      "fall cone/pgs step=0.01 seed=1",    "fall cone/pgs step=0.01 seed=2",
      "fall cone/pgs step=0.005 seed=1",   "fall cone/pgs step=0.005 seed=2"};
  const SweepPlan plan = plan_cases(two, {}, registry_);
  EXPECT_EQ(labels(plan), expected);
  const std::vector<SceneOverride> overrides = overrides_of(plan.cases[2]);
  ASSERT_EQ(overrides.size(), 2u);
  EXPECT_EQ(overrides[0].path, "time.step");
  EXPECT_EQ(overrides[0].value, "0.005");
  EXPECT_EQ(overrides[1].path, "perturb.seed");
  SweepRequest own;
  own.only_own = true;
  EXPECT_EQ(labels(plan_cases(two, own, registry_)), std::vector<std::string>{"fall cone/conic"});
}

TEST_F(Sweep, SolversOfTheCommandLineRunOrAreSkippedWithAReason) {
  SweepRequest all;
  all.solvers = "all";
  const SweepPlan plan = plan_cases(scene(""), all, registry_);
  EXPECT_EQ(plan.cases.size() + plan.skipped.size(), registry_.solvers().size());
  EXPECT_EQ(plan.cases.front().solver, "conic");
  const auto lemke = std::find_if(plan.skipped.begin(), plan.skipped.end(),
                                  [](const CaseResult& one) { return one.id.solver == "lemke"; });
  ASSERT_NE(lemke, plan.skipped.end());
  EXPECT_EQ(lemke->status, CaseStatus::kSkipped);
  EXPECT_FALSE(lemke->message.empty());
  SweepRequest unknown;
  unknown.solvers = "lemkee";
  EXPECT_THROW(plan_cases(scene(""), unknown, registry_), Error);
}

TEST_F(Sweep, SolverIsSkippedIfItLacksKindsThatSurfacesNeed) {
  SweepRequest request;
  request.solvers = "conic,apgd";
  const std::string rolling = "materials: {default: {mu_rolling: 0.01}}\n";
  EXPECT_EQ(plan_cases(scene(""), request, registry_).cases.size(), 2u);
  const SweepPlan plan = plan_cases(scene(rolling), request, registry_);
  EXPECT_EQ(labels(plan), std::vector<std::string>{"fall cone/conic"});
  ASSERT_EQ(plan.skipped.size(), 1u);
  EXPECT_NE(plan.skipped[0].message.find("BALL_MU"), std::string::npos);
}

TEST_F(Sweep, FormulationsKeepTheirOptions) {
  SweepRequest request;
  request.solvers = "lemke,block_pivot";
  request.formulations = "polyhedral:directions=4,form=mixed,box";
  const SweepPlan plan = plan_cases(scene(""), request, registry_);
  ASSERT_FALSE(plan.cases.empty());
  EXPECT_EQ(plan.cases.front().formulation, "polyhedral:directions=4,form=mixed");
}

TEST_F(Sweep, IncompatibleFormulationRunsWithItsDefaultSolver) {
  const Scene two = scene("sweep: {formulations: [cone, polyhedral]}\n");
  EXPECT_EQ(labels(plan_cases(two, {}, registry_)),
            (std::vector<std::string>{"fall cone/conic", "fall polyhedral/lemke"}));
}

// Semi-implicit Euler under gravity alone: z(1) = v − ½ g (1 + h), so x(h) − exact = −½ g h.
TEST_F(Sweep, OrderOfConvergenceAgreesWithItsClosedForm) {
  const std::string sweep = "sweep: {steps: [0.02, 0.01, 0.005]}\n";
  const auto check = [&](const std::string& expect) {
    const Scene one = scene(sweep + "expect: [" + expect + "]\n");
    const std::vector<CaseResult> across = check_across(one, run_all(one));
    EXPECT_EQ(across.size(), 1u);
    EXPECT_EQ(across.at(0).id.label(), "fall cone/conic across=step");
    EXPECT_EQ(across.at(0).series.at(0).time, (std::vector<double>{0.005, 0.01, 0.02}));
    EXPECT_EQ(across.at(0).status == CaseStatus::kPassed, across.at(0).checks.at(0).passed);
    return across.at(0).checks.at(0);
  };
  const std::string z = "quantity: ball.base.z, at: 1, across: step, ";
  const CaseCheck exact = check("{" + z + "exact: -1.905, order: [0.999, 1.001]}");
  EXPECT_TRUE(exact.passed) << exact.message;
  EXPECT_NEAR(exact.measured, 1, 1e-9);
  const CaseCheck neighbours = check("{" + z + "order: [0.999, 1.001]}");
  EXPECT_TRUE(neighbours.passed) << neighbours.message;
  EXPECT_FALSE(check("{" + z + "order: [1.5, 2.5]}").passed);
  // With a wrong exact value, the order differs from one.
  EXPECT_FALSE(check("{" + z + "exact: -1.8, order: [0.9, 1.1]}").passed);
  // ½ g (0.02 − 0.005)
  const CaseCheck spread = check("{" + z + "spread_below: 0.0736}");
  EXPECT_TRUE(spread.passed) << spread.message;
  EXPECT_NEAR(spread.measured, 0.5 * 9.81 * 0.015, 1e-9);
  EXPECT_FALSE(check("{" + z + "spread_below: 0.0735}").passed);
}

TEST_F(Sweep, EveryGroupIsCheckedSeparately) {
  const Scene two = scene(
      "sweep: {solvers: [conic, pgs], steps: [0.02, 0.01]}\n"
      "expect: [{quantity: ball.base.z, at: 1, across: step, spread_below: 0.05}]\n");
  const std::vector<CaseResult> across = check_across(two, run_all(two));
  ASSERT_EQ(across.size(), 2u);
  EXPECT_EQ(across[0].id.solver, "conic");
  EXPECT_EQ(across[1].id.solver, "pgs");
  const Scene solvers = scene(
      "sweep: {solvers: [conic, pgs], steps: [0.02, 0.01]}\n"
      "expect: [{quantity: ball.base.z, at: 1, across: solver, spread_below: 0}]\n");
  const std::vector<CaseResult> other = check_across(solvers, run_all(solvers));
  ASSERT_EQ(other.size(), 2u);
  EXPECT_EQ(other[0].id.label(), "fall cone/ step=0.02 across=solver");
  EXPECT_EQ(other[0].status, CaseStatus::kPassed) << other[0].checks[0].message;
}

TEST_F(Sweep, SingleRunIsNotComparedAndReported) {
  const Scene one = scene(
      "sweep: {steps: [0.02, 0.01]}\n"
      "expect: [{quantity: ball.base.z, at: 1, across: step, spread_below: 0}]\n");
  SweepRequest own;
  own.only_own = true;
  const std::vector<CaseResult> results = run_all(one, own);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_NE(
      results[0].message.find("no expectation beyond a finite final state and answered islands: "
                              "1 expectation compares the runs of the sweep"),
      std::string::npos)
      << results[0].message;
  const std::vector<CaseResult> across = check_across(one, results);
  ASSERT_EQ(across.size(), 1u);
  EXPECT_EQ(across[0].status, CaseStatus::kSkipped);
  EXPECT_EQ(across[0].id.label(), "fall cone/conic across=step");
  EXPECT_NE(across[0].message.find("only one run"), std::string::npos) << across[0].message;
}

TEST_F(Sweep, RunWithoutAValueFailsAndIsNamed) {
  const Scene one = scene(
      "sweep: {steps: [0.02, 0.01, 0.005]}\n"
      "expect: [{quantity: ball.base.z, at: 1, across: step, spread_below: 9}]\n");
  std::vector<CaseResult> results = run_all(one);
  results[1].status = CaseStatus::kCrashed;
  results[1].across.clear();
  const std::vector<CaseResult> across = check_across(one, results);
  ASSERT_EQ(across.size(), 1u);
  EXPECT_EQ(across[0].status, CaseStatus::kFailed);
  EXPECT_NE(across[0].checks[0].message.find("no value at step 0.01"), std::string::npos)
      << across[0].checks[0].message;
}

}  // namespace
}  // namespace cardan::app
