// Contact detection beside that of other engines, as Markdown for bench/results.
//
//   bench_detection [--samples N] [--core K] [--threads N]
//
// Samples of the engines are taken in turn on one pinned core; a ratio is the median over the
// ratios of neighbouring samples. Scripted by scripts/bench.

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>

#include "bench/detection/detector.h"
#include "bench/detection/shapes.h"

namespace {
long allocations = 0;
}

// Every call of operator new in this program is counted.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

using namespace cardan;
using detection::Detector;
using detection::make_shape;
using detection::random_hull;
using detection::random_rotation;
using Clock = std::chrono::steady_clock;
using Engines = std::vector<std::unique_ptr<Detector>>;
using Samples = std::vector<std::vector<double>>;  // [µs a detection], of each engine

Engines make_engines() {
  Engines engines;
  engines.push_back(detection::make_cardan());
#ifdef CARDAN_PEER_DART
  engines.push_back(detection::make_dart());
#endif
#ifdef CARDAN_PEER_BULLET
  engines.push_back(detection::make_bullet());
#endif
  return engines;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// A scene and where its objects are in each frame.
struct Motion {
  std::vector<Shape> shapes;
  std::vector<std::vector<RigidTransform>> frames;
};

/// Frames played forwards and backwards, so that no object ever jumps.
class Player {
 public:
  Player(const Motion& motion, Detector& engine) : motion_(motion), engine_(engine) {
    for (const Shape& shape : motion.shapes) engine.add(shape);
  }
  int next() {
    const int count = static_cast<int>(motion_.frames.size());
    const int k = turn_++ % (2 * count - 2);
    const auto& frame = motion_.frames[static_cast<std::size_t>(k < count ? k : 2 * count - 2 - k)];
    for (std::size_t i = 0; i < frame.size(); ++i) engine_.set_pose(static_cast<int>(i), frame[i]);
    return engine_.detect();
  }

 private:
  const Motion& motion_;
  Detector& engine_;
  int turn_ = 0;
};

constexpr std::size_t kMostForPeers = 3000;  // objects; with more, a peer takes seconds per frame

struct Outcome {
  Samples samples;
  std::vector<int> points;  // of the last detection
  double allocations = 0;   // of cardan per detection, after warm-up
};

double microseconds(Player& player, int calls, int& points) {
  const auto start = Clock::now();
  for (int i = 0; i < calls; ++i) points = player.next();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count() / calls;
}

/// Runs through the frames twice, so that every array reaches its capacity. Peers may take a second
/// per frame and stop after one second.
double warm_up(Player& player, std::size_t frames, bool is_ours) {
  const auto start = Clock::now();
  int points = 0;
  double time = 0;
  for (std::size_t k = 0; k < 4 * frames; ++k) {
    time = microseconds(player, 1, points);
    const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    if (!is_ours && elapsed > 1) break;
  }
  return time;
}

Outcome run(const Motion& motion, int samples) {
  const Engines engines = make_engines();
  std::vector<Player> players;
  players.reserve(engines.size());
  Outcome outcome;
  outcome.samples.resize(engines.size());
  for (auto& of_engine : outcome.samples) of_engine.reserve(static_cast<std::size_t>(samples));
  outcome.points.resize(engines.size());
  std::vector<int> calls(engines.size(), 0);
  const auto offered = [&](const Detector& engine) {
    return std::all_of(motion.shapes.begin(), motion.shapes.end(),
                       [&](const Shape& shape) { return engine.offers(shape.kind); });
  };
  constexpr double kSample = 300;  // [µs]
  static const Motion nothing;
  for (std::size_t e = 0; e < engines.size(); ++e) {
    const bool used = offered(*engines[e]) && (e == 0 || motion.shapes.size() <= kMostForPeers);
    players.emplace_back(used ? motion : nothing, *engines[e]);
    if (!used) continue;
    const double time = warm_up(players[e], motion.frames.size(), e == 0);
    calls[e] = std::max(1, static_cast<int>(kSample / time));
  }
  for (int sample = 0; sample < samples; ++sample) {
    for (std::size_t e = 0; e < engines.size(); ++e) {
      if (calls[e] == 0) continue;
      const long before = allocations;
      outcome.samples[e].push_back(microseconds(players[e], calls[e], outcome.points[e]));
      if (e == 0)
        outcome.allocations += static_cast<double>(allocations - before) / calls[e] / samples;
    }
  }
  return outcome;
}

double median_ratio(const std::vector<double>& ours, const std::vector<double>& theirs) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < ours.size(); ++k) ratios.push_back(ours[k] / theirs[k]);
  return median(ratios);
}

void print_row(const std::string& name, const Outcome& outcome) {
  std::printf("| %s |", name.c_str());
  for (std::size_t e = 0; e < outcome.samples.size(); ++e) {
    if (outcome.samples[e].empty()) {
      std::printf(" | |");
    } else {
      std::printf(" %.3g | %d |", median(outcome.samples[e]), outcome.points[e]);
    }
    if (e > 0 && outcome.samples[e].empty()) std::printf(" |");
    if (e > 0 && !outcome.samples[e].empty())
      std::printf(" %.2f |", median_ratio(outcome.samples[0], outcome.samples[e]));
  }
  std::printf(" %.2g |\n", outcome.allocations);
  std::fflush(stdout);
}

