#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "apps/sweep/plan.h"
#include "cardan/error.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

constexpr const char* kScene =
    "cardan: 1\nmodels:\n  - {name: ball, sphere: {radius: 0.1}}\n"
    "forces:\n  - {on: ball, force: [0, 0, 0]}\n";

std::string error_of(const std::string& study) {
  const test::TemporaryDirectory folder;
  folder.write("scene.yaml", kScene);
  try {
    make_plan(folder.write("study.yaml", "scene: scene.yaml\n" + study));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(StudyFile, MistakesAreNamedWithTheirLine) {
  const std::string metrics = "metrics: [{quantity: energy}]\n";
  EXPECT_NE(error_of("parameter: {}\n" + metrics).find("study.yaml:2"), std::string::npos);
  EXPECT_NE(error_of("parameters: {}\n").find("metrics"), std::string::npos);
  EXPECT_NE(error_of("metrics: [{quantity: energy, over: median}]\n").find("median"),
            std::string::npos);
  EXPECT_NE(error_of("metrics: [{quantity: energy, from: 0}]\n").find("over"), std::string::npos);
  EXPECT_NE(error_of("metrics: [{quantity: energy}, {quantity: energy}]\n").find("name"),
            std::string::npos);
  EXPECT_NE(error_of("cells_per_task: 0\n" + metrics).find("whole number"), std::string::npos);
  EXPECT_NE(error_of("samples: {count: 4, distributions: {a: {normal: [0, -1]}}}\n" + metrics)
                .find("standard deviation"),
            std::string::npos);
  EXPECT_NE(error_of("parameters: {a: [1]}\nsamples: {count: 4, distributions: {a: {uniform: [0, "
                     "1]}}}\n" +
                     metrics)
                .find("'a' is varied twice"),
            std::string::npos);
}

class StudyPlan : public testing::Test {
 protected:
  Plan plan(const std::string& study) {
    folder_.write("scene.yaml", kScene);
    return make_plan(folder_.write(
        "study.yaml", "scene: scene.yaml\n" + study + "metrics: [{quantity: energy}]\n"));
  }
  test::TemporaryDirectory folder_;
};

TEST_F(StudyPlan, CellsAreTheProductOfAxesAndSamples) {
  const Plan cells = plan(
      "parameters: {a: [1, 2, 3], b: [x, y]}\n"
      "samples: {count: 5, distributions: {c: {uniform: [0, 1]}}}\n");
  ASSERT_EQ(cells.num_cells(), 30u);
  EXPECT_EQ(cells.columns(), (std::vector<std::string>{"a", "b", "c"}));
  std::set<std::vector<std::string>> seen;
  for (std::size_t cell = 0; cell < 30; ++cell) {
    seen.insert(cells.values(cell));
    EXPECT_EQ(cells.find(cells.key(cell)), cell);
  }
  EXPECT_EQ(seen.size(), 30u);
  EXPECT_EQ(cells.values(5)[1], "y");  // samples vary fastest
  EXPECT_EQ(cells.values(10)[0], "2");
}

TEST_F(StudyPlan, PolarAxesMakeAVector) {
  const Plan cells =
      plan("polar: {forces.0.force: {direction: [0, +1.5707963267948966], magnitude: [5, +10]}}\n");
  ASSERT_EQ(cells.num_cells(), 4u);
  const auto overrides = cells.overrides(3);
  ASSERT_EQ(overrides.size(), 1u);
  EXPECT_EQ(overrides[0].path, "forces.0.force");
  double x = 1, y = 0;
  ASSERT_EQ(std::sscanf(overrides[0].value.c_str(), "[%lf, %lf, 0]", &x, &y), 2);
  EXPECT_NEAR(x, 0, 1e-14);
  EXPECT_NEAR(y, 10, 1e-14);
}

TEST_F(StudyPlan, MoreValuesAndSamplesKeepTheKeysOfEarlierCells) {
  const auto keys_of = [](const Plan& cells) {
    std::set<std::uint64_t> keys;
    for (std::size_t i = 0; i < cells.num_cells(); ++i) keys.insert(cells.key(i));
    return keys;
  };
  const std::string distribution = ", distributions: {c: {uniform: [0, 1]}}}\n";
  const std::set<std::uint64_t> few =
      keys_of(plan("parameters: {a: [1, 2]}\nsamples: {count: 3" + distribution));
  const std::set<std::uint64_t> many =
      keys_of(plan("parameters: {a: [0, 1, 2]}\nsamples: {count: 8" + distribution));
  for (const std::uint64_t key : few) EXPECT_TRUE(many.contains(key));
}

TEST_F(StudyPlan, KeysChangeWithEverythingThatDeterminesTheResult) {
  const std::string study = "parameters: {a: [1]}\n";
  const std::uint64_t key = plan(study).key(0);
  EXPECT_EQ(plan(study).key(0), key);
  EXPECT_NE(plan(study + "seed: 2\n").key(0), key);
  EXPECT_NE(plan("parameters: {a: [2]}\n").key(0), key);
  folder_.write("scene.yaml", std::string(kScene) + "# another text\n");
  EXPECT_NE(make_plan(folder_.file("study.yaml")).key(0), key);
}

TEST_F(StudyPlan, SeedOfACellDependsOnTheStudyAndOnItsValues) {
  const std::string noisy = "perturb: {position: 0.01}\n";
  folder_.write("scene.yaml", kScene + noisy);
  const auto seeds_of = [&](const std::string& study) {
    const Plan cells = make_plan(folder_.write(
        "study.yaml", "scene: scene.yaml\n" + study + "metrics: [{quantity: energy}]\n"));
    std::map<std::string, std::string> seeds;  // by the value of `a`
    for (std::size_t i = 0; i < cells.num_cells(); ++i) {
      const SceneOverride own = cells.overrides(i).back();
      EXPECT_EQ(own.path, "perturb.seed");
      EXPECT_EQ(own.value, std::to_string(cells.seed(i)));
      seeds[cells.values(i)[0]] = own.value;
    }
    return seeds;
  };
  const auto first = seeds_of("parameters: {a: [1, 2]}\n");
  const auto more = seeds_of("parameters: {a: [0, 1, 2]}\n");
  EXPECT_NE(first.at("1"), first.at("2"));
  EXPECT_EQ(first.at("1"), more.at("1"));
  EXPECT_EQ(first.at("2"), more.at("2"));
  EXPECT_NE(seeds_of("seed: 2\nparameters: {a: [1]}\n").at("1"), first.at("1"));
}

TEST_F(StudyPlan, TooManyCellsAreRefused) {
  std::string list = "[0";
  for (int i = 1; i < 1000; ++i) list += ", " + std::to_string(i);
  list += "]";
  EXPECT_THROW(plan("parameters: {a: " + list + ", b: " + list + ", c: " + list + "}\n"), Error);
}

}  // namespace
}  // namespace cardan::app
