#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "bench/scenes/measure.h"

/// scene_<engine> --scene NAME --step H --solver S [--limit SECONDS]: one row of JSON. Exit status
/// 3: the engine does not support this scene.
namespace cardan::bench {

void refuse_solver(const std::string& engine, const EngineOptions& options) {
  std::fprintf(stderr, "scene_%s: no solver named '%s'\n", engine.c_str(), options.solver.c_str());
  std::exit(2);
}

namespace {

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

int run(int argc, char** argv) {
  std::string name = "666";
  EngineOptions options;
  MeasureLimits limits;
  for (int i = 1; i < argc; ++i) {
    const std::string_view key = argv[i];
    if (key == "--json") continue;  // the only supported form
    if (i + 1 == argc) {
      std::fprintf(stderr, "%s: %s lacks a value\n", argv[0], argv[i]);
      return 2;
    }
    const char* value = argv[++i];
    if (key == "--scene") {
      name = value;
    } else if (key == "--step") {
      options.step = std::atof(value);
    } else if (key == "--solver") {
      options.solver = value;
    } else if (key == "--limit") {
      limits.seconds = std::atof(value);
    } else {
      std::fprintf(stderr, "%s: unknown option %s\n", argv[0], argv[i - 1]);
      return 2;
    }
  }
  const Scene scene = make_scene(name);
  if (options.step <= 0) options.step = scene.steps.front();
  auto engine = make_engine(scene, options);
  if (engine == nullptr) return 3;
  nlohmann::ordered_json row;
  row["engine"] = engine->name();
  row["version"] = engine->version();
#ifdef CARDAN_BENCH_NATIVE
  row["build"] = "native";
#else
  row["build"] = "portable";
#endif
  row["scene"] = scene.name;
  if (scene.robot) row["robot"] = scene.robot_name;
  row["step"] = options.step;
  row["solver"] = options.solver;
  engine.reset();
  const Measurement result =
      measure(scene, options.step, limits, [&] { return make_engine(scene, options); });
  row["steps_per_s"] = result.steps_per_s;
  row["metric"] = result.metric;
  row["sound"] = result.sound;
  row["peak_rss"] = peak_mebibytes();
  row["contacts"] = result.contacts;
  row["residual"] = nullptr;
  if (result.residual) row["residual"] = *result.residual;
  if (result.islands) {
    row["islands"] = result.islands->all;
    row["approximate_islands"] = result.islands->approximate;
    row["failed_islands"] = result.islands->failed;
  }
  row["moving"] = result.moving;
  if (result.height) row["height"] = *result.height;
  row["steps"] = result.steps;
  row["steps_wanted"] = result.wanted;
  row["repetitions"] = result.repetitions;
  std::printf("%s\n", row.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace cardan::bench

int main(int argc, char** argv) {
  try {
    return cardan::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
