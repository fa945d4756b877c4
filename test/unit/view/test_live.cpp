#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "cardan/viewer.h"
#include "test/support/temporary_directory.h"
#include "test/unit/view/falling_ball.h"
#include "view/live/live_frame.h"
#include "view/live/message.h"
#include "view/live/pull.h"
#include "view/live/recorded_run.h"
#include "view/live/request_queue.h"
#include "view/live/token.h"

namespace cardan::view {
namespace {

using test::ball;
using test::falling_ball;

const std::vector<std::string> kMessages = {
    R"({"type":"play"})",
    R"({"type":"pause"})",
    R"({"type":"reset"})",
    R"({"type":"release"})",
    R"({"type":"step","count":3})",
    R"({"type":"seek","time":0.25})",
    R"({"type":"speed","speed":0.5})",
    R"({"type":"push","body":2,"point":[0,0.1,0],"target":[1,2,3]})",
    R"({"type":"set","path":"gravity.z","value":-1.62})",
    R"({"type":"pair","formulation":"cone","solver":"pgs"})"};

TEST(LiveMessage, EachKindIsRead) {
  for (std::size_t i = 0; i < kMessages.size(); ++i)
    EXPECT_TRUE(read_message(kMessages[i])) << kMessages[i];
  const auto push = std::get<PushMessage>(*read_message(kMessages[7]));
  EXPECT_EQ(push.body, 2);
  EXPECT_EQ(push.point, Vector3(0, 0.1, 0));
  EXPECT_EQ(push.target, Vector3(1, 2, 3));
  EXPECT_EQ(std::get<StepMessage>(*read_message(kMessages[4])).count, 3);
  EXPECT_EQ(std::get<SeekMessage>(*read_message(kMessages[5])).time, 0.25);
  EXPECT_EQ(std::get<SetMessage>(*read_message(kMessages[8])).path, "gravity.z");
  EXPECT_EQ(std::get<PairMessage>(*read_message(kMessages[9])).solver, "pgs");
}

TEST(LiveMessage, AnythingElseIsRefused) {
  const std::vector<std::string> refused = {
      "",
      "{",
      "[]",
      "null",
      R"("play")",
      R"({"type":"stop"})",
      R"({"type":"play","type":"play"})",
      R"({"type":"pause","type":"play"})",
      R"({"type":"seek","time":0.25,"time":0.5})",
      R"({"type":"step","count":3,"count":3})",
      R"({"type":7})",
      R"({"type":"play","count":1})",
      R"({"type":"step"})",
      R"({"type":"step","count":0})",
      R"({"type":"step","count":1.5})",
      R"({"type":"step","count":1000000})",
      R"({"type":"step","count":18446744073709551615})",
      R"({"type":"seek","time":1e999})",
      R"({"type":"seek","time":NaN})",
      R"({"type":"seek","time":"1"})",
      R"({"type":"speed","speed":0})",
      R"({"type":"speed","speed":-1})",
      R"({"type":"push","body":-1,"point":[0,0,0],"target":[0,0,0]})",
      R"({"type":"push","body":0,"point":[0,0],"target":[0,0,0]})",
      R"({"type":"push","body":0,"point":[0,0,null],"target":[0,0,0]})",
      R"({"type":"push","body":0,"point":[0,0,1e300],"target":[0,0,0]})",
      R"({"type":"set","path":"","value":1})",
      R"({"type":"pair","formulation":"cone"})",
      R"({"type":"play"} {"type":"play"})",
      R"({"type":"set","path":")" + std::string(300, 'x') + R"(","value":1})",
      std::string(100000, ' ') + R"({"type":"play"})",
      std::string(30000, '['),
      "{\"type\":\"pl\xff\"}"};
  for (const std::string& text : refused) EXPECT_FALSE(read_message(text)) << text.substr(0, 80);
}

TEST(LiveMessage, MutatedTextGivesValidMessagesOrNone) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::string pieces = "{}[]\",:.0123456789eE+-nulltrue\\ \n\x01\xff";
  int read = 0;
  for (int i = 0; i < 100000; ++i) {
    std::string text = kMessages[below(kMessages.size())];
    for (std::size_t k = 1 + below(4); k > 0 && !text.empty(); --k) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = pieces[below(pieces.size())];
          break;
        case 1:
          text.erase(at, 1 + below(3));
          break;
        case 2:
          text.insert(at, 1, pieces[below(pieces.size())]);
          break;
        default: {
          const std::string& other = kMessages[below(kMessages.size())];
          text = text.substr(0, at) + other.substr(below(other.size()));
        }
      }
    }
    const std::optional<Message> message = read_message(text);
    if (!message) continue;
    ++read;
    if (const auto* push = std::get_if<PushMessage>(&*message)) {
      ASSERT_TRUE(push->point.allFinite() && push->target.allFinite() && push->body >= 0) << text;
    } else if (const auto* step = std::get_if<StepMessage>(&*message)) {
      ASSERT_TRUE(step->count >= 1 && step->count <= 10000) << text;
    } else if (const auto* speed = std::get_if<SpeedMessage>(&*message)) {
      ASSERT_TRUE(std::isfinite(speed->speed) && speed->speed > 0) << text;
    } else if (const auto* seek = std::get_if<SeekMessage>(&*message)) {
      ASSERT_TRUE(std::isfinite(seek->time)) << text;
    }
  }
  EXPECT_GT(read, 1000);  // the mutations give accepted and rejected messages
  EXPECT_LT(read, 60000);
}

