#include <algorithm>
#include <cmath>
#include <fstream>

#include "apps/regress/golden.h"
#include "apps/regress/run_case.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

// A box of 2 kg slides from 2 m/s with mu = 0.5: v = 2 − 0.5 g t till t = 0.4077 s.
const char* const kSlide = R"(cardan: 1
name: slide
tags: [smoke]
time: {step: 0.001, duration: 0.6}
materials: {default: {mu: 0.5, compliance: 1e-4}}
models:
  - {name: ground, plane: {}, static: true}
  - name: box
    box: {size: [0.4, 0.4, 0.1]}
    mass: 2
    pose: {xyz: [0, 0, 0.05]}
    velocity: {linear: [2, 0, 0]}
)";

class RunCase : public testing::Test {
 protected:
  CaseRequest request(const std::string& tail) {
    CaseRequest request;
    request.id.scene = "slide";
    request.id.file = folder_.write("slide.yaml", kSlide + tail);
    return request;
  }
  CaseResult run(const std::string& tail) { return run_case(request(tail)); }
  static const CaseCheck* failed(const CaseResult& result, const std::string& quantity) {
    for (const CaseCheck& check : result.checks) {
      if (check.quantity == quantity && !check.passed) return &check;
    }
    return nullptr;
  }

  test::TemporaryDirectory folder_;
};

TEST_F(RunCase, SatisfiedExpectationsPassAndViolationsAreNamed) {
  const CaseResult result = run(R"(expect:
  - {quantity: box.base.vx, until: 0.4, equals: [2, -4.905], within: 1e-6}
  - {quantity: time, when: {quantity: box.base.speed, below: 1e-6, stays: true}, equals: 0.408, within: 1e-9}
  - {quantity: box.base.travel, at: 0.6, between: [0.40, 0.41]}
  - {quantity: kinetic_energy, never_rises: 1e-9}
  - {quantity: box.base.vx, at: 0.2, above: 1.5}
)");
  ASSERT_EQ(result.checks.size(), 5u) << result.message;
  EXPECT_EQ(result.status, CaseStatus::kFailed);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(result.checks[i].passed) << result.checks[i].message;
  const CaseCheck& bad = result.checks[4];
  EXPECT_FALSE(bad.passed);
  EXPECT_EQ(bad.quantity, "box.base.vx");
  EXPECT_EQ(bad.line, 18);
  EXPECT_NEAR(bad.measured, 2 - 0.2 * 4.905, 1e-6);
  EXPECT_NE(bad.text.find("above: 1.5"), std::string::npos) << bad.text;
  ASSERT_GE(bad.series, 0);
  const CaseSeries& series = result.series[static_cast<std::size_t>(bad.series)];
  EXPECT_EQ(series.name, "box.base.vx");
  EXPECT_EQ(series.time.size(), 601u);
  EXPECT_EQ(series.lower.size(), 601u);
  EXPECT_EQ(series.lower[200], 1.5);
  EXPECT_EQ(series.lower[300], -HUGE_VAL);
  EXPECT_EQ(result.steps, 600);
  EXPECT_EQ(result.id.formulation, "cone");
  EXPECT_FALSE(result.id.solver.empty());
  EXPECT_EQ(result.state_hash.size(), 16u);
}

TEST_F(RunCase, SceneWithoutExpectationsPassesIfItCompletes) {
  const CaseResult result = run("");
  EXPECT_EQ(result.status, CaseStatus::kPassed) << result.message;
  EXPECT_EQ(result.message, "no expectation beyond a finite final state and answered islands");
  EXPECT_EQ(result.tags, std::vector<std::string>{"smoke"});
  const auto energy = std::find_if(result.series.begin(), result.series.end(),
                                   [](const CaseSeries& one) { return one.name == "energy"; });
  ASSERT_NE(energy, result.series.end());
  EXPECT_NEAR(energy->value.front(), 4 + 2 * 9.81 * 0.05, 1e-9);
}

