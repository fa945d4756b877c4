#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "bench/peers/peer.h"
#include "bench/peers/robots.h"
#include "bench/scenes/engine.h"
#include "cardan/error.h"
#include "cardan/forward_dynamics.h"
#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"

/// Fixed runs of cardan for `scripts/bench counts`, in which callgrind counts the instructions of
/// one function. scene_counts --list prints the names of the runs. scene_counts --scene NAME prints
/// the number of steps (for kernels: calls) by which the counts are divided.
namespace cardan::bench {

/// callgrind collects within these two, by their names.
[[gnu::noipa]] void counted_steps(Engine& engine, int steps) {
  for (int i = 0; i < steps; ++i) engine.step();
}

[[gnu::noipa]] void counted_kernels(const Skeleton& skeleton, const peers::States& states,
                                    int calls) {
  Data data(skeleton);
  VectorX out(skeleton.nv());
  const Vector3 gravity(0, 0, -9.81);
  for (int i = 0; i < calls; ++i) {
    const std::size_t k = static_cast<std::size_t>(i) % states.q.size();
    const double* v = states.v[k].data();
    forward_kinematics(skeleton, data, states.q[k].data(), v);
    rnea(skeleton, data, v, states.a[k].data(), gravity, out.data());
    crba(skeleton, data);
    factorize_ltl(skeleton, data);
    aba(skeleton, data, v, states.tau[k].data(), gravity, out.data());
  }
}

namespace {

struct Run {
  const char *name, *scene;
  double step;  ///< [s]
  const char* solver;
  int settle, steps;  ///< before and while it is counted
};

constexpr Run kRuns[] = {
    {"quadruped-pd", "quadruped-pd", 5e-3, "default", 400, 200},
    {"quadruped-pd-25", "quadruped-pd-25", 5e-3, "default", 100, 20},
    {"quadruped-flight", "quadruped-pd", 5e-3, "default", 50, 200},
    {"666-first", "666", 4e-3, "default", 0, 50},
    {"666-rest", "666", 4e-3, "default", 750, 50},
    {"spheres-100-budget", "spheres-100", 1.0 / 60, "budget", 120, 30},
    {"spheres-300-heap", "spheres-300", 1.0 / 60, "heap", 0, 176},
};

constexpr const char* kKernels[] = {"kernels-quadruped", "kernels-chain-100"};
constexpr int kKernelCalls = 64;

int count_steps(const Run& run) {
  Scene scene = make_scene(run.scene);
  if (std::string_view(run.name) == "quadruped-flight") {
    scene.ground.reset();
    scene.pd = {};
  }
  const auto engine = make_engine(scene, {run.step, run.solver});
  for (int i = 0; i < run.settle; ++i) engine->step();
  counted_steps(*engine, run.steps);
  return run.steps;
}

int count_kernels(std::string_view name) {
  const auto skeleton = name == "kernels-chain-100" ? peers::make_chain(100)
                                                    : make_scene("quadruped-pd").robot->skeleton;
  counted_kernels(*skeleton, peers::make_states(*skeleton, kKernelCalls), kKernelCalls);
  return kKernelCalls;
}

int count(std::string_view name) {
  for (const Run& run : kRuns)
    if (name == run.name) return count_steps(run);
  for (const char* kernels : kKernels)
    if (name == kernels) return count_kernels(name);
  throw Error("no such run", std::string(name), "see --list");
}

int main_counts(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--list") {
    for (const Run& run : kRuns) std::printf("%s\n", run.name);
    for (const char* kernels : kKernels) std::printf("%s\n", kernels);
    return 0;
  }
  if (argc != 3 || std::string_view(argv[1]) != "--scene")
    throw Error("unknown option", argc > 1 ? argv[1] : "", "--list or --scene NAME");
  std::printf("%d\n", count(argv[2]));
  return 0;
}

}  // namespace
}  // namespace cardan::bench

int main(int argc, char** argv) {
  try {
    return cardan::bench::main_counts(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scene_counts: %s\n", error.what());
    return 2;
  }
}
