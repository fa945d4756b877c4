#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <future>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "cardan/viewer.h"
#include "test/unit/view/falling_ball.h"
#include "view/live/server.h"

namespace cardan::view {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

/// A page that is connected to a server.
class Page {
 public:
  explicit Page(const Server& server) : Page(server.port(), "secret") {}
  Page(int port, const std::string& token) {
    const std::string host = "127.0.0.1:" + std::to_string(port);
    stream_.next_layer().connect(
        {asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)});
    stream_.set_option(
        beast::websocket::stream_base::decorator([host](beast::websocket::request_type& request) {
          request.set(beast::http::field::origin, "http://" + host);
        }));
    stream_.read_message_max(0);
    stream_.handshake(host, "/live?token=" + token);
  }

  std::string read() {
    beast::flat_buffer buffer;
    stream_.read(buffer);
    return beast::buffers_to_string(buffer.data());
  }

  void send(const std::string& text) { stream_.write(asio::buffer(text)); }
  void leave() { stream_.close(beast::websocket::close_code::going_away); }

 private:
  asio::io_context context_;
  beast::websocket::stream<tcp::socket> stream_{context_};
};

/// A server that records the thread and the number of the writes of its frames.
class ServedFrames : public testing::Test {
 protected:
  void publish(const std::string& text) {
    server_.publish([this, text] {
      writer_ = std::this_thread::get_id();
      ++written_;
      return text;
    });
  }

  std::promise<std::thread::id> opened_;
  std::atomic<std::thread::id> writer_{};
  std::atomic<int> written_ = 0, pages_ = 0;
  Server server_{{.token = "secret"},
                 {.receive = [](int, std::string_view) { return true; },
                  .opened =
                      [this](int) {
                        if (pages_++ == 0) opened_.set_value(std::this_thread::get_id());
                      },
                  .closed = [](int) {}}};
};

TEST_F(ServedFrames, AreWrittenInTheThreadOfTheServer) {
  Page page(server_);
  const std::thread::id server_thread = opened_.get_future().get();
  EXPECT_NE(server_thread, std::this_thread::get_id());
  publish("a");
  EXPECT_EQ(page.read(), "a");
  EXPECT_EQ(writer_.load(), server_thread);
}

TEST_F(ServedFrames, AreWrittenOnceAndForReadyPagesOnly) {
  publish("a");
  publish("b");
  Page first(server_);
  EXPECT_EQ(first.read(), "b");
  EXPECT_EQ(written_, 1) << "no client looked at a";
  Page second(server_);
  EXPECT_EQ(second.read(), "b");
  EXPECT_EQ(written_, 1);
  publish("c");
  EXPECT_EQ(first.read(), "c");
  EXPECT_EQ(second.read(), "c");
  EXPECT_EQ(written_, 2);
}

TEST_F(ServedFrames, ABusyPageGetsTheLatestOne) {
  Page page(server_);
  const std::string large(std::size_t{1} << 26, 'x');  // beyond the buffers of a socket
  publish(large);
  while (written_ == 0) std::this_thread::yield();
  for (int i = 0; i < 10; ++i) publish(std::to_string(i));
  EXPECT_EQ(page.read(), large);
  EXPECT_EQ(page.read(), "9");
  EXPECT_EQ(written_, 2);
}

std::ptrdiff_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return std::distance(begin(files), end(files));
}

