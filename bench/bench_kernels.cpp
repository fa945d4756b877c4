// Our dynamics kernels beside those of other engines, as Markdown for bench/results.
//
//   bench_kernels [--robots FOLDER] [--samples N] [--core K] [--only ROBOT]
//
// Samples of the engines are taken in turn, A B C A B C …, on one pinned core; a ratio is the
// median over the ratios of neighbouring samples, so that other work of the machine affects both.
// Scripted by scripts/bench.

#include <sched.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/peers/agreement.h"
#include "bench/peers/robots.h"

namespace {

using namespace cardan;
using peers::Kernel;

struct Arguments {
  std::string robots = CARDAN_SOURCE_DIR "/../shared/robots";
  std::string only;
  int samples = 600;
  int core = 0;
};

/// Duration of a sample [ns]: long compared with cache misses between two engines.
constexpr double kSample = 1e5;
constexpr int kStates = 64;
constexpr int kRounds = 10;

using Clock = std::chrono::steady_clock;

double nanoseconds(peers::TimedPeer& peer, Kernel kernel, int calls) {
  const auto start = Clock::now();
  peer.run(kernel, calls);
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

int calls_per_sample(peers::TimedPeer& peer, Kernel kernel) {
  for (int calls = 1;; calls *= 2) {
    nanoseconds(peer, kernel, calls);
    const double time = nanoseconds(peer, kernel, calls);
    if (time > kSample / 2) return std::max(1, static_cast<int>(calls * kSample / time));
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

using Engines = std::vector<std::unique_ptr<peers::TimedPeer>>;
using Samples = std::vector<std::vector<double>>;  // [ns a call], of each engine

/// Adds `count` samples of each engine, taken in turn.
void add_samples(const Engines& engines, Kernel kernel, int count, Samples& samples) {
  std::vector<int> calls;
  for (const auto& engine : engines)
    calls.push_back(engine->offers(kernel) ? calls_per_sample(*engine, kernel) : 0);
  samples.resize(engines.size());
  for (int sample = 0; sample < count; ++sample) {
    for (size_t e = 0; e < engines.size(); ++e) {
      if (calls[e] > 0) samples[e].push_back(nanoseconds(*engines[e], kernel, calls[e]) / calls[e]);
    }
  }
}

double median_ratio(const std::vector<double>& ours, const std::vector<double>& theirs) {
  std::vector<double> ratios;
  for (size_t k = 0; k < ours.size(); ++k) ratios.push_back(ours[k] / theirs[k]);
  return median(ratios);
}

/// Best known ratio of times to MuJoCo 2.2.2, by kernel and robot, from earlier measurements. The
/// goals are fractions of this ratio.
struct Goal {
  const char* kernel;
  std::array<double, 5> best_known;
  double native_share, portable_share;
  double long_chain_native_share, long_chain_portable_share;  // on the chain of 100
};
constexpr std::array<Goal, peers::kNumComparedKernels> kGoals = {{
    {"forward kinematics", {0.42, 0.43, 0.44, 0.42, 0.41}, 0.5, 0.6, 0.5, 0.6},
    {"RNEA", {0.70, 0.69, 0.68, 0.68, 0.73}, 0.5, 0.6, 0.5, 0.6},
    {"CRBA", {0.50, 0.44, 0.50, 0.52, 0.50}, 0.7, 0.75, 1.0, 1.0},
    {"CRBA + factor", {0.74, 0.67, 0.68, 0.69, 0.49}, 0.5, 0.6, 0.9, 0.9},
    {"forward dynamics", {0.83, 0.85, 0.81, 0.79, 0.20}, 0.5, 0.6, 0.5, 0.6},
}};
#ifdef CARDAN_BENCH_NATIVE
constexpr bool kNative = true;
#else
constexpr bool kNative = false;
#endif
#ifdef CARDAN_PEER_MUJOCO
constexpr bool kHasReference = true;  // the engine after cardan, to which the targets refer
#else
constexpr bool kHasReference = false;
#endif

double aim(const Goal& goal, size_t robot) {
  const double of_chain = kNative ? goal.long_chain_native_share : goal.long_chain_portable_share;
  const double of_robot = kNative ? goal.native_share : goal.portable_share;
  return goal.best_known[robot] * (robot == 4 ? of_chain : of_robot);
}

Engines make_engines(const std::shared_ptr<const Skeleton>& skeleton) {
  Engines engines;
  engines.push_back(peers::make_cardan(skeleton));
#ifdef CARDAN_PEER_MUJOCO
  engines.push_back(peers::make_mujoco(skeleton));
#endif
#ifdef CARDAN_PEER_DART
  engines.push_back(peers::make_dart(skeleton));
#endif
#ifdef CARDAN_PEER_BULLET
  engines.push_back(peers::make_bullet(skeleton));
#endif
  const peers::States states = peers::make_states(*skeleton, kStates);
  for (const auto& engine : engines) engine->load_states(states);
  return engines;
}

void print_row(const Goal& goal, const peers::Robot& robot, size_t robot_index,
               const Samples& samples) {
  std::printf("| %s | %s | %.0f |", goal.kernel, robot.name.c_str(), median(samples[0]));
  for (size_t e = 1; e < samples.size(); ++e) {
    if (samples[e].empty()) {
      std::printf(" |");
    } else {
      std::printf(" %.0f |", median(samples[e]));
    }
  }
  if (kHasReference) {
    const double ratio = median_ratio(samples[0], samples[1]), goal_ratio = aim(goal, robot_index);
    std::printf(" %.3f | %.2f | %.3f | %s |", ratio, goal.best_known[robot_index], goal_ratio,
                ratio <= goal_ratio ? "yes" : "**no**");
  }
  std::printf("\n");
  std::fflush(stdout);
}

/// The available robots, and chains.
std::vector<peers::Robot> make_robots(const Arguments& arguments) {
  std::vector<peers::Robot> robots = peers::load_robots(arguments.robots);
  for (const peers::Robot& robot : robots) {
    if (robot.skeleton == nullptr)
      std::fprintf(stderr, "%s: skipped, not under %s\n", robot.name.c_str(),
                   arguments.robots.c_str());
  }
  robots.push_back({"chain of 10", peers::make_chain(10)});
  robots.push_back({"chain of 100", peers::make_chain(100)});
  for (peers::Robot& robot : robots) {
    if (!arguments.only.empty() && arguments.only != robot.name) robot.skeleton = nullptr;
  }
  return robots;
}

void print_heading(const Engines& engines) {
  std::printf("| kernel | robot | cardan, ns |");
  for (size_t e = 1; e < engines.size(); ++e) std::printf(" %s, ns |", engines[e]->name().c_str());
  if (kHasReference)
    std::printf(" cardan / MuJoCo | best known | aim (%s) | reached |",
                kNative ? "native" : "portable");
  std::printf("\n|---|---|---:|");
  for (size_t e = 1; e < engines.size(); ++e) std::printf("---:|");
  std::printf("%s\n", kHasReference ? "---:|---:|---:|---|" : "");
}

void print_comparison(const std::vector<peers::Robot>& robots, int count) {
  std::vector<Engines> engines(robots.size());
  print_heading(make_engines(peers::make_chain(1)));
  for (size_t r = 0; r < robots.size(); ++r) {
    if (robots[r].skeleton != nullptr) engines[r] = make_engines(robots[r].skeleton);
  }
  // Rounds over the whole table: a disturbance then affects some samples of each row, which a
  // median ignores, instead of all samples of one row.
  std::vector<std::vector<Samples>> samples(kGoals.size(), std::vector<Samples>(robots.size()));
  for (int round = 0; round < kRounds; ++round) {
    for (size_t k = 0; k < kGoals.size(); ++k) {
      for (size_t r = 0; r < robots.size(); ++r) {
        if (!engines[r].empty())
          add_samples(engines[r], static_cast<Kernel>(k), count / kRounds, samples[k][r]);
      }
    }
  }
  for (size_t k = 0; k < kGoals.size(); ++k) {
    for (size_t r = 0; r < robots.size(); ++r) {
      if (!engines[r].empty()) print_row(kGoals[k], robots[r], r, samples[k][r]);
    }
  }
}

[[maybe_unused]] void print_agreement_row(const peers::Robot& robot, peers::Peer& other) {
  const peers::Differences d = peers::compare(robot.skeleton, other);
  std::printf("| %s | %s | %.1e | %.1e | %.1e | %.1e |\n", robot.name.c_str(), other.name().c_str(),
              d.mass_matrix, d.bias, d.jacobian, d.forward_dynamics);
}

/// Largest relative differences from the engines that offer a kernel.
void print_agreement(const std::vector<peers::Robot>& robots) {
  std::printf("\n| robot | against | M | bias | Jacobians | forward dynamics |\n");
  std::printf("|---|---|---:|---:|---:|---:|\n");
  for (const peers::Robot& robot : robots) {
    if (robot.skeleton == nullptr) continue;
#ifdef CARDAN_PEER_MUJOCO
    print_agreement_row(robot, *peers::make_mujoco(robot.skeleton));
#endif
#ifdef CARDAN_PEER_DART
    print_agreement_row(robot, *peers::make_dart(robot.skeleton));
#endif
  }
}

/// ABA on chains: time = c n^exponent by least squares over the logarithms.
void print_growth(int samples) {
  std::printf("\n| joints of a chain | ABA, ns | ns per joint |\n|---:|---:|---:|\n");
  double x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0;
  int count = 0;
  for (const int n : {10, 20, 50, 100, 200, 500, 1000}) {
    const auto skeleton = peers::make_chain(n);
    Engines engine;
    engine.push_back(peers::make_cardan(skeleton));
    engine[0]->load_states(peers::make_states(*skeleton, 4));
    Samples times;
    add_samples(engine, Kernel::kArticulatedBodies, samples, times);
    const double time = median(times[0]);
    std::printf("| %d | %.0f | %.1f |\n", n, time, time / n);
    const double x = std::log(n), y = std::log(time);
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
    ++count;
  }
  std::printf("\nExponent: %.3f\n",
              (count * xy_sum - x_sum * y_sum) / (count * xx_sum - x_sum * x_sum));
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string key = argv[k];
    if (key == "--robots") arguments.robots = argv[k + 1];
    if (key == "--only") arguments.only = argv[k + 1];
    if (key == "--samples") arguments.samples = std::atoi(argv[k + 1]);
    if (key == "--core") arguments.core = std::atoi(argv[k + 1]);
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = parse(argc, argv);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(arguments.core, &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) != 0)
    std::fprintf(stderr, "not pinned to core %d: %s\n", arguments.core, std::strerror(errno));
  const std::vector<peers::Robot> robots = make_robots(arguments);
  print_comparison(robots, arguments.samples);
  print_growth(arguments.samples);
  print_agreement(robots);
}