TEST_F(RunCase, SetupErrorsPrecedeTheRunWithLineAndHint) {
  const auto message = [&](const std::string& tail) {
    const CaseResult result = run(tail);
    EXPECT_EQ(result.status, CaseStatus::kError);
    EXPECT_EQ(result.steps, 0);
    return result.message;
  };
  EXPECT_NE(message("expect: [{quantity: box.base.hight, below: 1}]\n")
                .find("slide.yaml:13: unknown quantity 'box.base.hight'; did you mean"),
            std::string::npos);
  EXPECT_NE(message("expect: [{quantity: energy, when: {quantity: enrgy, below: 0}, below: 1}]\n")
                .find("unknown quantity 'enrgy'"),
            std::string::npos);
  EXPECT_NE(message("expect: [{quantity: energy, at: 0.7, below: 1}]\n")
                .find("slide.yaml:13: the run ends at 0.6 s, before 0.7 s"),
            std::string::npos);
  EXPECT_NE(message("expect: [{golden: none.csv}]\n").find("cannot read the golden trajectory"),
            std::string::npos);
  CaseRequest absent;
  absent.id.file = "/nonexistent/scene.yaml";
  EXPECT_EQ(run_case(absent).status, CaseStatus::kError);
}

TEST_F(RunCase, UncheckableExpectationIsAnError) {
  const auto expect_error = [&](const std::string& tail, const std::string& part) {
    const CaseResult result = run(tail);
    EXPECT_EQ(result.status, CaseStatus::kError) << tail;
    EXPECT_NE(result.message.find("slide.yaml:13: " + part), std::string::npos) << result.message;
  };
  expect_error("expect: [{quantity: energy, below: 1, only: {formulations: [con]}}]\n",
               "unknown formulation 'con'; did you mean 'cone'?");
  expect_error("expect: [{quantity: energy, below: 1, only: {solvers: [lemkee]}}]\n",
               "unknown solver 'lemkee'; did you mean 'lemke'?");
  expect_error("known_failures: [{solvers: [conik], quantities: [energy], because: slow}]\n",
               "unknown solver 'conik'; did you mean 'conic'?");
  expect_error("known_failures: [{solvers: [pgs], quantities: [enrgy], because: slow}]\n",
               "unknown quantity 'enrgy'");
  expect_error("expect: [{quantity: enrgy, below: 1, only: {formulations: [box]}}]\n",
               "unknown quantity 'enrgy'");
  expect_error("expect: [{quantity: energy, until: 0.7, below: 1}]\n",
               "the run ends at 0.6 s, before 0.7 s");
  for (const char* name : {"contacts", "residual", "box.contact_force.z", "failed_islands"}) {
    const std::string quantity = name;
    expect_error("expect: [{quantity: " + quantity + ", at: 0, below: 1}]\n",
                 "'" + quantity + "' belongs to a step, and there is no step before the start");
    expect_error("expect: [{quantity: " + quantity + ", until: 0, below: 1}]\n",
                 "'" + quantity + "' belongs to a step");
  }
  EXPECT_EQ(run("expect: [{quantity: energy, until: 0.6004, above: 0}]\n").status,
            CaseStatus::kPassed);
  EXPECT_EQ(run("expect: [{quantity: energy, at: 0, above: 1}]\n").status, CaseStatus::kPassed);
}

TEST_F(RunCase, EventSearchStartsAtTheFirstStep) {
  const CaseResult result =
      run("expect: [{quantity: time, when: {quantity: residual, below: 1e9}, equals: 0.001, "
          "within: 1e-9}]\n");
  EXPECT_EQ(result.status, CaseStatus::kPassed) << result.checks.at(0).message;
}

