#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "test/support/markup_count.h"
#include "test/unit/apps/cardan_command.h"

namespace cardan::test {
namespace {

using Json = nlohmann::json;

struct Compared {
  CommandResult result;
  Json table;
  std::string plot;
};

Compared compare(const std::string& more) {
  const TemporaryDirectory folder;
  Compared compared;
  compared.result =
      cardan_command("compare " + scene_file("cube_slide") + " --json " + folder.file("t.json") +
                     " --plot " + folder.file("p.svg") + " " + more);
  EXPECT_EQ(compared.result.exit_code, 0) << compared.result.err;
  compared.table = Json::parse(file_text(folder.file("t.json")));
  compared.plot = file_text(folder.file("p.svg"));
  return compared;
}

TEST(Compare, EveryRequestedPairRunsTheScene) {
  const Compared compared =
      compare("--formulations cone,polyhedral:directions=4,epsilon=0 --step 0.01");
  ASSERT_EQ(compared.table.size(), 2u);
  const Json &cone = compared.table[0], &polyhedral = compared.table[1];
  EXPECT_EQ(cone["formulation"], "cone");
  EXPECT_EQ(cone["solver"], "conic");
  EXPECT_EQ(cone["difference"], 0);
  EXPECT_EQ(cone["model"], "cube");
  EXPECT_EQ(cone["steps"], 150);
  // The table of the sliding cube (docs/theory/cone.md): travel and time of stopping at 10 ms.
  EXPECT_NEAR(cone["travel"], 1.617, 3e-3);
  EXPECT_NEAR(cone["stop_time"], 0.66, 1e-9);
  EXPECT_EQ(polyhedral["formulation"], "polyhedral:directions=4,epsilon=0");
  EXPECT_EQ(polyhedral["solver"], "lemke");
  EXPECT_NEAR(polyhedral["travel"], 1.592, 4e-3);
  const double gap = std::hypot(double(cone["end"][0]) - double(polyhedral["end"][0]),
                                double(cone["end"][1]) - double(polyhedral["end"][1]));
  EXPECT_GE(double(polyhedral["difference"]), 0.7 * gap);
  for (const char* column : {"seconds", "residual", "travel", "stop", "1 mm/s"}) {
    EXPECT_NE(compared.result.out.find(column), std::string::npos) << column;
  }
}

TEST(Compare, IntegratorsRunTheSameScene) {
  const Compared compared =
      compare("--integrators all --reference cone/conic --step 0.01 --duration 0.5");
  ASSERT_EQ(compared.table.size(), 2u);
  const Json &euler = compared.table[0], &midpoint = compared.table[1];
  EXPECT_EQ(euler["formulation"], "semi_implicit_euler: cone");
  EXPECT_EQ(midpoint["formulation"], "midpoint: cone");
  EXPECT_EQ(euler["reference"], true);
  // A step of Euler's method moves the sliding cube by the speed at its end: h v0/2 less.
  EXPECT_NEAR(double(midpoint["travel"]) - double(euler["travel"]), 0.01 * 5 / 2, 5e-3);
  EXPECT_NE(compared.result.out.find("skipped rk4: cone: needs"), std::string::npos);
}

TEST(Compare, UnknownIntegratorsAreNamed) {
  const CommandResult result =
      cardan_command("compare " + scene_file("cube_slide") + " --integrators leapfrog");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("leapfrog"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("midpoint"), std::string::npos) << result.err;
}

TEST(Compare, EveryChartShowsAndLabelsEachPair) {
  const Compared compared = compare("--formulations cone,polyhedral --duration 0.1 --step 0.01");
  const MarkupCount count(compared.plot);
  // Path, speed and residual, and the drift of all but the reference, each with its label.
  EXPECT_EQ(count.of_class("curve"), 2 * (3 * 2 + 1));
  EXPECT_EQ(count.of_class("label"), 3 * 2 + 1);
  EXPECT_EQ(count.of_class("level"), 1);
  EXPECT_NE(compared.plot.find(">tolerance 1e-10 m/s<"), std::string::npos);
  EXPECT_NE(compared.plot.find("cube_slide: 2 runs of 10 steps of 0.01 s; cardan "),
            std::string::npos);
  EXPECT_EQ(compared.plot.find("nan"), std::string::npos);
  EXPECT_NE(compared.plot.find("polyhedral/lemke"), std::string::npos);
  EXPECT_NE(compared.plot.find("drift from cone/conic"), std::string::npos);
}

TEST(Compare, SolversOfOneFormulationRunAndSkippedOnesGiveAReason) {
  const Compared compared = compare("--solvers all --duration 0.05 --step 0.01");
  ASSERT_GE(compared.table.size(), 2u);
  for (const Json& row : compared.table) EXPECT_LT(double(row["difference"]), 1e-6);
  EXPECT_NE(compared.result.out.find("skipped cone/lemke: lemke takes"), std::string::npos);
}

TEST(Compare, NamedReferenceRunsEvenIfNotListed) {
  const Compared compared =
      compare("--formulations polyhedral,box --duration 0.1 --step 0.01 --reference cone/pgs");
  ASSERT_EQ(compared.table.size(), 3u);
  const Json& reference = compared.table[0];
  EXPECT_EQ(reference["formulation"], "cone/pgs");
  EXPECT_EQ(reference["reference"], true);
  EXPECT_EQ(reference["difference"], 0);
  EXPECT_EQ(compared.table[1]["reference"], false);
  EXPECT_GT(double(compared.table[1]["difference"]), 0);
  // A reference that is listed does not run twice.
  const Compared listed =
      compare("--formulations polyhedral,box --duration 0.1 --step 0.01 --reference box/dantzig");
  ASSERT_EQ(listed.table.size(), 2u);
  EXPECT_EQ(listed.table[1]["reference"], true);
}

// The text between two pieces of a text.
std::string between(const std::string& text, const std::string& start, const std::string& end) {
  const std::size_t from = text.find(start);
  if (from == std::string::npos) return "";
  return text.substr(from + start.size(), text.find(end, from) - from - start.size());
}

TEST(Compare, HtmlPageHasTheReportAndTheReplaysOfAllRuns) {
  const TemporaryDirectory folder;
  const std::string page = folder.file("page.html");
  const CommandResult result =
      cardan_command("compare " + scene_file("cube_slide") +
                     " --solvers all --duration 0.05 --step 0.01 --html " + page);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(page + ": 4 frames"), std::string::npos) << result.out;
  const std::string text = file_text(page);
  const MarkupCount count("<body><div" + between(text, "<div", "<script") + "</body>");
  EXPECT_EQ(count.of_class("frame"), 4);
  EXPECT_EQ(count.of("table"), 1);
  EXPECT_EQ(count.of("script") + count.of("link") + count.of("img"), 0);
  EXPECT_GE(count.of("li"), 1);
  const Json head =
      Json::parse(between(text, "<script type=\"application/json\" id=\"head\">", "</script>"));
  const Json& runs = head["comparison"]["runs"];
  EXPECT_GE(runs.size(), 4u);
  EXPECT_EQ(count.of_class("swatch"), static_cast<int>(runs.size()));
  for (const Json& run : runs) {
    EXPECT_EQ(run["tables"].size(), 4u);
    EXPECT_EQ(run["tables"][0]["rows"], 4);
    EXPECT_EQ(run["formulation"], "cone");
  }
}

TEST(Compare, PageOfARunThatTheLimitEndsHasItsFrames) {
  const TemporaryDirectory folder;
  const std::string page = folder.file("page.html");
  const CommandResult result = cardan_command("compare " + scene_file("cube_slide") +
                                              " --limit 1e-9 --step 0.01 --html " + page);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(page + ": 2 frames"), std::string::npos) << result.out;
}

