// Cost of a viewer: the same world stepped in blocks without a viewer, with a viewer and no page,
// and with a page that reads every frame. The blocks alternate, so that the state of the machine is
// that of all three.
//
//   bench_viewer [SCENE.yaml] [BLOCKS]
//
// Prints the median time of a step [µs] and the ratios to the first kind. Each block steps as a
// program in real time does: it sleeps until its steps are due, and the processor time of the
// stepping thread is measured.

#include <time.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "cardan/viewer.h"

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;

// Processor time of this thread [s].
double thread_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A page that reads every frame, in a thread of its own.
class Page {
 public:
  explicit Page(const std::string& url) {
    const std::string host = url.substr(7, url.find('/', 7) - 7);  // after "http://"
    const auto port = static_cast<std::uint16_t>(std::stoi(host.substr(host.find(':') + 1)));
    beast::get_lowest_layer(socket_).connect({asio::ip::address_v4::loopback(), port});
    socket_.set_option(
        beast::websocket::stream_base::decorator([host](beast::websocket::request_type& request) {
          request.set(beast::http::field::origin, "http://" + host);
        }));
    socket_.handshake(host, "/live" + url.substr(url.find('?')));
    thread_ = std::thread([this] { read(); });
  }
  ~Page() {
    beast::error_code ignored;
    beast::get_lowest_layer(socket_).shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
    thread_.join();
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

 private:
  void read() {
    beast::error_code error;
    while (!error) {
      beast::flat_buffer buffer;
      socket_.read(buffer, error);
    }
  }

  asio::io_context context_;
  beast::websocket::stream<asio::ip::tcp::socket> socket_{context_};
  std::thread thread_;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

constexpr int kSteps = 5000;  // of a block
enum Kind { kAlone, kWithout, kWith };

double block(cardan::World& world, cardan::Viewer& viewer, Kind kind) {
  std::unique_ptr<Page> page;
  if (kind == kWith) {
    page = std::make_unique<Page>(viewer.url());
    while (viewer.clients() == 0) std::this_thread::yield();
  }
  const double start = thread_time();
  for (int step = 0; step < kSteps;) {
    if (kind == kAlone) {
      world.step();
      ++step;
    } else {
      step += viewer.step() ? 1 : 0;
    }
  }
  const double spent = thread_time() - start;
  page.reset();
  while (viewer.clients() > 0) std::this_thread::yield();
  return spent / kSteps;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string file = argc > 1 ? argv[1] : CARDAN_SOURCE_DIR "/data/scenes/stand.yaml";
  const int blocks = argc > 2 ? std::atoi(argv[2]) : 20;
  cardan::World world = cardan::make_world(cardan::load_scene(file));
  cardan::ViewerOptions options;
  options.speed = std::numeric_limits<double>::infinity();
  cardan::Viewer viewer(world, options);
  const cardan::StateSnapshot start = world.state();
  std::array<std::vector<double>, 3> times;
  for (int i = 0; i < blocks + 1; ++i) {
    for (const Kind kind : {kAlone, kWithout, kWith}) {
      world.set_state(start);  // each block has the same steps
      const double time = block(world, viewer, kind);
      if (i > 0) times[kind].push_back(time);
    }
  }
  const double alone = median(times[kAlone]);
  std::printf("%s, %d blocks of %d steps, processor time of the stepping thread\n", file.c_str(),
              blocks, kSteps);
  for (const auto& [kind, name] :
       {std::pair(kAlone, "world alone"), std::pair(kWithout, "viewer, no page"),
        std::pair(kWith, "viewer and a page")}) {
    const double time = median(times[kind]);
    std::printf("  %-20s %8.3f us a step  ratio %.4f\n", name, 1e6 * time, time / alone);
  }
  return 0;
} catch (const cardan::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