TEST_F(RunCase, ExpectationOfOtherPairsIsSkipped) {
  const std::string tail =
      "expect: [{quantity: energy, below: -1, only: {formulations: [polyhedral]}}]\n";
  const CaseResult own = run(tail);
  EXPECT_EQ(own.status, CaseStatus::kPassed);
  EXPECT_EQ(
      own.message,
      "no expectation beyond a finite final state and answered islands: 1 expectation is for other "
      "pairs");
  CaseRequest other = request(tail);
  other.id.formulation = "polyhedral:directions=4";
  other.id.solver = "lemke";
  const CaseResult result = run_case(other);
  EXPECT_EQ(result.status, CaseStatus::kFailed) << result.message;
  EXPECT_EQ(result.id.formulation, "polyhedral:directions=4");
  EXPECT_EQ(result.id.solver, "lemke");
}

TEST_F(RunCase, KnownFailureIsReportedAndDoesNotFail) {
  const std::string expect = "expect:\n  - {quantity: energy, below: -1}\n";
  const std::string known =
      "known_failures:\n  - {solvers: [conic], quantities: [energy], because: no reason}\n";
  const CaseResult result = run(expect + known);
  EXPECT_EQ(result.status, CaseStatus::kKnown);
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_TRUE(result.checks[0].known);
  EXPECT_FALSE(result.checks[0].passed);
  EXPECT_EQ(result.checks[0].because, "no reason");
  EXPECT_EQ(run(expect + "  - {quantity: contacts, below: 1}\n" + known).status,
            CaseStatus::kFailed);
  const std::string others =
      "known_failures: [{solvers: [pgs], quantities: [energy], because: slow}]\n";
  EXPECT_EQ(run(expect + others).status, CaseStatus::kFailed);
  const CaseResult mended = run("expect:\n  - {quantity: energy, above: 0}\n" + known);
  EXPECT_EQ(mended.status, CaseStatus::kPassed);
  EXPECT_EQ(mended.message, "the known failure of line 16 did not occur");
}

TEST_F(RunCase, IncompatibleSolverIsSkipped) {
  CaseRequest unfit = request("");
  unfit.id.formulation = "cone";
  unfit.id.solver = "lemke";
  const CaseResult result = run_case(unfit);
  EXPECT_EQ(result.status, CaseStatus::kSkipped);
  EXPECT_FALSE(result.message.empty());
}

TEST_F(RunCase, StateHashIsThatOfTheEnd) {
  const std::string hash = run("").state_hash;
  EXPECT_EQ(run("expect: [{state_hash: '" + hash + "'}]\n").status, CaseStatus::kPassed);
  const CaseResult other = run("expect: [{state_hash: '0123456789abcdef'}]\n");
  EXPECT_EQ(other.status, CaseStatus::kFailed);
  EXPECT_NE(failed(other, "state_hash"), nullptr);
}

TEST_F(RunCase, GoldenTrajectoryIsRecordedAndCompared) {
  const std::string tail =
      "expect: [{golden: golden/slide.csv, atol: 1e-9, every: 0.1, columns: [box.base.x, "
      "box.base.vx]}]\n";
  EXPECT_EQ(run(tail).status, CaseStatus::kError);
  CaseRequest record = request(tail);
  record.record_golden = true;
  const CaseResult recorded = run_case(record);
  EXPECT_EQ(recorded.status, CaseStatus::kPassed) << recorded.message;
  ASSERT_EQ(recorded.recorded.size(), 1u);
  EXPECT_EQ(recorded.recorded[0].file, folder_.file("golden/slide.csv"));
  folder_.write("golden/slide.csv", recorded.recorded[0].text);
  EXPECT_EQ(run(tail).status, CaseStatus::kPassed);

  CaseRequest slippery = request(tail);
  slippery.id.point = {{"materials.default.mu", "0.505"}};
  const CaseResult result = run_case(slippery);
  EXPECT_EQ(result.status, CaseStatus::kFailed) << result.message;
  const CaseCheck* check = failed(result, "box.base.vx");
  ASSERT_NE(check, nullptr) << result.checks[0].message;
  EXPECT_NEAR(check->time, 0.4, 1e-9);
  const CaseSeries& series = result.series[static_cast<std::size_t>(check->series)];
  EXPECT_EQ(series.golden.size(), 7u);
}

