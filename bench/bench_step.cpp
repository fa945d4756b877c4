#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "cardan/drive_spec.h"
#include "cardan/model_spec.h"
#include "cardan/run_report.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"

/// Whole steps of fixed worlds: least and median time of batches, time by stage, what the judge
/// says. `bench_step --scene quadruped --steps 2000` runs one of them alone, for a profiler.
namespace cardan::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string scene;  ///< "" = all
  int steps = 0;      ///< measured ones; 0: those of the scene
  int threads = 1;
  bool profile = false;
};

ModelSpec ball(const std::string& name, double radius, double mass, const Vector3& at) {
  ModelSpec spec;
  spec.name = name;
  spec.geometry = GeometryRecord{};
  spec.geometry->kind = GeometryKind::kSphere;
  spec.geometry->size.x() = radius;
  spec.mass = mass;
  spec.pose = RigidTransform(at);
  return spec;
}

/// Quadrupeds under PD in a square, 1.5 m apart.
World quadrupeds(int count, int threads) {
  WorldSpec world_spec;
  world_spec.step = 0.005;
  world_spec.threads = threads;
  World world(world_spec);
  world.add_ground();
  const int side = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int i = 0; i < count; ++i) {
    ModelSpec robot;
    robot.name = std::string("robot").append(std::to_string(i));
    robot.urdf = CARDAN_SOURCE_DIR "/data/robots/quadruped.urdf";
    robot.base = BaseKind::kFloating;
    robot.pose = RigidTransform(Vector3(1.5 * (i % side), 1.5 * (i / side), 0.4001));
    robot.pd = PdSpec{};
    robot.pd->kp = 150;
    robot.pd->kd = 4;
    world.add(robot);
  }
  return world;
}

/// conic for large piles: only sweeps, limited in number, without memory for its dense stages.
SolverSpec sweeps(int most) {
  SolverSpec solver;
  solver.id = "conic";
  solver.options = {{"max_dense_rows", 0, ""}, {"max_polyhedral_rows", 0, ""}};
  solver.max_iterations = most;
  return solver;
}

/// SimBenchmark's 666: 216 frictionless balls of 10 kg in a lattice that falls apart.
World lattice(double step, int threads) {
  constexpr int kSide = 6;
  WorldSpec world_spec;
  world_spec.step = step;
  world_spec.threads = threads;
  MaterialSpec& material = world_spec.materials.named["default"];
  material.mu_static = material.mu_kinetic = 0;
  world_spec.contact.solver = sweeps(60);
  World world(world_spec);
  world.add_ground();
  std::mt19937 random(42);
  const auto shift = [&] { return 1e-3 * std::ldexp(static_cast<double>(random()), -32); };
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const Vector3 at(0.21 * (i / 36) + shift(), 0.21 * (i / 6 % 6) + shift(),
                     0.21 * (i % 6) + shift() + 0.101);
    world.add(ball(std::string("ball").append(std::to_string(1000 + i)), 0.1, 10, at));
  }
  return world;
}

/// 300 spheres of radius 0.7 to 1.2 m that fall into a container.
World container(double step, int threads) {
  constexpr int kSpheres = 300;
  WorldSpec world_spec;
  world_spec.step = step;
  world_spec.threads = threads;
  MaterialSpec& material = world_spec.materials.named["default"];
  material.mu_static = material.mu_kinetic = 0.5;
  world_spec.contact.solver = sweeps(10);
  World world(world_spec);
  world.add_ground();
  const double half = 1.5 * std::cbrt(static_cast<double>(kSpheres));
  for (int wall = 0; wall < 4; ++wall) {
    const double sign = wall % 2 == 0 ? -1 : 1;
    ModelSpec spec;
    spec.name = std::string("wall").append(std::to_string(wall));
    spec.geometry = GeometryRecord{};
    spec.geometry->kind = GeometryKind::kPlane;
    spec.is_static = true;
    const Vector3 inwards = wall < 2 ? Vector3(-sign, 0, 0) : Vector3(0, -sign, 0);
    spec.pose.R = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), inwards).toRotationMatrix();
    spec.pose.p = -half * inwards;
    world.add(spec);
  }
  std::mt19937 random(7);
  const auto uniform = [&](double lo, double hi) {
    return lo + (hi - lo) * std::ldexp(static_cast<double>(random()), -32);
  };
  std::vector<std::pair<Vector3, double>> placed;
  for (double top = 1.5; static_cast<int>(placed.size()) < kSpheres; top += 0.005) {
    const double r = uniform(0.7, 1.2);
    const Vector3 at(uniform(-half + r, half - r), uniform(-half + r, half - r),
                     uniform(r, top + r));
    const bool free = std::none_of(placed.begin(), placed.end(), [&](const auto& other) {
      return (other.first - at).norm() < other.second + r;
    });
    if (!free) continue;
    placed.emplace_back(at, r);
    world.add(
        ball(std::string("ball").append(std::to_string(1000 + placed.size())), r, r * r * r, at));
  }
  return world;
}

