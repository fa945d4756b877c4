#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include "cardan/cardan.h"

/// Measures the cost of a state in memory, compared with that of a step: reading it, setting it in
/// the same world and in another one, writing it as bytes, and cloning the world. Prints a Markdown
/// table of the least of many samples.
namespace cardan::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Least time of a call [ns] over samples of at least 20 µs each.
template <class Call>
double nanoseconds(const Call& call, int samples = 400) {
  double best = 1e30;
  int calls = 1;
  for (int sample = 0; sample < samples;) {
    const auto start = Clock::now();
    for (int k = 0; k < calls; ++k) call();
    const double spent = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    if (spent < 2e4 && calls < (1 << 20)) {
      calls *= 2;
      continue;
    }
    best = std::min(best, spent / calls);
    ++sample;
  }
  return best;
}

Scene quadrupeds(int count) {
  Scene scene = load_scene(CARDAN_SOURCE_DIR "/bench/matrix/quadruped.yaml");
  const ModelSpec robot = scene.models[1];
  scene.models.pop_back();
  for (int i = 0; i < count; ++i) {
    ModelSpec own = robot;
    own.name = std::string("robot").append(std::to_string(i));
    own.pose.p += Vector3(2 * (i / 8), 2 * (i % 8), 0);
    scene.models.push_back(own);
  }
  return scene;
}

void measure(const char* name, const Scene& scene) {
  World world = make_world(scene), other = make_world(scene);
  for (int k = 0; k < 500; ++k) world.step();
  StateSnapshot snapshot = world.state();
  const double step = nanoseconds([&] { world.step(); });
  const double take = nanoseconds([&] { world.state(snapshot); });
  const double set = nanoseconds([&] { world.set_state(snapshot); });
  const double set_other = nanoseconds([&] { other.set_state(snapshot); });
  const double pair = nanoseconds([&] {
    world.set_state(snapshot);
    world.step();
  });
  const std::size_t size = snapshot.bytes().size();
  const double bytes = nanoseconds([&] { (void)snapshot.bytes(); }, 50);
  const double clone = nanoseconds([&] { (void)world.clone(); }, 20);
  std::printf("| %s | %.0f | %.0f | %.0f | %.0f | %.0f | %zu | %.0f | %.0f |\n", name, step, take,
              set, set_other, pair, size, bytes, clone);
}

int main_state() {
  std::printf(
      "| world | step [ns] | state | set_state | set_state of another world | set_state and step "
      "| bytes | bytes() [ns] | clone [ns] |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  measure("standing quadruped", quadrupeds(1));
  measure("8 quadrupeds", quadrupeds(8));
  measure("64 quadrupeds", quadrupeds(64));
  World world = make_world(quadrupeds(1));
  for (int k = 0; k < 500; ++k) world.step();
  Linearizer linearizer(world);
  Linearization result;
  const StateSnapshot state = world.state();
  const double once = nanoseconds([&] { linearizer.linearize(state, result); }, 20);
  std::printf("\nlinearize of the standing quadruped: %.0f ns, %zu columns\n", once,
              result.differences.size());
  return 0;
}

}  // namespace
}  // namespace cardan::bench

int main() {
  try {
    return cardan::bench::main_state();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 2;
  }
}