void print_header(const char* first) {
  const Engines engines = make_engines();
  std::printf("| %s |", first);
  for (const auto& engine : engines) {
    std::printf(" %s, µs | points |", engine->name().c_str());
    if (engine != engines.front()) std::printf(" ratio |");
  }
  std::printf(" allocations |\n|---|");
  for (std::size_t e = 0; e < engines.size(); ++e)
    std::printf("---:|---:|%s", e > 0 ? "---:|" : "");
  std::printf("---:|\n");
}

/// Random orientations, centres 0.15 to 0.3 m apart: most pairs touch a little or nearly so. One of
/// the two turns and moves by 1 mm a frame.
Motion pair_motion(const Shape& a, const Shape& b) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> distance(0.15, 0.3);
  std::normal_distribution<double> g;
  Motion motion{{a, b}, {}};
  for (int k = 0; k < 64; ++k) {
    const Vector3 direction = Vector3(g(random), g(random), g(random)).normalized();
    const RigidTransform X_a(random_rotation(random), distance(random) * direction);
    motion.frames.push_back({X_a, RigidTransform()});
  }
  return motion;
}

struct Kind {
  const char* name;
  Shape shape;
};

std::vector<Kind> kinds() {
  return {{"sphere", make_shape(GeometryKind::kSphere, 0.1)},
          {"box", make_shape(GeometryKind::kBox, 0.2, 0.25, 0.3)},
          {"cylinder", make_shape(GeometryKind::kCylinder, 0.1, 0.25)},
          {"capsule", make_shape(GeometryKind::kCapsule, 0.08, 0.2)},
          {"ellipsoid", make_shape(GeometryKind::kEllipsoid, 0.1, 0.12, 0.15)},
          {"cone", make_shape(GeometryKind::kCone, 0.1, 0.25)},
          {"hull of 20", random_hull(20)},
          {"hull of 200", random_hull(200)},
          {"half-space", make_shape(GeometryKind::kPlane, 0)}};
}

void print_pairs(int samples) {
  std::printf("### One pair\n\n");
  print_header("pair");
  const std::vector<Kind> all = kinds();
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      if (i + 1 < all.size())
        print_row(std::string(all[i].name) + ", " + all[j].name,
                  run(pair_motion(all[i].shape, all[j].shape), samples));
}

/// n objects at one per cube of 0.25 m, each at 1 m/s and 1 rad/s in its own
/// direction, frames of 1 ms.
Motion cloud_motion(int n, const Shape& shape) {
  std::mt19937_64 random(5);
  const double edge = 0.25 * std::cbrt(n);
  std::uniform_real_distribution<double> uniform(0, edge);
  std::normal_distribution<double> g;
  Motion motion;
  motion.shapes.resize(static_cast<std::size_t>(n), shape);
  std::vector<Vector3> p, v, axis;
  std::vector<Matrix3> R;
  for (int i = 0; i < n; ++i) {
    p.emplace_back(uniform(random), uniform(random), uniform(random));
    v.push_back(Vector3(g(random), g(random), g(random)).normalized());
    axis.push_back(Vector3(g(random), g(random), g(random)).normalized());
    R.push_back(random_rotation(random));
  }
  const int frames = n > 2000 ? 32 : 64;
  for (int k = 0; k < frames; ++k) {
    std::vector<RigidTransform> frame;
    for (std::size_t i = 0; i < p.size(); ++i)
      frame.emplace_back(Eigen::AngleAxisd(1e-3 * k, axis[i]).toRotationMatrix() * R[i],
                         p[i] + 1e-3 * k * v[i]);
    motion.frames.push_back(std::move(frame));
  }
  return motion;
}

/// Slope of log time over log n.
double exponent(const std::vector<int>& sizes, const std::vector<double>& times) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const double count = static_cast<double>(sizes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const double u = std::log(1.0 * sizes[k]), v = std::log(times[k]);
    x += u / count;
    y += v / count;
    xx += u * u / count;
    xy += u * v / count;
  }
  return (xy - x * y) / (xx - x * x);
}

void print_clouds(int samples) {
  std::printf("\n### Many objects at constant density\n\n");
  print_header("scene");
  struct Series {
    const char* name;
    Shape shape;
    std::vector<double> time;
  };
  Series series[] = {{"spheres", make_shape(GeometryKind::kSphere, 0.1), {}},
                     {"boxes", make_shape(GeometryKind::kBox, 0.16, 0.16, 0.16), {}}};
  const std::vector<int> sizes{100, 1000, 3000, 10000};
  for (Series& s : series) {
    for (int n : sizes) {
      const Outcome outcome = run(cloud_motion(n, s.shape), std::max(9, samples * 100 / n));
      s.time.push_back(median(outcome.samples[0]));
      print_row(std::to_string(n) + " " + s.name, outcome);
    }
  }
  std::printf("\n");
  for (const Series& s : series) {
    std::printf("Growth of cardan's time, %s: n^%.2f over all (least squares)", s.name,
                exponent(sizes, s.time));
    for (std::size_t k = 1; k < sizes.size(); ++k)
      std::printf(", n^%.2f from %d to %d",
                  std::log(s.time[k] / s.time[k - 1]) / std::log(1.0 * sizes[k] / sizes[k - 1]),
                  sizes[k - 1], sizes[k]);
    std::printf(".\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  int samples = 300, core = 0;
  bool only_clouds = false;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--samples") == 0) samples = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--only") == 0) only_clouds = true;
    if (std::strcmp(argv[i], "--core") == 0) core = std::atoi(argv[i + 1]);
  }
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) != 0)
    std::fprintf(stderr, "not pinned to core %d: %s\n", core, std::strerror(errno));
  if (!only_clouds) print_pairs(samples);
  print_clouds(samples);
}
