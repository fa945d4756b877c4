#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/regress/junit.h"
#include "apps/regress/report_json.h"
#include "apps/regress/report_markdown.h"
#include "apps/regress/select.h"
#include "cardan/error.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

using test::TemporaryDirectory;

CaseResult result_with(CaseStatus status, const std::string& scene = "crate") {
  CaseResult result;
  result.id.scene = scene;
  result.id.file = scene + ".yaml";
  result.id.formulation = "cone";
  result.id.solver = "conic";
  result.id.point = {{"step", "0.005"}};
  result.status = status;
  result.wall_seconds = 0.25;
  result.steps = 100;
  return result;
}

CaseCheck failed_check() {
  CaseCheck check;
  check.text = "{quantity: crate.base.height, below: 1}";
  check.line = 12;
  check.quantity = "crate.base.height";
  check.unit = "m";
  check.measured = 1.5;
  check.upper = 1;
  check.message = "crate.base.height <1> & \"so on\": 1.5 m at t = 0.3 s, allowed at most 1 m";
  return check;
}

std::vector<CaseResult> one_of_each() {
  std::vector<CaseResult> results;
  for (const CaseStatus status : {CaseStatus::kPassed, CaseStatus::kFailed, CaseStatus::kKnown,
                                  CaseStatus::kSkipped, CaseStatus::kError, CaseStatus::kCrashed,
                                  CaseStatus::kTimedOut, CaseStatus::kInterrupted}) {
    results.push_back(result_with(status));
    CaseResult& result = results.back();
    if (status == CaseStatus::kFailed) result.checks.push_back(failed_check());
    if (status == CaseStatus::kKnown) {
      result.checks.push_back(failed_check());
      result.checks.back().known = true;
      result.checks.back().because = "1000 sweeps are too few";
    }
    if (status == CaseStatus::kCrashed) {
      result.message = "the process was ended by SIGABRT";
      result.printed = "odd bytes: \x01 \xff \xc3\xa9 \xed\xa0\x80 ]]> <end>";
    }
  }
  results.push_back(result_with(CaseStatus::kPassed, "second & last"));
  return results;
}

TEST(JUnit, ReportHasASuitePerSceneAndACasePerRun) {
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.Parse(junit_of(one_of_each()).c_str()), tinyxml2::XML_SUCCESS)
      << document.ErrorStr();
  const tinyxml2::XMLElement* root = document.RootElement();
  ASSERT_STREQ(root->Name(), "testsuites");
  EXPECT_EQ(root->IntAttribute("tests"), 9);
  EXPECT_EQ(root->IntAttribute("failures"), 1);
  EXPECT_EQ(root->IntAttribute("errors"), 4);
  EXPECT_EQ(root->IntAttribute("skipped"), 2);
  const tinyxml2::XMLElement* suite = root->FirstChildElement("testsuite");
  EXPECT_STREQ(suite->Attribute("name"), "crate");
  EXPECT_EQ(suite->IntAttribute("tests"), 8);
  EXPECT_DOUBLE_EQ(suite->DoubleAttribute("time"), 2);
  EXPECT_STREQ(suite->NextSiblingElement("testsuite")->Attribute("name"), "second & last");
  const char* kExpected[] = {nullptr, "failure", "skipped", "skipped",
                             "error", "error",   "error",   "error"};
  const tinyxml2::XMLElement* one = suite->FirstChildElement("testcase");
  for (const char* expected : kExpected) {
    ASSERT_NE(one, nullptr);
    EXPECT_STREQ(one->Attribute("classname"), "crate");
    EXPECT_STREQ(one->Attribute("name"), "cone/conic step=0.005");
    EXPECT_STREQ(one->Attribute("file"), "crate.yaml");
    for (const char* name : {"failure", "error", "skipped"}) {
      const bool there = one->FirstChildElement(name) != nullptr;
      EXPECT_EQ(there, expected != nullptr && std::string(expected) == name) << name;
    }
    one = one->NextSiblingElement("testcase");
  }
}

TEST(JUnit, FailuresAreReportedAndInvalidXmlCharactersEscaped) {
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.Parse(junit_of(one_of_each()).c_str()), tinyxml2::XML_SUCCESS);
  const tinyxml2::XMLElement* one =
      document.RootElement()->FirstChildElement()->FirstChildElement()->NextSiblingElement();
  const tinyxml2::XMLElement* failure = one->FirstChildElement("failure");
  EXPECT_EQ(failure->Attribute("message"), failed_check().message);
  const std::string text = failure->GetText();
  EXPECT_NE(text.find("crate.yaml:12: " + failed_check().message), std::string::npos) << text;
  EXPECT_NE(text.find(failed_check().text), std::string::npos) << text;
  one = one->NextSiblingElement();
  EXPECT_NE(std::string(one->FirstChildElement("skipped")->Attribute("message"))
                .find("known: 1000 sweeps are too few"),
            std::string::npos);
  while (one->FirstChildElement("system-err") == nullptr) one = one->NextSiblingElement();
  // A control character, a byte that begins nothing, three of a surrogate.
  EXPECT_STREQ(one->FirstChildElement("system-err")->GetText(),
               "odd bytes: \xEF\xBF\xBD \xEF\xBF\xBD \xc3\xa9 \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD "
               "]]> <end>");
}

