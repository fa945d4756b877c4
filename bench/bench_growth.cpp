#include <time.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "apps/plot/svg.h"
#include "bench/peers/peer.h"
#include "bench/peers/robots.h"
#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/forward_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/model_spec.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"

/// Cost of a step over the size of the problem: robots, spheres, joints, contacts on one body.
/// Prints Markdown.
namespace cardan::bench {
namespace {

/// Processor time of the process [s].
double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Least microseconds of a call: each of five samples takes at least 20 ms.
double microseconds(const std::function<void()>& call) {
  constexpr double kSample = 0.02;
  double best = INFINITY;
  for (int sample = 0; sample < 5; ++sample) {
    int calls = 0;
    double spent = 0;
    const double start = processor_time();
    while (spent < kSample) {
      call();
      ++calls;
      spent = processor_time() - start;
    }
    best = std::min(best, 1e6 * spent / calls);
  }
  return best;
}

/// Every world is measured between these steps, whatever its size, since worlds behave differently
/// later.
struct Window {
  int first = 100, steps = 50;
};

/// The function that a profiler counts: `--toggle-collect='*measured_steps*'`.
[[gnu::noipa]] void measured_steps(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
}

/// Minimum time per step [µs] within the window: samples until 0.5 s are spent, at least five. Each
/// sample returns to the state of some steps before the window, to start warm.
double step_microseconds(World& world, Window window) {
  constexpr double kSpent = 0.5;
  constexpr int kLead = 10, kSamples = 5;
  for (int i = 0; i < window.first - kLead; ++i) world.step();
  struct Start {
    VectorX q, v;
  };
  std::vector<Start> start(world.num_models());
  for (int i = 0; i < world.num_models(); ++i)
    if (!world.model(i).is_static()) start[i] = {world.model(i).q(), world.model(i).v()};
  double best = INFINITY, spent = 0;
  for (int sample = 0; sample < kSamples || spent < kSpent; ++sample) {
    for (int i = 0; i < world.num_models(); ++i) {
      if (world.model(i).is_static()) continue;
      world.model(i).set_q(start[i].q);
      world.model(i).set_v(start[i].v);
    }
    for (int i = 0; i < kLead; ++i) world.step();
    const double from = processor_time();
    measured_steps(world, window.steps);
    const double time = processor_time() - from;
    best = std::min(best, 1e6 * time / window.steps);
    spent += time;
  }
  return best;
}

ModelSpec plane() {
  ModelSpec ground;
  ground.name = "ground";
  ground.is_static = true;
  ground.geometry = GeometryRecord{};
  ground.geometry->kind = GeometryKind::kPlane;
  return ground;
}

GeometryRecord sphere(double radius) {
  GeometryRecord record;
  record.kind = GeometryKind::kSphere;
  record.size.x() = radius;
  return record;
}

/// n quadrupeds 2 m apart stand under PD control; step 5 ms.
double robots(int n) {
  WorldSpec spec;
  spec.step = 5e-3;
  World world(spec);
  world.add(plane());
  ModelSpec robot;
  robot.urdf = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";
  robot.base = BaseKind::kFloating;
  robot.pd = PdSpec{};
  robot.pd->kp = 150;
  robot.pd->kd = 4;
  const int side = static_cast<int>(std::ceil(std::sqrt(n)));
  for (int i = 0; i < n; ++i) {
    robot.name = "robot" + std::to_string(i);
    robot.pose = RigidTransform(Vector3(2 * (i / side), 2 * (i % side), 0.351));
    world.add(robot);
  }
  return step_microseconds(world, {});
}

/// n balls of radius 0.1 m roll at 1 m/s over the ground, one on each square of 0.3 m; step 1 ms.
double spheres(int n) {
  World world;
  world.add(plane());
  std::mt19937_64 random(1);
  const auto uniform = [&] { return 2 * static_cast<double>(random() >> 11) * 0x1p-53 - 1; };
  ModelSpec ball;
  ball.geometry = sphere(0.1);
  ball.mass = 1;
  const int side = static_cast<int>(std::ceil(std::sqrt(n)));
  for (int i = 0; i < n; ++i) {
    ball.name = std::to_string(i);
    ball.pose = RigidTransform(Vector3(0.3 * (i / side), 0.3 * (i % side), 0.1));
    ball.velocity.linear = Vector3(uniform(), uniform(), 0).normalized();
    world.add(ball);
  }
  return step_microseconds(world, {});
}

/// Kinematics and articulated bodies of a chain of n hinges.
double joints(int n) {
  const auto skeleton = peers::make_chain(n);
  const peers::States states = peers::make_states(*skeleton, 1);
  Data data(*skeleton);
  VectorX a(skeleton->nv());
  return microseconds([&] {
    forward_kinematics(*skeleton, data, states.q[0].data(), states.v[0].data());
    aba(*skeleton, data, states.v[0].data(), states.tau[0].data(), Vector3(0, 0, -9.81), a.data());
  });
}

/// A step of 1 ms of the same chain, which swings down. Long chains are factorised from articulated
/// inertias, at a cost that grows with their length.
double chain(int n) {
  World world;
  world.add_skeleton("chain", peers::make_chain(n), {});
  return step_microseconds(world, {15, 20});
}

/// A plate on n feet, spheres of 2 cm on a grid of 0.2 m, slides and comes to rest; step 1 ms.
double contacts(int n) {
  World world;
  world.add(plane());
  ModelSpec plate;
  plate.name = "plate";
  plate.pose = RigidTransform(Vector3(0, 0, 0.02));
  plate.mass = 10;
  plate.velocity.linear = Vector3(0.5, 0.2, 0);
  const int side = static_cast<int>(std::ceil(std::sqrt(n)));
  for (int i = 0; i < n; ++i) {
    CompoundPart foot;
    foot.geometry = sphere(0.02);
    foot.pose = RigidTransform(Vector3(0.2 * (i / side), 0.2 * (i % side), 0));
    plate.compound.push_back(foot);
  }
  world.add(plate);
  return step_microseconds(world, {20, 50});
}

struct Series {
  const char *name, *unit;
  double aim;  ///< exponent, 0: none
  std::vector<int> sizes;
  double (*cost)(int n);
};

const std::vector<Series>& all_series() {
  static const std::vector<Series> series{
      {"robots", "quadrupeds in a world", 1.05, {1, 4, 16, 64, 256}, robots},
      {"spheres", "balls at constant density", 1.15, {100, 300, 1000, 3000, 10000}, spheres},
      {"joints", "joints of a chain, ABA", 1.05, {10, 30, 100, 300, 1000}, joints},
      {"chain", "joints of a chain, step of a world", 0, {10, 30, 100, 300, 1000}, chain},
      {"contacts", "contacts on one body", 0, {4, 16, 64, 256, 1000}, contacts}};
  return series;
}

/// Slope of log y over log x by least squares.
double exponent(const std::vector<int>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

app::Chart measure(const Series& series) {
  std::vector<double> cost;
  std::printf("| %s | µs per step | ns per item |\n|---:|---:|---:|\n", series.unit);
  for (const int n : series.sizes) {
    cost.push_back(series.cost(n));
    std::printf("| %d | %.4g | %.4g |\n", n, cost.back(), 1e3 * cost.back() / n);
    std::fflush(stdout);
  }
  const double slope = exponent(series.sizes, cost);
  std::printf("\nExponent: %.3f", slope);
  if (series.aim > 0)
    std::printf(" (target: at most %.2f; %s)", series.aim,
                slope <= series.aim ? "reached" : "missed");
  std::printf("\n\n");
  app::Chart chart;
  chart.title = series.unit;
  chart.x_label = "log10 of the number";
  chart.y_label = "µs per step";
  chart.log_y = true;
  app::Curve measured{"measured", {}, {}}, linear{"linear growth", {}, {}};
  for (std::size_t i = 0; i < cost.size(); ++i) {
    const double x = std::log10(series.sizes[i]);
    measured.x.push_back(x);
    measured.y.push_back(cost[i]);
    linear.x.push_back(x);
    linear.y.push_back(cost[0] * series.sizes[i] / series.sizes[0]);
  }
  chart.curves = {measured, linear};
  return chart;
}

int main_growth(int argc, char** argv) {
  std::string only, svg;
  int size = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view key = argv[i];
    if (key == "--scene") {
      only = argv[i + 1];
    } else if (key == "--size") {
      size = std::stoi(argv[i + 1]);
    } else if (key == "--svg") {
      svg = argv[i + 1];
    } else {
      throw Error("unknown option", argv[i], "see scripts/bench --help");
    }
  }
  std::vector<app::Chart> charts;
  for (const Series& series : all_series()) {
    if (!only.empty() && only != series.name) continue;
    if (size > 0) {  // one world, for a profiler
      std::printf("%d %s: %.4g µs\n", size, series.unit, series.cost(size));
    } else {
      charts.push_back(measure(series));
    }
  }
  if (svg.empty()) return 0;
  std::ofstream file(svg);
  file << app::svg_document(charts, "");
  if (!file.flush()) throw Error("cannot write", svg, "");
  return 0;
}

}  // namespace
}  // namespace cardan::bench

int main(int argc, char** argv) {
  try {
    return cardan::bench::main_growth(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 2;
  }
}