struct Bench {
  const char* name;
  World (*make)(int threads);
  int settle, steps;  ///< before and while it is measured
};

constexpr std::array<Bench, 9> kBenches = {
    Bench{"quadruped", [](int threads) { return quadrupeds(1, threads); }, 2000, 20000},
    Bench{"quadruped-25", [](int threads) { return quadrupeds(25, threads); }, 1000, 1000},
    Bench{"quadruped-64", [](int threads) { return quadrupeds(64, threads); }, 500, 400},
    Bench{"quadruped-256", [](int threads) { return quadrupeds(256, threads); }, 400, 100},
    Bench{"666 at 1 ms", [](int threads) { return lattice(0.001, threads); }, 0, 10000},
    Bench{"666 at 4 ms", [](int threads) { return lattice(0.004, threads); }, 0, 2500},
    Bench{"666 at 10 ms", [](int threads) { return lattice(0.01, threads); }, 0, 1000},
    Bench{"spheres-300 at 1/60 s", [](int threads) { return container(1.0 / 60, threads); }, 0,
          300},
    Bench{"spheres-300 at 1/240 s", [](int threads) { return container(1.0 / 240, threads); }, 0,
          1200}};

/// Σ of the squared depths of the contacts [m²].
double squared_depth(const World& world) {
  double sum = 0;
  for (const ContactInfo& contact : world.contacts()) {
    sum += std::pow(std::max(0.0, -contact.phi), 2);
  }
  return sum;
}

void run(const Bench& bench, const Options& options) {
  constexpr int kBatches = 200;
  World world = bench.make(options.threads);
  for (int k = 0; k < bench.settle; ++k) world.step();
  world.set_profiling(options.profile);
  const int steps = options.steps > 0 ? options.steps : bench.steps;
  const int batch = std::max(1, steps / kBatches);
  RunTotals totals;
  double depth = 0, total = 0, warm = 0;
  std::vector<double> times;
  for (int done = 0; done < steps; done += batch) {
    double microseconds = 0;
    for (int k = 0; k < batch; ++k) {
      const auto start = Clock::now();
      const StepReport& report = world.step();
      microseconds += std::chrono::duration<double, std::micro>(Clock::now() - start).count();
      totals.add(report);
      warm += report.iterations == 0;
      depth += squared_depth(world);
    }
    times.push_back(microseconds / batch);
    total += microseconds;
  }
  const auto taken = static_cast<double>(totals.steps);
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  std::printf(
      "%-24s %9.3f us/step, least %9.3f, median %9.3f; residual %.1e, %.2f iterations, none in "
      "%.0f %%, depth^2 %.2e m^2, deepest %.1e m, approximate %lld\n",
      bench.name, total / taken, *std::min_element(times.begin(), times.end()),
      times[times.size() / 2], totals.worst_residual,
      static_cast<double>(totals.iterations) / taken, 100 * warm / taken, depth / taken,
      totals.max_penetration, static_cast<long long>(totals.approximate_islands));
  if (!options.profile) return;
  for (int stage = 0; stage < static_cast<int>(Stage::kCount); ++stage) {
    std::printf("    %-12s %9.3f us\n", stage_name(static_cast<Stage>(stage)),
                1e-3 * static_cast<double>(totals.nanoseconds[stage]) / taken);
  }
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--profile") {
      options.profile = true;
    } else if (word == "--scene" && i + 1 < argc) {
      options.scene = argv[++i];
    } else if (word == "--steps" && i + 1 < argc) {
      options.steps = std::atoi(argv[++i]);
    } else if (word == "--threads" && i + 1 < argc) {
      options.threads = std::max(1, std::atoi(argv[++i]));
    } else {
      std::fprintf(stderr,
                   "usage: bench_step [--scene NAME] [--steps N] [--threads N] [--profile]\n");
      std::exit(1);
    }
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  for (const Bench& bench : kBenches) {
    // Name of a scene, or a common prefix of several.
    if (options.scene.empty() || options.scene == bench.name ||
        (options.scene.back() == '*' &&
         std::strncmp(options.scene.c_str(), bench.name, options.scene.size() - 1) == 0)) {
      run(bench, options);
    }
  }
  return 0;
}

}  // namespace cardan::bench

int main(int argc, char** argv) { return cardan::bench::main(argc, argv); }
