#include <gtest/gtest.h>

#include "apps/plot/svg.h"
#include "apps/regress/case_charts.h"
#include "apps/regress/html_report.h"
#include "test/support/markup_count.h"
#include "test/support/run_command.h"
#include "test/unit/apps/report_cases.h"

/// The report parsed by a browser as HTML. The other tests parse the text as XML.
namespace cardan::app {
namespace {

using test::CommandResult;
using test::MarkupCount;
using test::TemporaryDirectory;

bool there_is(const std::string& program) {
  return test::run_shell("command -v " + program).exit_code == 0;
}

// A profile of its own, for tests run beside each other; no sandbox, which containers do not grant.
CommandResult chromium(const TemporaryDirectory& folder, const std::string& arguments) {
  return test::run_shell(
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir='" +
      folder.file("profile") + "' " + arguments + " 'file://" + folder.file("index.html") + "'");
}

// Occurrences of a text.
int count_of(const std::string& text, const std::string& what) {
  int count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Browser, ChromiumFindsAllElements) {
  if (!there_is("chromium")) GTEST_SKIP() << "no chromium";
  const TemporaryDirectory folder;
  write_html_report(folder.path(),
                    {test::passed_case("stand <&>", "conic"), test::failed_case("stand", "pgs")},
                    {"1.2.3"});
  const MarkupCount written(test::file_text(folder.file("index.html")));
  const CommandResult result = chromium(folder, "--dump-dom");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string& dom = result.out;
  for (const char* element :
       {"svg", "details", "table", "tr", "td", "path", "circle", "dt", "pre"}) {
    const std::string name = element;
    EXPECT_EQ(count_of(dom, "</" + name + ">"), written.of(name)) << name;
    EXPECT_GE(written.of(name), 1) << name;
  }
  EXPECT_EQ(count_of(dom, "class=\"band\""), written.of_class("band"));
  EXPECT_EQ(count_of(dom, "<details class=\"case\" id=\"case-2\" open="), 1);
  EXPECT_NE(dom.find("stand &lt;&amp;&gt; cone/conic"), std::string::npos);
}

TEST(Browser, ChromiumRendersTheReport) {
  if (!there_is("chromium")) GTEST_SKIP() << "no chromium";
  const TemporaryDirectory folder;
  write_html_report(folder.path(), {test::failed_case("stand", "pgs")}, {"1.2.3"});
  const std::string shot = "--hide-scrollbars --window-size=900,1000 --screenshot=";
  for (const char* scheme : {"dark", "light"}) {
    const std::string blink = std::string(" --blink-settings=preferredColorScheme=") +
                              (std::string(scheme) == "dark" ? "0" : "1");
    const CommandResult result =
        chromium(folder, shot + "'" + folder.file(scheme) + ".png'" + blink);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  const std::string dark = test::file_text(folder.file("dark.png"));
  const std::string light = test::file_text(folder.file("light.png"));
  ASSERT_FALSE(dark.empty());
  EXPECT_EQ(dark.substr(1, 3), "PNG");
  // An empty page of this size takes 7 kB.
  EXPECT_GT(dark.size(), 20000U);
  EXPECT_GT(light.size(), 20000U);
  EXPECT_NE(dark, light);
}

TEST(Browser, RsvgRendersASinglePlot) {
  if (!there_is("rsvg-convert")) GTEST_SKIP() << "no rsvg-convert";
  const TemporaryDirectory folder;
  const std::string svg =
      folder.write("plot.svg", svg_document(failed_charts(test::failed_case("stand", "pgs")), ""));
  const CommandResult result = test::run_shell("rsvg-convert '" + svg + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.substr(1, 3), "PNG");
  EXPECT_GT(result.out.size(), 8000U);
}

}  // namespace
}  // namespace cardan::app