// Beside the same run alone: its energies and, for cones, its own residual.
TEST(Compare, TableShowsTheEnergyChangeAndTheExactConeResidual) {
  const TemporaryDirectory folder;
  const std::string report = folder.file("r.json"), markdown = folder.file("t.md");
  const std::string more = scene_file("cube_slide") + " --step 0.01 --duration 0.2 ";
  ASSERT_EQ(cardan_command("run " + more + "--report " + report).exit_code, 0);
  const Json run = Json::parse(file_text(report));
  const Compared compared = compare(
      "--step 0.01 --duration 0.2 --formulations cone,polyhedral"
      " --markdown " +
      markdown);
  const Json &cone = compared.table[0], &polyhedral = compared.table[1];
  const double change = run["energy"]["end"].get<double>() - run["energy"]["start"].get<double>();
  EXPECT_LT(change, -1e-3);  // friction takes it
  EXPECT_EQ(cone["energy_change"], change);
  EXPECT_LE(cone["cone_residual"], 1e-8);
  EXPECT_GT(polyhedral["cone_residual"], 1e-6);  // the error of the model
  const std::string table = file_text(markdown);
  for (const char* column : {"difference", "travel", "energy change", "cone residual"}) {
    EXPECT_NE(table.find(column), std::string::npos) << table;
  }
}

TEST(Compare, UsageErrorsAreOneLineAndWriteNoFile) {
  const TemporaryDirectory folder;
  const auto refuse = [&](const std::string& arguments, const std::string& says) {
    const CommandResult result = cardan_command("compare " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.err.find(says), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  };
  const std::string scene = scene_file("cube_slide");
  refuse(scene + " --formulations coone", "did you mean 'cone'");
  refuse(scene + " --solvers conich", "did you mean 'conic'");
  refuse(scene + " --formulations cone --solvers lemke",
         "none of the requested solvers supports a requested formulation");
  refuse(scene + " --formulations cone:x=1", "unknown option x");
  refuse(scene + " --model cub --duration 0.01", "no model 'cub'");
  refuse(scene + " --plot " + folder.file("none/p.svg"), "none");
  refuse(scene + " --reference cone", "name a formulation and a solver");
  refuse(scene + " --reference cone/lemke", "not a valid pair");
  const std::string same = folder.file("p");
  refuse(scene + " --plot " + same + " --html " + same, "named twice");
  EXPECT_EQ(folder.listing(), "");
}

}  // namespace
}  // namespace cardan::test