TEST(LiveToken, IsRandomAndCompared) {
  const std::string token = random_token();
  EXPECT_TRUE(is_token(token));
  EXPECT_NE(token, random_token());
  EXPECT_TRUE(equal_tokens(token, token));
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string other = token;
    other[i] = other[i] == '0' ? '1' : '0';
    EXPECT_FALSE(equal_tokens(token, other));
  }
  EXPECT_FALSE(equal_tokens(token, token.substr(1)));
  EXPECT_FALSE(equal_tokens(token, ""));
  EXPECT_FALSE(is_token(""));
  EXPECT_FALSE(is_token(token.substr(1) + "g"));
}

TEST(LiveRequests, LatestTargetWinsAndTheQueueIsBounded) {
  RequestQueue queue;
  for (int i = 0; i < 5000; ++i)
    EXPECT_TRUE(queue.add(1, PushMessage{i, Vector3::Zero(), Vector3::Zero()}));
  std::vector<Request> taken = queue.take();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(std::get<PushMessage>(taken[0].message).body, 4999);
  int accepted = 0;
  for (int i = 0; i < 5000; ++i) accepted += queue.add(1, PlayMessage{}) ? 1 : 0;
  EXPECT_EQ(accepted, 1024);
  EXPECT_EQ(queue.take().size(), 1024U);
  for (int i = 0; i < 5000; ++i) EXPECT_TRUE(queue.add(1, SeekMessage{0.001 * i}));
  taken = queue.take();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(std::get<SeekMessage>(taken[0].message).time, 0.001 * 4999);
  queue.add(1, PauseMessage{});
  queue.add(1, PushMessage{});
  queue.end(1);
  taken = queue.take();
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<PauseMessage>(taken[0].message));
  EXPECT_TRUE(std::holds_alternative<ReleaseMessage>(taken[1].message));
}

// The force of an implicit spring on a free mass: f = m ω² (t − x − h v⁺) − 2 m ω v⁺, v⁺ = v + h f
// / m.
TEST(LivePull, IsTheImplicitSpringOfAFreeBody) {
  WorldSpec spec;
  spec.gravity.setZero();
  World world(spec);
  Model& model = world.add(ball("ball", {0, 0, 1}));
  VectorX v = VectorX::Zero(model.v().size());
  v.tail<3>() = Vector3(0.3, 0, -0.7);
  model.set_v(v);
  const Vector3 velocity = model.velocity(model.link("")).linear;
  const double m = 2, w = 10, h = world.time_step();
  const Pull pull{0, model.link(""), Vector3::Zero(), {1, 2, 3}};
  const Vector3 f = pull_force(pull, model, h);
  const Vector3 next = velocity + h * f / m;
  const Vector3 expected =
      m * w * w * (pull.target - Vector3(0, 0, 1) - h * next) - 2 * m * w * next;
  EXPECT_NEAR((f - expected).norm(), 0, 1e-9 * expected.norm());
}