TEST_F(RunCase, SweepPointOverridesTheScene) {
  CaseRequest coarse = request("");
  coarse.id.point = {{"step", "0.002"}, {"models.box.mass", "3"}, {"time.duration", "0.1"}};
  const CaseResult result = run_case(coarse);
  EXPECT_EQ(result.status, CaseStatus::kPassed) << result.message;
  EXPECT_EQ(result.steps, 50);
  EXPECT_EQ(result.step, 0.002);
  EXPECT_NEAR(result.series[1].value.front(), 0.5 * 3 * 4, 1e-9);
  coarse.id.point = {{"models.bux.mass", "3"}};
  const CaseResult bad = run_case(coarse);
  EXPECT_EQ(bad.status, CaseStatus::kError);
  EXPECT_NE(bad.message.find("did you mean 'box'?"), std::string::npos) << bad.message;
}

TEST_F(RunCase, FailedIslandFailsTheCaseWithoutAnExpectation) {
  CaseRequest request;
  request.id.file = folder_.write("away.yaml", R"(cardan: 1
time: {step: 1, duration: 4}
models: [{name: ball, sphere: {radius: 0.1}, velocity: {linear: [1.7e+308, 0, 0]}}]
)");
  const CaseResult result = run_case(request);
  EXPECT_EQ(result.status, CaseStatus::kFailed) << result.message;
  EXPECT_NE(failed(result, "failed_islands"), nullptr);
  // Neither an expectation at one time nor a known failure of another quantity replaces this check.
  std::ofstream(request.id.file, std::ios::app)
      << "expect: [{quantity: failed_islands, at: 1, below: 1e9}]\n"
         "known_failures: [{formulations: [cone], quantities: [energy], because: far}]\n";
  EXPECT_NE(failed(run_case(request), "failed_islands"), nullptr);
  EXPECT_EQ(case_result_json(parse_case_result(case_result_json(result))),
            case_result_json(result));
}

TEST_F(RunCase, InterruptedRunKeepsItsMeasurements) {
  CaseRequest stopped = request("expect: [{quantity: energy, above: 0}]\n");
  int calls = 0;
  stopped.stop = [&] { return ++calls == 10; };
  const CaseResult result = run_case(stopped);
  EXPECT_EQ(result.status, CaseStatus::kInterrupted);
  EXPECT_EQ(result.steps, 10);
  EXPECT_FALSE(result.series.empty());
}

TEST_F(RunCase, FailedIslandIsReportedAndCaptured) {
  CaseRequest starved =
      request("contact: {formulation: cone, solver: {id: pgs, max_iterations: 1}}\n");
  starved.capture_folder = folder_.file("captured");
  starved.duration = 0.02;
  const CaseResult result = run_case(starved);
  ASSERT_FALSE(result.troubles.empty()) << result.message;
  EXPECT_LE(result.troubles.size(), 20u);
  EXPECT_NE(result.troubles[0].report.find("box"), std::string::npos) << result.troubles[0].report;
  EXPECT_TRUE(std::filesystem::exists(result.troubles[0].captured)) << result.troubles[0].captured;
}

TEST_F(RunCase, RepeatedRunsHaveEqualHashes) {
  EXPECT_EQ(run("").state_hash, run("").state_hash);
  const std::string perturbed = run("perturb: {seed: 1, velocity: 1e-3}\n").state_hash;
  EXPECT_NE(perturbed, run("").state_hash);
  EXPECT_EQ(perturbed, run("perturb: {seed: 1, velocity: 1e-3}\n").state_hash);
  EXPECT_NE(perturbed, run("perturb: {seed: 2, velocity: 1e-3}\n").state_hash);
}

}  // namespace
}  // namespace cardan::app
