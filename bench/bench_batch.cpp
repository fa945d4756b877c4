#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cardan/sim/batch.h"

/// 256 quadrupeds in worlds of their own on one thread and on two, in turn. Prints Markdown.
namespace cardan::bench {
namespace {

constexpr int kWorlds = 256, kSteps = 4, kCalls = 10, kRounds = 7;

Batch make_batch(int threads) {
  const Scene scene = load_scene(CARDAN_SOURCE_DIR "/bench/matrix/quadruped.yaml");
  BatchOptions options;
  options.threads = threads;
  // Heights of their own, so that they do not all do the same.
  options.vary = [](int world, Scene& own) { own.models[1].pose.p.z() += 1e-4 * world; };
  return Batch(scene, kWorlds, options);
}

/// Steps of a world per second of the clock on the wall.
double rate(Batch& batch) {
  const auto start = std::chrono::steady_clock::now();
  for (int call = 0; call < kCalls; ++call) batch.step(kSteps);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  return kWorlds * kSteps * kCalls / spent.count();
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

int main_batch() {
  Batch one = make_batch(1), two = make_batch(2);
  one.step(200);  // they have landed
  two.step(200);
  std::vector<double> of_one, of_two, ratio;
  for (int round = 0; round < kRounds; ++round) {
    of_one.push_back(rate(one));
    of_two.push_back(rate(two));
    ratio.push_back(of_two.back() / of_one.back());
  }
  const bool same = std::equal(one.q().begin(), one.q().end(), two.q().begin()) &&
                    std::equal(one.v().begin(), one.v().end(), two.v().begin());
  std::printf("| threads | steps/s in all |\n|---:|---:|\n| 1 | %.4g |\n| 2 | %.4g |\n\n",
              median(of_one), median(of_two));
  std::printf("Two threads / one: %.3f (median of %d rounds); same bits: %s\n", median(ratio),
              kRounds, same ? "yes" : "no");
  return same ? 0 : 1;
}

}  // namespace
}  // namespace cardan::bench

int main() {
  try {
    return cardan::bench::main_batch();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 2;
  }
}