TEST(RegressJson, ReportHasCountsAndCases) {
  std::vector<CaseResult> results = one_of_each();
  CaseSeries series;
  series.name = "energy";
  results[0].series.push_back(series);
  const auto report = nlohmann::json::parse(regress_report_json(results, 1, 2.5));
  EXPECT_EQ(report["exit_code"], 1);
  EXPECT_EQ(report["seconds"], 2.5);
  EXPECT_EQ(report["counts"]["passed"], 2);
  EXPECT_EQ(report["counts"]["timed_out"], 1);
  ASSERT_EQ(report["cases"].size(), results.size());
  EXPECT_FALSE(report["cases"][0].contains("series"));
  EXPECT_EQ(report["cases"][1]["checks"][0]["quantity"], "crate.base.height");
  EXPECT_EQ(report["cases"][1]["checks"][0]["measured"], 1.5);
}

TEST(RegressMarkdown, TableCountsBySceneAndSolverAndListsFailures) {
  std::vector<CaseResult> results;
  for (const CaseStatus status : {CaseStatus::kPassed, CaseStatus::kKnown, CaseStatus::kFailed,
                                  CaseStatus::kSkipped, CaseStatus::kInterrupted}) {
    results.push_back(result_with(status));
    if (status == CaseStatus::kPassed) continue;
    results.back().checks.push_back(failed_check());
    if (status == CaseStatus::kFailed) results.back().message = "a known failure did not occur";
    if (status != CaseStatus::kKnown) continue;
    results.back().checks.back().known = true;
    results.back().checks.back().because = "too | few";
  }
  results.push_back(result_with(CaseStatus::kPassed, "other"));
  results.back().id.solver = "pgs";
  const std::string text = regress_report_markdown(results);
  for (const char* line :
       {"| scene | conic | pgs | seconds |\n|---|---|---|---|\n",
        "| crate | 1/3, 1 known, **1 failed** |  | 0.75 |\n", "| other |  | 1 | 0.25 |\n",
        "| crate | cone/conic | too \\| few |\n", " | failed | crate.base.height &lt;1&gt;"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(SelectScenes, FoldersAreSearchedSortedAndDeduplicated) {
  const TemporaryDirectory folder;
  const std::string b = folder.write("b.yaml", "# a comment\ncardan: 1\n");
  const std::string a = folder.write("deep/er/a.yml", "cardan: 1\n");
  folder.write("other.yaml", "hydra: 1\n");
  folder.write("golden/a.csv", "time\n");
  folder.write(".hidden/c.yaml", "cardan: 1\n");
  const std::string odd = folder.write("odd.txt", "anything");
  EXPECT_EQ(find_scenes({folder.path(), b, folder.path() + "/deep/../b.yaml"}).scenes,
            (std::vector<std::string>{b, a}));
  EXPECT_EQ(find_scenes({folder.path()}).ignored,
            std::vector<std::string>{folder.file("other.yaml")});
  EXPECT_EQ(find_scenes({odd}).scenes, std::vector<std::string>{odd});  // who names it means it
  EXPECT_THROW(find_scenes({folder.path() + "/golden"}), Error);
  EXPECT_THROW(find_scenes({folder.path() + "/none.yaml"}), Error);
}

TEST(SelectScenes, ScenesAreSelectedByTagsAndNames) {
  const SceneFilter all, smoke{{"smoke"}, {}, {}}, fast{{}, {"slow"}, {}},
      boxes{{"smoke", "full"}, {"slow"}, {"box_*", "crate?"}};
  EXPECT_TRUE(all.takes("any", {}));
  EXPECT_TRUE(smoke.takes("any", {"full", "smoke"}));
  EXPECT_FALSE(smoke.takes("any", {"full"}));
  EXPECT_TRUE(fast.takes("any", {}));
  EXPECT_FALSE(fast.takes("any", {"smoke", "slow"}));
  EXPECT_TRUE(boxes.takes("box_stack", {"full"}));
  EXPECT_TRUE(boxes.takes("crate2", {"smoke"}));
  EXPECT_FALSE(boxes.takes("crate", {"smoke"}));
  EXPECT_FALSE(boxes.takes("box_stack", {"full", "slow"}));
}

}  // namespace
}  // namespace cardan::app
