#include <gtest/gtest.h>

#include "apps/html_page.h"
#include "apps/regress/case_charts.h"
#include "apps/regress/case_words.h"
#include "apps/regress/html_report.h"
#include "cardan/error.h"
#include "test/support/markup_count.h"
#include "test/support/run_command.h"
#include "test/support/temporary_directory.h"
#include "test/unit/apps/report_cases.h"

namespace cardan::app {
namespace {

using test::failed_case;
using test::MarkupCount;
using test::passed_case;
using test::TemporaryDirectory;

std::string report_of(const std::vector<CaseResult>& cases, const std::string& date = "") {
  const TemporaryDirectory folder;
  write_html_report(folder.file("report"), cases, {"1.2.3", date});
  return test::file_text(folder.file("report/index.html"));
}

// Every link within the page leads to an element.
void expect_links_lead_somewhere(const MarkupCount& count) {
  EXPECT_TRUE(count.ids_differ());
  for (const auto& [link, times] : count.links()) {
    if (link.front() != '#') continue;
    EXPECT_EQ(count.of_id(link.substr(1)), 1) << link;
  }
}

TEST(HtmlReport, ReportShowsFailedChecksWithTheirBand) {
  const std::string page = report_of({passed_case("stand", "conic"), failed_case("stand", "pgs")});
  const MarkupCount count(page);
  expect_links_lead_somewhere(count);
  EXPECT_EQ(count.of("details"), 2);
  // The failed case: its quantity, then energies, residual and contact force; the passed one: two.
  EXPECT_EQ(count.of("svg"), 4 + 2);
  EXPECT_EQ(count.of_class("band"), 2);    // in the chart and in its label
  EXPECT_EQ(count.of_class("dashed"), 2);  // golden
  EXPECT_EQ(count.of_class("marker"), 2);  // worst moment
  EXPECT_EQ(count.of_id("case-1") + count.of_id("case-2"), 2);
  const std::string& text = count.text();
  for (const char* words :
       {"1 failed, 1 passed", "cardan 1.2.3", "robot.base.height is 1.25 m at 0.785 s",
        "{quantity: robot.base.height, from: 0.5, between: [-1, 1]}", "1.25 m", "-1 … 1 m",
        "≤ 1e-06 m/s", "robot.base.height [m]", "energies [J]", "worst residual",
        "worst, at 0.785 s", "cardan run scenes/stand.yaml --formulation cone --solver pgs",
        "cardan regress scenes/stand.yaml --formulations cone --solvers pgs", "0123456789abcdef"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words;
  }
  // A failed case is unfolded and comes first.
  EXPECT_LT(page.find("id=\"case-2\" open="), page.find("id=\"case-1\""));
  EXPECT_EQ(page.find("id=\"case-1\" open="), std::string::npos);
}

TEST(HtmlReport, ReportIsSelfContainedWithoutScripts) {
  const std::string page = report_of({failed_case("stand", "conic")}, "2026-01-02 03:04");
  const MarkupCount count(page);
  for (const char* element : {"script", "link", "img", "iframe", "object"}) {
    EXPECT_EQ(count.of(element), 0) << element;
  }
  EXPECT_EQ(page.find("url("), std::string::npos);
  EXPECT_EQ(page.find("https:"), std::string::npos);
  for (const auto& [link, times] : count.links()) EXPECT_EQ(link.front(), '#') << link;
  EXPECT_NE(page.find("2026-01-02 03:04"), std::string::npos);
  EXPECT_EQ(report_of({failed_case("stand", "conic")}), report_of({failed_case("stand", "conic")}));
}

TEST(HtmlReport, NamesAreEscaped) {
  const std::string evil = "<b>&\"x\" '\xff</b>";
  CaseResult result = failed_case(evil, evil);
  result.id.formulation = evil;
  result.id.point = {{evil, evil}};
  result.tags = {evil};
  result.message = result.state_hash = evil;
  for (CaseCheck& check : result.checks) {
    check.text = check.quantity = check.unit = check.message = check.because = evil;
    check.known = true;
  }
  for (CaseSeries& series : result.series) series.name += evil, series.unit = evil;
  result.troubles = {{7, 0.1, evil, evil}};
  CaseResult skipped = result;
  skipped.status = CaseStatus::kSkipped;
  const MarkupCount count(report_of({result, skipped}, evil));
  expect_links_lead_somewhere(count);
  EXPECT_EQ(count.of("b"), 1);  // the label of the case
  EXPECT_NE(count.text().find("<b>&\"x\" '\xef\xbf\xbd</b>"), std::string::npos);
}

TEST(HtmlReport, TableHasAColumnPerPairAndShowsTheWorstResult) {
  std::vector<CaseResult> cases = {passed_case("a", "conic"), passed_case("a", "pgs"),
                                   passed_case("b", "conic")};
  for (const char* step : {"0.01", "0.005"}) {
    cases.push_back(passed_case("b", "pgs"));
    cases.back().id.point = {{"step", step}};
  }
  cases.back().status = CaseStatus::kTimedOut;
  cases.push_back(passed_case("b", "lemke"));
  cases.back().status = CaseStatus::kSkipped;
  cases.back().message = "lemke takes no CONE";
  const std::string page = report_of(cases);
  const MarkupCount count(page);
  expect_links_lead_somewhere(count);
  const std::string table = page.substr(page.find("class=\"matrix\""));
  const std::string matrix = table.substr(0, table.find("</table>"));
  EXPECT_EQ(matrix.find("lemke"), std::string::npos);
  EXPECT_NE(matrix.find("href=\"#case-5\">timed out 1/2<"), std::string::npos);
  EXPECT_NE(count.text().find("lemke takes no CONE"), std::string::npos);
  EXPECT_EQ(count.of("details"), 5);
}

TEST(HtmlReport, EveryStatusAndEmptySeriesAreShown) {
  std::vector<CaseResult> cases;
  for (int status = 0; status <= static_cast<int>(CaseStatus::kInterrupted); ++status) {
    CaseResult result = failed_case("scene" + std::to_string(status), "conic");
    result.status = static_cast<CaseStatus>(status);
    result.series[3] = {"gone", "m", {}, {}, {}, {}, {}};
    result.checks[0].series = status % 2 == 0 ? 3 : 99;
    result.checks[0].measured = result.checks[0].time = NAN;
    cases.push_back(result);
  }
  cases.push_back({});  // an unreadable scene
  cases.back().message = "no such file";
  const std::string page = report_of(cases);
  const MarkupCount count(page);
  expect_links_lead_somewhere(count);
  for (const char* status :
       {"passed", "failed", "known", "skipped", "error", "crashed", "timed out", "interrupted"}) {
    EXPECT_NE(count.text().find(status), std::string::npos) << status;
  }
  EXPECT_NE(count.text().find("not a number"), std::string::npos);
  EXPECT_EQ(MarkupCount(report_of({})).of("svg"), 0);
}

TEST(HtmlReport, CapturedProblemsAreCopiedAndLinked) {
  const TemporaryDirectory folder;
  CaseResult result = failed_case("stand", "conic");
  result.troubles = {
      {12, 0.06, "island 0: conic missed 1e-8", folder.write("far/a b.hdf5", "bytes")},
      {13, 0.065, "island 0: again", folder.file("none.hdf5")},
      {14, 0.07, "island 1", folder.write("report/captured/c.hdf5", "here")}};
  const std::string report = folder.file("report");
  write_html_report(report, {result}, {});
  const MarkupCount count(test::file_text(report + "/index.html"));
  EXPECT_EQ(count.links().count("problems/case-1-a%20b.hdf5"), 1u);
  EXPECT_EQ(test::file_text(report + "/problems/case-1-a b.hdf5"), "bytes");
  EXPECT_EQ(count.links().count("captured/c.hdf5"), 1u);
  EXPECT_NE(count.text().find("not readable"), std::string::npos);
  EXPECT_NE(count.text().find("--step 12\n"), std::string::npos);
  EXPECT_NE(count.text().find("--solver all"), std::string::npos);
}

TEST(HtmlReport, SizeOfAPageOfThousandsOfCasesIsBounded) {
  std::vector<CaseResult> cases;
  for (int i = 0; i < 2000; ++i) {
    cases.push_back(i % 2 == 0 ? passed_case("scene" + std::to_string(i / 10), "conic")
                               : failed_case("scene" + std::to_string(i / 10), "conic"));
    cases.back().id.point = {{"seed", std::to_string(i % 10)}};
  }
  const TemporaryDirectory folder;
  ReportHead head{"1.2.3"};
  EXPECT_LE(head.plot_bytes, 32U << 20U);
  head.plot_bytes = 1U << 20U;
  write_html_report(folder.path(), cases, head);
  const std::string page = test::file_text(folder.file("index.html"));
  EXPECT_LT(page.size(), 11U << 20U);
  EXPECT_NE(page.find("plots are omitted"), std::string::npos);
  EXPECT_NE(page.find("id=\"case-2000\""), std::string::npos);
  EXPECT_NE(page.find("and 900 more"), std::string::npos);
}

TEST(HtmlReport, UnwritableReportIsAnErrorThatNamesThePath) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("file", "x");
  EXPECT_THROW(require_report_folder(file + "/report"), Error);
  std::filesystem::create_directories(folder.file("report/index.html"));
  EXPECT_THROW(write_html_report(folder.file("report"), {}, {}), Error);
  require_report_folder(folder.file("deep/report"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("deep/report")));
}

TEST(CaseWords, MeasuredValueIsPrintedWithEnoughDigits) {
  CaseCheck check;
  check.measured = 0.1000000001;
  check.upper = 0.1;
  check.lower = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(measured_text(check), "0.1000000001");
  EXPECT_EQ(allowed_text(check), "≤ 0.1");
  check.lower = check.upper = 3;
  EXPECT_EQ(allowed_text(check), "= 3");
  check.upper = std::numeric_limits<double>::infinity();
  check.unit = "N m";
  EXPECT_EQ(allowed_text(check), "≥ 3 N m");
}

TEST(CaseWords, CommandsAreQuotedForTheShell) {
  CaseResult result = passed_case("it's", "conic");
  result.id.point = {{"step", "0.01"}, {"models.crate.mass", "[1, 2]"}};
  const std::vector<std::string> commands = commands_to_repeat(result, "");
  ASSERT_EQ(commands.size(), 2u);
  const std::string file = "'scenes/it'\\''s.yaml'";
  EXPECT_EQ(commands[0], "cardan regress " + file + " --formulations cone --solvers conic");
  EXPECT_EQ(commands[1], "cardan run " + file +
                             " --formulation cone --solver conic --set time.step=0.01 --set "
                             "'models.crate.mass=[1, 2]'");
}

TEST(CaseCharts, LogScaleIsUsedForPositiveValuesOfWideRange) {
  CaseResult result = failed_case("stand", "conic");
  EXPECT_FALSE(failed_charts(result).at(0).log_y);
  CaseSeries& series = result.series[3];
  for (double& value : series.value) value = 1e-9;
  series.value[100] = 0.5;
  series.lower.assign(series.time.size(), -std::numeric_limits<double>::infinity());
  series.golden.clear();
  EXPECT_TRUE(failed_charts(result).at(0).log_y);
  series.value[101] = -1;
  EXPECT_FALSE(failed_charts(result).at(0).log_y);
}

TEST(CaseCharts, SmallViolationIsPlottedWithoutTheReference) {
  CaseResult result = failed_case("stand", "conic");
  ASSERT_EQ(failed_charts(result).size(), 1u);
  CaseSeries& series = result.series[3];
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    if (std::isinf(series.lower[i])) continue;
    series.value[i] = series.golden[i] + (i == 300 ? 2e-3 : 5e-4);
    series.lower[i] = series.golden[i] - 1e-3;
    series.upper[i] = series.golden[i] + 1e-3;
  }
  CaseCheck& check = result.checks[0];
  check.time = series.time[300];
  check.measured = series.value[300];
  check.lower = series.lower[300];
  check.upper = series.upper[300];
  const std::vector<Chart> charts = failed_charts(result);
  ASSERT_EQ(charts.size(), 2u);
  const Chart& deviation = charts[1];
  EXPECT_TRUE(std::isnan(deviation.curves.at(0).y[0]));
  EXPECT_NEAR(deviation.curves.at(0).y[200], 5e-4, 1e-12);
  EXPECT_NEAR(deviation.bands.at(0).upper[200], 1e-3, 1e-12);
  EXPECT_NEAR(deviation.markers.at(0).y, 2e-3, 1e-12);
}

TEST(CaseCharts, BandIsDrawnOnlyInsideTheWindow) {
  const ShadedBand band = failed_charts(failed_case("stand", "conic")).at(0).bands.at(0);
  EXPECT_TRUE(std::isnan(band.lower[99]));
  EXPECT_EQ(band.lower[100], -1);
}

}  // namespace
}  // namespace cardan::app