template <class Condition>
bool comes_true(const Condition& condition) {
  for (int i = 0; i < 1000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return condition();
}

constexpr char kToken[] = "00112233445566778899aabbccddeeff";

ViewerOptions at_unlimited_speed() {
  ViewerOptions options;
  options.token = kToken;
  options.speed = std::numeric_limits<double>::infinity();
  return options;
}

int port_of(const Viewer& viewer) {
  const std::string url = viewer.url();
  return std::stoi(url.substr(url.rfind(':') + 1));
}

// Pages that read, pull a body, ask for nothing, say goodbye or vanish. Sanitizers report what is
// left.
TEST(Viewer, FiftyPagesComeAndGoWhileTheWorldSteps) {
  World world = test::falling_ball();
  Viewer viewer(world, at_unlimited_speed());
  const int port = port_of(viewer);
  std::atomic<bool> ends = false;
  std::atomic<std::int64_t> steps = 0;
  std::thread stepper([&] {
    while (!ends) steps += viewer.step() ? 1 : 0;
  });
  const auto goes_on = [&] {
    return comes_true([&, before = steps.load()] { return steps > before; });
  };
  { Page(port, kToken).read(); }  // what the first page makes once is no leak
  EXPECT_TRUE(goes_on());
  const std::ptrdiff_t before = open_files();
  for (int i = 0; i < 50; ++i) {
    Page page(port, kToken);
    if (i % 5 < 2) page.read();
    if (i % 5 == 1) page.send(R"({"type":"push","body":1,"point":[0,0,0],"target":[0,0,2]})");
    if (i % 5 == 3) page.send("garbage");
    if (i % 5 == 4) page.leave();
  }
  EXPECT_TRUE(goes_on());
  EXPECT_TRUE(comes_true([&] { return open_files() <= before; })) << open_files() - before;
  ends = true;
  stepper.join();
}

// Head of a frame (docs/viewer.md).
nlohmann::json frame_head(const std::string& frame) {
  std::uint32_t length = 0;
  std::memcpy(&length, frame.data(), sizeof length);
  return nlohmann::json::parse(frame.substr(sizeof length, length));
}

// The kept states of a run without a pace must not be those of its last milliseconds.
TEST(Viewer, KeepsOneStatePerTickAtUnlimitedSpeed) {
  World world = test::falling_ball();
  Viewer viewer(world, at_unlimited_speed());
  const auto start = std::chrono::steady_clock::now();
  constexpr std::chrono::milliseconds kSpent{100};
  constexpr double kEvery = 1.0 / 60, kShortestTick = 1e-3;
  constexpr int kMost = 600;  // states that a viewer keeps
  // Twice the time that states of each 1/60 s would cover.
  while (world.time() < 2 * kMost * kEvery || std::chrono::steady_clock::now() - start < kSpent)
    ASSERT_TRUE(viewer.step());
  // Steps that are hardly ever all in the tick of a kept state.
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(viewer.step());
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  viewer.pause();
  Page page(port_of(viewer), kToken);
  page.read();  // the frame of the start
  const std::int64_t frames = viewer.frames();
  EXPECT_TRUE(comes_true([&] {
    viewer.show();  // at most one frame each 1/60 s
    return viewer.frames() > frames;
  }));
  const nlohmann::json head = frame_head(page.read());
  EXPECT_EQ(head["time"], world.time());
  const nlohmann::json kept = head["kept"];
  EXPECT_LT(kept[2], 2 + spent.count() / kShortestTick);
  if (spent.count() < kMost * kShortestTick) {
    EXPECT_NEAR(kept[0], 0, kEvery) << "the states reach back to the start";
  }
  EXPECT_NEAR(kept[1], world.time(), kEvery) << "the state at the pause is kept";
}

// A program may set an earlier state between the calls of a viewer. The kept states are then those
// of the latest run alone.
TEST(Viewer, KeepsNoStateOfAnAbandonedRun) {
  World world = test::falling_ball();
  Viewer viewer(world, at_unlimited_speed());
  Page page(port_of(viewer), kToken);
  const StateSnapshot start = world.state();
  constexpr int kRuns = 400, kSteps = 300;
  for (int run = 1; run <= kRuns; ++run) {
    world.set_state(start);
    world.model(1).set_base_velocity({Vector3::Zero(), Vector3(static_cast<double>(run), 0, 0)});
    for (int i = 0; i < kSteps; ++i) ASSERT_TRUE(viewer.step());
  }
  viewer.pause();
  for (const double time : {0.25, 0.15, 0.05}) {
    page.send(R"({"type":"seek","time":)" + std::to_string(time) + "}");
    EXPECT_TRUE(comes_true([&] {
      viewer.step();
      return world.time() <= time + 1e-9;
    }));
    EXPECT_NEAR(world.model(1).base_velocity().linear.x(), kRuns, 1e-9) << time;
  }
}

}  // namespace
}  // namespace cardan::view
