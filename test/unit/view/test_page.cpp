#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cardan/error.h"
#include "test/support/run_command.h"
#include "test/support/temporary_directory.h"
#include "view/content_hash.h"
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

// SHA-256 of FIPS 180-4 in base64, by Python's hashlib: texts that end at each side of a block.
TEST(ContentHash, IsSha256) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="},
      {"abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="},
      {std::string(54, 'a'), "o/AbaTklYSdYKsiun7R6OCokRoCAaj9hOhGIUcHKHUc="},
      {std::string(55, 'a'), "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg="},
      {std::string(56, 'a'), "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o="},
      {std::string(63, 'a'), "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ="},
      {std::string(64, 'a'), "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs="},
      {std::string(1000000, 'a'), "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA="},
      {"\xc3\xa9\xe2\x82\xac", "8BZXERRf1DFQCP6x9YnrdfY/s4JBe+B4Khwcq0GLwMQ="}};
  for (const auto& [text, hash] : cases)
    EXPECT_EQ(content_hash(text), "'sha256-" + hash + "'") << text.size();
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
  // The page contains the licences of the libraries.
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

// Numbers without a pattern, which do not compress.
float noise(unsigned i) {
  unsigned x = i * 2654435761U;
  x ^= x >> 15;
  x *= 2246822519U;
  x ^= x >> 13;
  return static_cast<float>(x) * 1e-9F;
}

ReplayData data_of_frames(int frames, int bodies) {
  ReplayData data = data_named("x");
  for (int body = 1; body < bodies; ++body) data.bodies.push_back({0, std::to_string(body)});
  unsigned count = 0;
  for (int i = 0; i < frames; ++i) {
    for (const int word : {i, i, 0, 0}) data.frames.add_integer(word);
    std::vector<float> poses(7 * data.bodies.size());
    for (float& x : poses) x = noise(++count);
    data.poses.push_back(poses);
  }
  return data;
}

TEST(ReplayPage, LimitLeavesOutFramesButNeverAll) {
  const test::TemporaryDirectory folder;
  const ReplayData data = data_of_frames(100, 50);
  const std::string file = folder.file("x.html");
  const PageReport whole = write_replay_page(file, data, kPageLimit);
  EXPECT_EQ(whole.every, 1);
  EXPECT_EQ(whole.frames, 100U);
  EXPECT_EQ(describe(whole, file).find("kept"), std::string::npos);
  const std::size_t fixed = replay_page(data_of_frames(0, 50)).size();
  const std::size_t of_frames = whole.bytes - fixed;
  for (const std::size_t share : {2U, 3U, 10U, 40U}) {
    const std::size_t limit = fixed + of_frames / share;
    const PageReport thin = write_replay_page(file, data, limit);
    EXPECT_LE(thin.bytes, limit);
    EXPECT_EQ(test::file_text(file).size(), thin.bytes);
    EXPECT_EQ(thin.frames, 1 + (99 + static_cast<std::size_t>(thin.every) - 1) /
                                   static_cast<std::size_t>(thin.every));
    // No more than needed are left out: the frames take half of their room or more.
    EXPECT_GE(2 * share * thin.frames, 100U) << share;
    EXPECT_NE(describe(thin, file).find("frames is kept"), std::string::npos);
  }
}

TEST(ReplayPage, LimitThatCannotBeMetKeepsAllFrames) {
  const ReplayData data = data_of_frames(100, 50);
  const std::size_t fixed = replay_page(data_of_frames(0, 50)).size();
  const std::size_t two = replay_page(data_of_frames(2, 50)).size();
  for (const std::size_t limit : {std::size_t{0}, std::size_t{1}, fixed - 100, (fixed + two) / 2}) {
    const PageReport report = limited_replay_page(data, limit).report;
    EXPECT_EQ(report.every, 1) << limit;
    EXPECT_EQ(report.frames, 100U);
    EXPECT_EQ(report.bytes, report.whole_bytes);
    EXPECT_NE(describe(report, "x").find("cannot be met"), std::string::npos);
  }
}

TEST(ReplayPage, LimitInMegabytesMayBeAnyNumberAbove0) {
  EXPECT_EQ(bytes_of_megabytes(1e-9), 0U);
  EXPECT_EQ(bytes_of_megabytes(20), kPageLimit);
  EXPECT_GT(bytes_of_megabytes(1e300), std::size_t{1} << 60);
}

TEST(ReplayPage, OneFrameIsNoPlural) {
  PageReport report;
  report.limit = 1;
  report.frames = report.contacts = 1;
  EXPECT_EQ(describe(report, "x"), "x: 1 frame, 1 contact, 0.00 MB");
  report.frames = 2;
  report.contacts = 0;
  EXPECT_EQ(describe(report, "x"), "x: 2 frames, 0 contacts, 0.00 MB");
}

}  // namespace
}  // namespace cardan::view