// At a step that is long against the spring, and at the end of a lever.
TEST(LivePull, NoStepIsTooLong) {
  for (const double step : {0.001, 0.05, 0.5}) {
    WorldSpec spec;
    spec.gravity.setZero();
    spec.step = step;
    World world(spec);
    Model& model = world.add(ball("ball", Vector3::Zero()));
    const Pull pull{0, model.link(""), {0, 0, 0.1}, {0.5, 0.2, 0.4}};
    for (int i = 0; i < 20000 && world.time() < 60; ++i) {
      model.apply_wrench(pull.link, pull_force(pull, model, step), Vector3::Zero(), pull.point);
      world.step();
      ASSERT_LT(model.pose(pull.link).p.norm(), 10) << step;
    }
    EXPECT_LT((model.pose(pull.link) * pull.point - pull.target).norm(), 0.05) << step;
  }
}

TEST(LivePull, StaticModelsStay) {
  World world;
  const Model& ground = world.add_ground();
  const Pull pull{0, ground.link(""), Vector3::Zero(), {0, 0, 1}};
  EXPECT_EQ(pull_force(pull, ground, 0.001), Vector3::Zero());
}

TEST(LiveFrame, HeadAndNumbersAreAligned) {
  ReplayData data;
  data.poses.push_back({1, 2, 3, 1, 0, 0, 0});
  LiveStatus status;
  status.note_text = "\xff \"<";
  status.speed = std::numeric_limits<double>::infinity();
  const std::string bytes = frame_bytes(live_frame(status, data));
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data(), 4);
  EXPECT_EQ(length % 4, 0U);
  const auto head = nlohmann::json::parse(bytes.substr(4, length));
  EXPECT_EQ(head["numbers"], 7);
  EXPECT_TRUE(head["speed"].is_null());
  ASSERT_EQ(bytes.size(), 4 + length + 28);
  float x[7];
  std::memcpy(x, bytes.data() + 4 + length, 28);
  EXPECT_EQ(x[2], 3);
}

TEST(Viewer, StepsPausesAndResets) {
  World world = falling_ball();
  ViewerOptions options;
  options.speed = std::numeric_limits<double>::infinity();
  options.solvers = {"pgs"};
  int called = 0;
  options.before_step = [&](World&) { ++called; };
  Viewer viewer(world, options);
  EXPECT_EQ(viewer.url().rfind("http://127.0.0.1:", 0), 0U);
  const std::uint64_t start = world.state_hash();
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(viewer.step());
  EXPECT_EQ(world.steps(), 100);
  EXPECT_EQ(called, 100);
  // A viewer changes nothing in the world.
  World alone = falling_ball();
  for (int i = 0; i < 100; ++i) alone.step();
  EXPECT_EQ(world.state_hash(), alone.state_hash());
  viewer.pause();
  EXPECT_FALSE(viewer.step());
  EXPECT_FALSE(viewer.is_playing());
  EXPECT_EQ(world.steps(), 100);
  EXPECT_TRUE(viewer.reset());
  EXPECT_EQ(world.state_hash(), start);
  viewer.play();
  EXPECT_TRUE(viewer.step());
  EXPECT_TRUE(viewer.open());
  viewer.close();
  EXPECT_FALSE(viewer.open());
  EXPECT_FALSE(viewer.step());
}

