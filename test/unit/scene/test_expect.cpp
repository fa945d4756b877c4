#include <cmath>
#include <limits>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/scene.h"
#include "test/support/temporary_directory.h"

namespace cardan {
namespace {

const char* const kHead =
    "cardan: 1\nmodels: [{name: ball, sphere: {radius: 1}, mass: 2}, {name: g, plane: {}, static: "
    "true}]\n";

Scene load_after_head(const std::string& tail, const std::vector<SceneOverride>& overrides = {}) {
  test::TemporaryDirectory folder;
  return load_scene(folder.write("scene.yaml", kHead + tail), overrides);
}

std::string refusal(const std::string& tail, const std::vector<SceneOverride>& overrides = {}) {
  test::TemporaryDirectory folder;
  const std::string file = folder.write("scene.yaml", kHead + tail);
  try {
    load_scene(file, overrides);
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return message.substr(file.size());
  }
  return "accepted";
}

ExpectSpec expectation(const std::string& text) {
  const Scene scene = load_after_head("expect:\n  - " + text + "\n");
  EXPECT_EQ(scene.expect.size(), 1u);
  EXPECT_EQ(scene.expect.at(0).line, 4);
  return scene.expect.at(0);
}

TEST(Expect, EveryBandIsRead) {
  const ExpectSpec equals = expectation("{quantity: energy, equals: [1, 0, -2], within: 0.5}");
  EXPECT_EQ(equals.quantity, "energy");
  EXPECT_EQ(equals.text, "{quantity: energy, equals: [1, 0, -2], within: 0.5}");
  EXPECT_EQ(equals.band.reference, (std::vector<double>{1, 0, -2}));
  EXPECT_EQ(equals.band.lower, -0.5);
  EXPECT_EQ(equals.band.upper, 0.5);
  EXPECT_EQ(equals.window.kind, ExpectWindow::Kind::kAlways);
  EXPECT_EQ(expectation("{quantity: x, below: 3}").band.upper, 3);
  EXPECT_TRUE(std::isinf(expectation("{quantity: x, below: 3}").band.lower));
  EXPECT_EQ(expectation("{quantity: x, above: 3}").band.lower, 3);
  const Band between = expectation("{quantity: x, between: [-1, 4]}").band;
  EXPECT_EQ(between.lower, -1);
  EXPECT_EQ(between.upper, 4);
  const Band falls = expectation("{quantity: x, never_rises: 1e-6}").band;
  EXPECT_TRUE(falls.never_rises);
  EXPECT_EQ(falls.rise, 1e-6);
}

TEST(Expect, EveryWindowAndReductionIsRead) {
  EXPECT_EQ(expectation("{quantity: x, at: 2, below: 3}").window.from, 2);
  const ExpectWindow interval = expectation("{quantity: x, from: 1, until: 2, below: 3}").window;
  EXPECT_EQ(interval.kind, ExpectWindow::Kind::kInterval);
  EXPECT_EQ(interval.from, 1);
  EXPECT_EQ(interval.until, 2);
  EXPECT_EQ(expectation("{quantity: x, until: 2, below: 3}").window.from, 0);
  EXPECT_TRUE(std::isinf(expectation("{quantity: x, from: 2, below: 3}").window.until));
  const ExpectWindow event =
      expectation("{quantity: time, when: {quantity: y, above: 1, stays: true}, below: 3}").window;
  EXPECT_EQ(event.kind, ExpectWindow::Kind::kEvent);
  EXPECT_EQ(event.quantity, "y");
  EXPECT_FALSE(event.below);
  EXPECT_EQ(event.bound, 1);
  EXPECT_TRUE(event.stays);
  EXPECT_EQ(expectation("{quantity: x, over: mean_square, below: 3}").over, Reduction::kMeanSquare);
  EXPECT_EQ(expectation("{quantity: x, over: range, below: 3}").over, Reduction::kRange);
  EXPECT_EQ(expectation("{quantity: x, minus: [1, 2], below: 3}").minus,
            (std::vector<double>{1, 2}));
}

TEST(Expect, GoldenHashAndPairsAreRead) {
  const ExpectSpec golden = expectation(
      "{golden: g/a.csv, rtol: 0.1, atol: 0.2, until: 3, every: 0.5, columns: {energy: {rtol: "
      "0}}}");
  EXPECT_EQ(golden.kind, ExpectSpec::Kind::kGolden);
  EXPECT_TRUE(golden.golden.ends_with("/g/a.csv"));
  EXPECT_EQ(golden.rtol, 0.1);
  EXPECT_EQ(golden.every, 0.5);
  EXPECT_EQ(golden.window.until, 3);
  ASSERT_EQ(golden.columns.size(), 1u);
  EXPECT_EQ(golden.columns[0].quantity, "energy");
  EXPECT_EQ(golden.columns[0].rtol, 0);
  EXPECT_EQ(golden.columns[0].atol, 0.2);
  EXPECT_EQ(expectation("{golden: a.csv, columns: [x, y]}").columns.size(), 2u);
  EXPECT_EQ(expectation("{state_hash: '0123456789abcdef'}").state_hash, "0123456789abcdef");
  const PairFilter only =
      expectation(
          "{quantity: x, below: 1, only: {formulations: [cone, 'polyhedral:directions=4'], "
          "solvers: [pgs]}}")
          .only;
  EXPECT_TRUE(only.takes("cone", "pgs"));
  EXPECT_TRUE(only.takes("cone:rolling=joint", "pgs"));
  EXPECT_TRUE(only.takes("polyhedral:directions=4", "pgs"));
  EXPECT_FALSE(only.takes("polyhedral:directions=8", "pgs"));
  EXPECT_FALSE(only.takes("cone", "conic"));
  EXPECT_TRUE(PairFilter{}.takes("box", "lemke"));
}

TEST(Expect, SweepsKnownFailuresAndOffsetsAreRead) {
  const Scene scene = load_after_head(R"(sweep:
  solvers: [conic, pgs]
  formulations: [cone, 'polyhedral:directions=8']
  steps: [0.01, 5e-3]
  seeds: [1, 2]
  parameters: {materials.default.mu: [0.3, 0.5], models.ball.mass: [1, 10]}
perturb: {seed: 7, position: 1e-3, rotation: 0.1, joints: 0.01, velocity: 0.2}
known_failures:
  - {solvers: [pgs], quantities: [residual], because: "too few sweeps"}
expect:
  - {quantity: energy, at: 1, across: step, order: [0.9, 1.1], exact: 2}
  - {quantity: energy, over: mean, across: materials.default.mu, spread_below: 3}
)");
  ASSERT_EQ(scene.sweep.size(), 6u);
  EXPECT_EQ(scene.sweep[0].name, "formulation");
  EXPECT_EQ(scene.sweep[1].name, "solver");
  EXPECT_EQ(scene.sweep[2].values, (std::vector<std::string>{"0.01", "5e-3"}));
  EXPECT_EQ(scene.sweep[5].name, "models.ball.mass");
  EXPECT_EQ(scene.perturb->seed, 7u);
  EXPECT_EQ(scene.perturb->rotation, 0.1);
  EXPECT_EQ(scene.perturb->velocity, 0.2);
  ASSERT_EQ(scene.known_failures.size(), 1u);
  EXPECT_EQ(scene.known_failures[0].because, "too few sweeps");
  EXPECT_EQ(scene.known_failures[0].line, 11);
  EXPECT_EQ(scene.expect[0].across.kind, AcrossSpec::Kind::kOrder);
  EXPECT_EQ(scene.expect[0].across.exact, 2);
  EXPECT_EQ(scene.expect[0].band.upper, 1.1);
  EXPECT_EQ(scene.expect[1].across.kind, AcrossSpec::Kind::kSpread);
  EXPECT_EQ(scene.expect[1].band.upper, 3);
}

TEST(Expect, EveryDefectIsOneLineWithPlaceAndHint) {
  const std::vector<std::pair<std::string, std::string>> defects{
      {"{quantity: x}", "the expected value is missing"},
      {"{quantity: x, below: 1, above: 0}", "both 'below' and 'above' are given"},
      {"{quantity: x, equals: 1}", "key 'within' is missing"},
      {"{quantity: x, below: 1, within: 1}", "can only be combined with 'equals'"},
      {"{quantity: x, equals: 1, within: -1}", "must not be negative"},
      {"{quantity: x, below: .nan}", "numbers must be finite"},
      {"{quantity: x, between: [2, 1]}", "the first bound is above the second"},
      {"{quantity: x, between: [2]}", "expected a list of two numbers"},
      {"{quantity: x, belw: 1}", "did you mean 'below'?"},
      {"{below: 1}", "key 'quantity' is missing"},
      {"{quantity: x, at: 1, until: 2, below: 1}", "only one of 'at'"},
      {"{quantity: x, from: 3, until: 2, below: 1}", "is earlier than 'from'"},
      {"{quantity: x, at: 1, over: mean, below: 1}", "there is only one sample"},
      {"{quantity: x, over: average, below: 1}", "expected one of mean"},
      {"{quantity: x, over: mean, equals: [1, 2], within: 1}", "subtract the polynomial first"},
      {"{quantity: x, at: 1, never_rises: 0}", "compares the samples of a run"},
      {"{quantity: x, when: {quantity: y}, below: 1}", "expected one of 'below' and 'above'"},
      {"{quantity: x, at: 1, spread_below: 1}", "needs 'across'"},
      {"{quantity: x, at: 1, across: step, spread_below: 1}", "unknown axis of 'sweep' 'step'"},
      {"{quantity: x, across: solver, spread_below: 1}", "'across' compares one value of each run"},
      {"{quantity: x, at: 1, across: solver}", "'across' needs one of 'spread_below' and 'order'"},
      {"{quantity: x, at: 1, across: solver, spread_below: 1, below: 2}", "judges one run"},
      {"{quantity: x, at: 1, across: solver, spread_below: 1, exact: 2}", "belongs to 'order'"},
      {"{golden: a.csv, quantity: x}", "unknown key 'quantity'"},
      {"{state_hash: 'xyz'}", "expected 16 hexadecimal digits"},
      {"{quantity: x, below: 1, only: {solver: [pgs]}}", "did you mean 'solvers'?"},
      {"{quantity: x, below: 1, only: {solvers: []}}", "an empty list"},
  };
  for (const auto& [text, part] : defects) {
    const std::string message = refusal("expect:\n  - " + text + "\n");
    EXPECT_EQ(message.rfind(":4: ", 0), 0u) << message;
    EXPECT_NE(message.find(part), std::string::npos) << text << "\n" << message;
  }
  EXPECT_NE(refusal("sweep: {steps: [0]}\n").find("sweep.steps[0]: must be above zero"),
            std::string::npos);
  EXPECT_NE(refusal("sweep: {solvers: [a, a]}\n").find("'a' is listed twice"), std::string::npos);
  EXPECT_NE(refusal("sweep: {seeds: [1.5]}\n").find("expected a whole number"), std::string::npos);
  EXPECT_NE(refusal("perturb: {position: -1}\n").find("must not be negative"), std::string::npos);
  const auto expect_refused = [](const std::string& tail, const std::string& part) {
    EXPECT_NE(refusal(tail).find(part), std::string::npos) << tail << "\n" << refusal(tail);
  };
  expect_refused("known_failures: [{solvers: [pgs], quantities: [x]}]\n",
                 "key 'because' is missing");
  expect_refused("known_failures: [{solvers: [pgs], because: slow}]\n",
                 "key 'quantities' is missing");
  expect_refused("known_failures: [{quantities: [x], because: slow}]\n",
                 "names neither formulations nor solvers");
  expect_refused("known_failures: [{solvers: [pgs], quantities: [finite], because: slow}]\n",
                 "'finite' cannot be a known failure");
}

TEST(Expect, ComparisonNeedsTwoRuns) {
  const std::string across = "expect: [{quantity: x, at: 1, across: step, spread_below: 1}]\n";
  EXPECT_NE(refusal("sweep: {steps: [0.01]}\n" + across).find("'step' of 'sweep' has one value"),
            std::string::npos);
  EXPECT_EQ(refusal("sweep: {steps: [0.01, 0.02]}\n" + across), "accepted");
  const std::string pairs = "expect: [{quantity: x, at: 1, across: solver, spread_below: 1}]\n";
  EXPECT_NE(refusal(pairs).find("unknown axis of 'sweep' 'solver'"), std::string::npos);
  EXPECT_NE(refusal("sweep: {solvers: [pgs]}\n" + pairs).find("has one value"), std::string::npos);
}

TEST(Expect, SeedsWithoutOffsetsAreRejected) {
  const std::string seeds = "sweep: {seeds: [1, 2]}\n";
  const std::string part = "sweep.seeds: a seed would change nothing";
  EXPECT_NE(refusal(seeds).find(part), std::string::npos) << refusal(seeds);
  EXPECT_NE(refusal(seeds + "perturb: {seed: 3, position: 0}\n").find(part), std::string::npos);
  EXPECT_EQ(refusal(seeds + "perturb: {joints: 0.1}\n"), "accepted");
}

TEST(Override, OverrideReachesEveryPartOfAScene) {
  const Scene scene = load_after_head("time: {step: 0.01}\ncontact: {solver: conic}\n",
                                      {{"time.step", "0.002"},
                                       {"time.duration", "7"},
                                       {"materials.default.mu", "0.25"},
                                       {"models.ball.mass", "5"},
                                       {"models.0.velocity", "{linear: [1, 2, 3]}"},
                                       {"contact.solver.tolerance", "1e-5"},
                                       {"gravity", "[0, 0, -1]"},
                                       {"perturb.seed", "9"}});
  EXPECT_EQ(scene.time.step, 0.002);
  EXPECT_EQ(scene.world.step, 0.002);
  EXPECT_EQ(scene.time.duration, 7);
  EXPECT_EQ(scene.world.materials.named.at("default").mu_static, 0.25);
  EXPECT_EQ(scene.models[0].mass, 5);
  EXPECT_EQ(scene.models[0].velocity.linear, Vector3(1, 2, 3));
  EXPECT_EQ(scene.world.contact.solver.id, "conic");
  EXPECT_EQ(scene.world.contact.solver.tolerance, 1e-5);
  EXPECT_EQ(scene.world.gravity, Vector3(0, 0, -1));
  EXPECT_EQ(scene.perturb->seed, 9u);
}

TEST(Override, InvalidPathIsReported) {
  const std::vector<std::tuple<std::string, std::string, std::string>> defects{
      {"tiem.step", "1", "did you mean 'time'?"},
      {"time.stepp", "1", "did you mean 'step'?"},
      {"models.bal.mass", "1", "there is no 'bal' in models; did you mean 'ball'?"},
      {"models.7.mass", "1", "there is no '7' in models"},
      {"models.ball.mas", "1", "did you mean 'mass'?"},
      {"models.ball.mass.value", "1", "'models.ball.mass' is not a map: it has no 'value'"},
      {"models.ball.mass", "heavy", "expected a number in kg, got 'heavy'"},
      {"models.ball.mass", "-1", "must be above zero"},
      {"models.ball.mass", "[1", "the value is not valid YAML"},
      {"models.ball.mass", "", "there is no value"},
      {"models..mass", "1", "an empty name in the path"},
  };
  for (const auto& [path, value, part] : defects) {
    const std::string message = refusal("", {{path, value}});
    EXPECT_EQ(message.rfind(" with " + path + "=" + value + ": ", 0), 0u) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace cardan
