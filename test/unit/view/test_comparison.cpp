#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "cardan/error.h"
#include "view/comparison_page.h"
#include "view/replay_bytes.h"

namespace cardan::view {
namespace {

constexpr int kNumbers = 7;

// A run of one moving body, whose numbers have no pattern.
ReplayData run_of(int frames, unsigned seed) {
  ReplayData data;
  data.formulation = "cone";
  data.chain = {"conic"};
  data.time_step = 0.01;
  data.rate = 60;
  data.gravity = {0, 0, -9.81};
  data.models = {{"</script><b>", true}};
  data.bodies = {{0, ""}};
  data.shapes = {{"box", Vector3(1, 2, 3)}};
  PagePart part;
  part.X_BS.p = Vector3(0.1, 0.2, 0.3);
  part.rgba = {0.1, 0.2, 0.3, 1};
  data.parts = {part};
  data.events = {{PageEvent::Kind::kFallback, 3, 0.03, "a fallback"}};
  for (int i = 0; i < frames; ++i) {
    data.frames.add_integer(i);
    data.frames.add(0.01 * i);
    data.frames.add_integer(i);
    data.frames.add_integer(0);
    for (int k = 0; k < 18; ++k) data.contacts.add(k + i);
    std::vector<float> pose(kNumbers);
    for (float& x : pose) x = static_cast<float>(seed = seed * 1664525U + 1013904223U);
    data.poses.push_back(pose);
  }
  return data;
}

ComparisonData comparison_of(int frames) {
  ComparisonData comparison{"slide", "scene <b>", {}, 1, "</script><b>", "<p>report</p>\n", ""};
  comparison.runs.push_back({"cone/conic", run_of(frames, 1)});
  comparison.runs.push_back({"box/</script>]]>", run_of(frames / 2, 2)});
  return comparison;
}

nlohmann::json head_of(const std::string& page) {
  const std::string begin = "id=\"head\">";
  const std::size_t from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(ComparisonPage, EveryRunHasItsTablesAndShapesAreThereOnce) {
  const LimitedPage page = limited_comparison_page(comparison_of(10), kPageLimit);
  EXPECT_EQ(page.report.frames, 10U);
  EXPECT_EQ(page.report.contacts, 10U + 5U);
  EXPECT_NE(page.text.find("<p>report</p>"), std::string::npos);
  const nlohmann::json head = head_of(page.text);
  EXPECT_EQ(head["tables"].size(), 4U);  // of meshes
  EXPECT_EQ(head["shapes"].size(), 1U);
  const nlohmann::json& comparison = head["comparison"];
  EXPECT_EQ(comparison["reference"], 1);
  EXPECT_EQ(comparison["base"], 0);
  EXPECT_EQ(comparison["runs"][1]["name"], "box/</script>]]>");
  EXPECT_EQ(comparison["runs"][0]["events"][0]["text"], "a fallback");
  std::set<int> chunks;
  std::size_t count = 0;
  for (std::size_t run = 0; run < 2; ++run) {
    for (const nlohmann::json& table : comparison["runs"][run]["tables"]) {
      if (table["name"] == "frames") {
        EXPECT_EQ(table["rows"], run == 0 ? 10 : 5);
      }
      for (const nlohmann::json& chunk : table["chunks"]) {
        chunks.insert(chunk["id"].get<int>());
        ++count;
        const std::string id = "id=\"chunk-" + std::to_string(chunk["id"].get<int>()) + "\"";
        EXPECT_NE(page.text.find(id), std::string::npos);
      }
    }
  }
  EXPECT_EQ(chunks.size(), count);
}

TEST(ComparisonPage, LimitThinsTheFramesOfAllRuns) {
  const ComparisonData comparison = comparison_of(400);
  const LimitedPage whole = limited_comparison_page(comparison, kPageLimit);
  const LimitedPage thin = limited_comparison_page(comparison, whole.text.size() - 5000);
  EXPECT_GT(thin.report.every, 1);
  EXPECT_LE(thin.text.size(), whole.text.size() - 5000);
  EXPECT_EQ(thin.report.whole_bytes, whole.text.size());
  const nlohmann::json runs = head_of(thin.text)["comparison"]["runs"];
  EXPECT_NEAR(runs[0]["tables"][0]["rows"].get<double>(),
              2 * runs[1]["tables"][0]["rows"].get<double>(), 2);
}

TEST(ComparisonPage, RunsOfOtherBodiesAreRefused) {
  ComparisonData comparison = comparison_of(3);
  comparison.runs[1].data.bodies[0].link = "other";
  EXPECT_THROW(limited_comparison_page(comparison, kPageLimit), Error);
  comparison.runs.clear();
  EXPECT_THROW(limited_comparison_page(comparison, kPageLimit), Error);
}

TEST(ReplayBytes, DataComeBackWithEqualPages) {
  ReplayData data = run_of(20, 7);
  data.poses[3][2] = std::numeric_limits<float>::quiet_NaN();
  for (const int x : {1, 2, 3}) data.triangles.add_integer(x);
  for (const double x : {0.5, 1.5, 2.5}) data.vertices.add(x);
  data.shapes.push_back({"mesh", Vector3::Zero(), {0, 1}, {0, 1}, {}, {}, Vector3(1, 1, 1)});
  const std::string bytes = bytes_of(data);
  EXPECT_EQ(replay_page(replay_data_of(bytes)), replay_page(data));
  EXPECT_THROW(replay_data_of(bytes.substr(0, bytes.size() / 2)), Error);
  EXPECT_THROW(replay_data_of(""), Error);
}

TEST(ReplayBytes, LimitLeavesOutFramesButKeepsTheLast) {
  const std::string whole = bytes_of(run_of(200, 7));
  const std::string few = limited_bytes_of(run_of(200, 7), whole.size() / 3);
  EXPECT_LE(few.size(), whole.size() / 3);
  const ReplayData thin = replay_data_of(few);
  EXPECT_EQ(thin.frames.integer(thin.frames.rows() - 1, 0), 199U);
  EXPECT_GT(replay_data_of(limited_bytes_of(run_of(200, 7), 1)).frames.rows(), 1U);
}

}  // namespace
}  // namespace cardan::view