TEST(Viewer, AProgramMayStepTheWorldItself) {
  World world = falling_ball(), alone = falling_ball();
  ViewerOptions options;
  options.speed = std::numeric_limits<double>::infinity();
  Viewer viewer(world, options);
  const std::int64_t frames = viewer.frames();
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(viewer.sync());
    for (int k = 0; k < 3; ++k) world.step();
  }
  for (int k = 0; k < 150; ++k) alone.step();
  EXPECT_EQ(world.state_hash(), alone.state_hash());
  // No page is connected, so nothing is copied.
  EXPECT_EQ(viewer.frames(), frames);
  EXPECT_EQ(viewer.changes(), 0);
  viewer.pause();
  EXPECT_FALSE(viewer.sync());
  viewer.close();
  EXPECT_FALSE(viewer.sync());
}

// A ball that bounces and slides, with changes of every kind on the way. Each step has the hash
// that a run without a recorder gives.
TEST(RecordedRun, EveryStepIsSimulatedAgain) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("run.h5");
  constexpr int kSteps = 200;
  std::vector<std::uint64_t> hashes;
  {
    World world = falling_ball();
    world.model(1).set_base_pose(RigidTransform({0, 0, 0.15}));
    Recorder recorder(file, 0);
    recorder.record(world);
    hashes.push_back(world.state_hash());
    for (int i = 1; i <= kSteps; ++i) {
      if (i == 60) world.set_gravity({1, 0, -9.81});
      if (i == 90) world.add(ball("second", {1, 0, 0.1}));
      if (i == 150) world.remove("second");
      world.step();
      recorder.record(world);
      hashes.push_back(world.state_hash());
    }
    recorder.close();
  }
  const Recording recording(file);
  RecordedRun run(recording, 1);
  EXPECT_EQ(run.first_time(), 0);
  EXPECT_NEAR(run.last_time(), 0.2, 1e-12);
  World world;
  for (const int step : {100, 37, 200, 0, 151, 59, 60, 61, 89, 90, 199, 1, 100}) {
    run.go_to(world, 0.001 * step);
    ASSERT_EQ(world.steps(), step);
    EXPECT_EQ(world.state_hash(), hashes[static_cast<std::size_t>(step)]) << step;
    EXPECT_TRUE(run.follows()) << step;
    EXPECT_FALSE(run.take_news());
    EXPECT_EQ(run.is_at_end(world), step == kSteps);
  }
  // From there it goes on by itself, with the changes of the recording.
  for (int step = 101; step <= kSteps; ++step) {
    run.before_step(world);
    world.step();
    run.after_step(world);
    EXPECT_EQ(world.state_hash(), hashes[static_cast<std::size_t>(step)]) << step;
  }
  EXPECT_TRUE(run.follows() && run.is_at_end(world));
  // Other bits are reported at their first step, and go_to leads back.
  run.go_to(world, 0.1);
  world.set_gravity({0, 0, -1});
  for (int step = 101; step <= 110; ++step) {
    run.before_step(world);
    world.step();
    run.after_step(world);
  }
  EXPECT_FALSE(run.follows());
  const std::optional<std::string> news = run.take_news();
  ASSERT_TRUE(news);
  EXPECT_NE(news->find("step 101"), std::string::npos) << *news;
  EXPECT_FALSE(run.take_news());
  run.go_to(world, 0.11);
  EXPECT_TRUE(run.follows());
  EXPECT_EQ(world.state_hash(), hashes[110]);
}

TEST(Viewer, BadOptionsAreErrors) {
  World world = falling_ball();
  const auto refused = [&](auto change) {
    ViewerOptions options;
    change(options);
    EXPECT_THROW(Viewer(world, options), Error);
  };
  refused([](ViewerOptions& options) { options.token = "abc"; });
  refused([](ViewerOptions& options) { options.speed = 0; });
  refused([](ViewerOptions& options) { options.speed = std::nan(""); });
  refused([](ViewerOptions& options) { options.materials = {"rubber"}; });
  refused([](ViewerOptions& options) { options.port = 70000; });
  // A port cannot be used twice.
  ViewerOptions options;
  Viewer first(world, options);
  const std::string url = first.url();
  options.port = std::stoi(url.substr(url.find(':', 6) + 1));
  EXPECT_THROW(Viewer(world, options), Error);
}

}  // namespace
}  // namespace cardan::view
