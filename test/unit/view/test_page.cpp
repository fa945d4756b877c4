#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cardan/core/error.h"
#include "support/run_command.h"
#include "support/temporary_directory.h"
#include "view/inspect_robot.h"
#include "view/replay_page.h"

namespace cardan::view {
namespace {

ReplayData data_named(const std::string& name) {
  ReplayData data;
  data.title = name;
  data.scene_text = name;
  data.models.push_back({name, true});
  data.bodies.push_back({0, name});
  data.events.push_back({PageEvent::Kind::kImpact, 1, 0.1, name});
  return data;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

TEST(ReplayPage, NamesCannotEndTheirElement) {
  const std::string name = "</script><script>alert(1)</script></title><!--<b>\"'&]]>";
  const std::string page = replay_page(data_named(name));
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<!--<b>"), std::string::npos);
  const std::string head =
      between(page, "<script type=\"application/json\" id=\"head\">", "</script>");
  const auto json = nlohmann::json::parse(head);
  EXPECT_EQ(json["title"], name);
  EXPECT_EQ(json["models"][0]["name"], name);
  EXPECT_EQ(json["bodies"][0]["link"], name);
  EXPECT_EQ(json["events"][0]["text"], name);
  EXPECT_EQ(json["scene"], name);
}

TEST(ReplayPage, InvalidUtf8IsReplaced) { EXPECT_NO_THROW(replay_page(data_named("\xff\xfe"))); }

TEST(ReplayPage, NamesNoOtherFile) {
  const std::string page = replay_page(data_named("x"));
  const std::string start = page.substr(0, page.find("id=\"head\""));
  EXPECT_NE(start.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  EXPECT_EQ(page.find("<link rel=\"stylesheet"), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
  // The licences of the libraries travel with the page.
  EXPECT_NE(page.find("MIT"), std::string::npos);
  EXPECT_NE(page.find("three.js authors"), std::string::npos);
  EXPECT_NE(page.find("Leon Sorokin"), std::string::npos);
}

// The trunk of the quadruped is a uniform box of 12 kg.
TEST(InspectRobot, InertiaBoxHasTheSizeOfAUniformBox) {
  const ReplayData data = inspect_robot(CARDAN_SOURCE_DIR "/data/robots/loose_quadruped.urdf", {});
  ASSERT_TRUE(data.robot.has_value());
  EXPECT_TRUE(data.robot->accepted);
  const PageInertial& trunk = data.robot->inertials.front();
  EXPECT_EQ(trunk.mass, 12);
  Vector3 edges = 2 * trunk.half_extents;
  std::sort(edges.data(), edges.data() + 3);
  EXPECT_NEAR((edges - Vector3(0.15, 0.25, 0.5)).norm(), 0, 1e-3);
}

TEST(InspectRobot, RefusesAFileThatIsNoRobot) {
  EXPECT_THROW(inspect_robot(CARDAN_SOURCE_DIR "/README.md", {}), Error);
  EXPECT_THROW(inspect_robot(CARDAN_SOURCE_DIR "/no_such.urdf", {}), Error);
}

TEST(ReplayPage, LimitLeavesOutFramesButNeverAll) {
  const test::TemporaryDirectory folder;
  ReplayData data = data_named("x");
  for (int i = 0; i < 100; ++i) {
    for (const int word : {i, i, 0, 0}) data.frames.add_integer(word);
    data.poses.push_back(std::vector<float>(7, static_cast<float>(i)));
  }
  const std::string file = folder.file("x.html");
  const PageReport whole = write_replay_page(file, data, kPageLimit);
  EXPECT_EQ(whole.every, 1);
  EXPECT_EQ(whole.frames, 100U);
  EXPECT_EQ(describe(whole, file).find("kept"), std::string::npos);
  const PageReport least = write_replay_page(file, data, 1);
  EXPECT_EQ(least.frames, 2U);
  EXPECT_GT(least.every, 1);
  EXPECT_NE(describe(least, file).find("frames is kept"), std::string::npos);
  EXPECT_EQ(test::file_text(file).size(), least.bytes);
}

}  // namespace
}  // namespace cardan::view
