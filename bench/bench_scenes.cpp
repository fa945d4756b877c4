#include <sched.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "bench/scenes/measure.h"
#include "bench/scenes/settings.h"
#include "cardan/error.h"

/// Runs whole scenes in every engine, alternating, each in a separate process. Prints Markdown.
namespace cardan::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> scenes = scene_names();
  std::string json_file;
  fs::path native;  // folder of the native scene_cardan, "": none
  int rounds = 3;
  double limit = 5;  // [s] of processor time of one repetition
  int core = 0;
};

struct Contestant {
  Setting setting;
  fs::path program;
  std::vector<Json> rows;  // one a round
  bool refused = false;    // unsupported scene, or crashed

  double rate(double quantile) const {
    std::vector<double> rates;
    for (const Json& row : rows) rates.push_back(row["steps_per_s"]);
    std::sort(rates.begin(), rates.end());
    const double at = quantile * static_cast<double>(rates.size() - 1);
    const auto low = static_cast<std::size_t>(std::floor(at));
    const auto high = static_cast<std::size_t>(std::ceil(at));
    return (rates[low] + rates[high]) / 2;
  }
  bool ours() const { return setting.program == "cardan"; }
  bool cut() const { return rows.back()["steps"] < rows.back()["steps_wanted"]; }
  bool sound() const { return !rows.empty() && rows.back()["sound"]; }
};

std::vector<Contestant> contestants(const std::string& scene, const Options& options) {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  std::vector<Contestant> result;
  for (const Setting& setting : settings()) {
    const std::string program = "scene_" + setting.program;
    if (!measured_in(setting, scene)) continue;
    if (setting.program == "cardan" && fs::exists(options.native / program))
      result.push_back({setting, options.native / program, {}});
    if (fs::exists(here / program)) result.push_back({setting, here / program, {}});
  }
  return result;
}

/// One run in a separate process; its stderr is forwarded.
void run(Contestant& contestant, const std::string& scene, double step, const Options& options) {
  char numbers[128];
  std::snprintf(numbers, sizeof numbers, " --step %.17g --limit %g", step, options.limit);
  const std::string command = "'" + contestant.program.string() + "' --json --scene " + scene +
                              " --solver " + contestant.setting.solver + numbers;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw Error("cannot start a process", command, "");
  std::string text;
  char buffer[4096];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
  const int status = pclose(pipe);
  // Engines may print other text; the row is the last line.
  const std::size_t begin = text.rfind("{\"engine\"");
  if (status != 0 || begin == std::string::npos) {
    contestant.refused = true;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 3)
      std::fprintf(stderr, "bench: no answer from: %s\n", command.c_str());
    return;
  }
  contestant.rows.push_back(Json::parse(text.substr(begin)));
}

void measure_all(std::vector<Contestant>& all, const std::string& scene, double step,
                 const Options& options) {
  for (int round = 0; round < options.rounds; ++round) {
    for (Contestant& contestant : all) {
      // A run too slow to complete is measured once.
      if (contestant.refused || (round > 0 && contestant.cut())) continue;
      run(contestant, scene, step, options);
    }
  }
}

double best_sound_peer(const std::vector<Contestant>& all) {
  double best = 0;
  for (const Contestant& contestant : all)
    if (!contestant.ours() && contestant.sound()) best = std::max(best, contestant.rate(0.5));
  return best;
}

void print_row(const Contestant& contestant, double best) {
  const Json& row = contestant.rows.back();
  std::printf("| %s %s | %s | %.4g | %.4g to %.4g | %.3g | %s |",
              row["engine"].get<std::string>().c_str(), row["version"].get<std::string>().c_str(),
              contestant.setting.solver.c_str(), contestant.rate(0.5), contestant.rate(0),
              contestant.rate(1), row["metric"].is_null() ? NAN : row["metric"].get<double>(),
              contestant.sound() ? "yes" : "no");
  if (row["residual"].is_null()) {
    std::printf(" |");
  } else {
    std::printf(" %.1e |", row["residual"].get<double>());
  }
  std::printf(" %d | %.0f |", row["contacts"].get<int>(), row["peak_rss"].get<double>());
  if (best > 0) {
    std::printf(" %.3g |", contestant.rate(0.5) / best);
  } else {
    std::printf(" |");
  }
  if (contestant.cut()) {
    std::printf(" %ld of %ld steps |", row["steps"].get<long>(), row["steps_wanted"].get<long>());
  } else {
    std::printf(" |");
  }
  std::printf("\n");
}

constexpr const char* unit(Metric metric) {
  switch (metric) {
    case Metric::kRolling:
      return "mean squared error of the velocities, m²/s²";
    case Metric::kPenetration:
      return "mean sum of squared penetrations, m²";
    case Metric::kEnergy:
      return "mean squared error of the energy, J²";
    case Metric::kMomentum:
      return "mean squared error of the momentum, kg² m²/s²";
    case Metric::kDrift:
      return "largest drift along the ground, m";
    case Metric::kPile:
      return "deepest penetration over half the smaller width (the radius of spheres)";
  }
  return "";
}

/// Rows of all rounds as data: one per contestant, with the spread of its rates.
void add_rows(const std::vector<Contestant>& all, Json& rows) {
  for (const Contestant& contestant : all) {
    if (contestant.rows.empty()) continue;
    Json row = contestant.rows.back();
    row["steps_per_s"] = contestant.rate(0.5);
    row["steps_per_s_min"] = contestant.rate(0);
    row["steps_per_s_max"] = contestant.rate(1);
    row["rounds"] = contestant.rows.size();
    rows.push_back(row);
  }
}

void print_scene(const std::string& name, const Options& options, Json& rows) {
  Scene scene;
  try {
    scene = make_scene(name);
  } catch (const Error& error) {
    std::printf("### %s\n\nskipped: %s\n\n", name.c_str(), error.what());
    return;
  }
  const std::string robot = scene.robot ? " (" + scene.robot_name + ")" : "";
  std::printf("### %s%s\n\n%g s; metric: %s. Sound: %s.\n\n", name.c_str(), robot.c_str(),
              scene.duration, unit(scene.metric), criterion(scene));
  for (const double step : scene.steps) {
    std::vector<Contestant> all = contestants(name, options);
    measure_all(all, name, step, options);
    const double best = best_sound_peer(all);
    std::printf(
        "Step %.4g ms:\n\n| engine | solver | steps/s | range | metric | sound | "
        "residual, m/s | contacts | MiB | ratio to the best sound peer | cut |\n"
        "|---|---|---:|---:|---:|---|---:|---:|---:|---:|---|\n",
        1e3 * step);
    for (const Contestant& contestant : all)
      if (!contestant.rows.empty()) print_row(contestant, best);
    std::printf("\n");
    std::fflush(stdout);
    add_rows(all, rows);
  }
}

void print_settings() {
  std::printf("| engine | solver | settings |\n|---|---|---|\n");
  for (const Setting& setting : settings())
    std::printf("| %s | %s | %s |\n", setting.program.c_str(), setting.solver.c_str(),
                setting.meaning.c_str());
  std::printf("\n");
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view key = argv[i];
    if (key == "--quick") {
      options.rounds = 1;
      options.limit = 1;
      continue;
    }
    if (i + 1 == argc) throw Error("option lacks a value", argv[i], "");
    const char* value = argv[++i];
    if (key == "--scene") {
      options.scenes = {value};
      make_scene(value);  // throws
    } else if (key == "--json") {
      options.json_file = value;
    } else if (key == "--native") {
      options.native = value;
    } else if (key == "--limit") {
      options.limit = std::atof(value);
    } else if (key == "--samples") {
      options.rounds = std::max(1, std::atoi(value));
    } else if (key == "--core") {
      options.core = std::atoi(value);
    } else {
      throw Error("unknown option", argv[i - 1], "see scripts/bench --help");
    }
  }
  return options;
}

void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    std::fprintf(stderr, "bench: cannot pin to core %d\n", core);
}

int main_scenes(int argc, char** argv) {
  const Options options = parse(argc, argv);
  pin(options.core);  // inherited by the processes of the engines
  print_settings();
  Json rows = Json::array();
  for (const std::string& scene : options.scenes) print_scene(scene, options, rows);
  if (options.json_file.empty()) return 0;
  std::ofstream file(options.json_file);
  for (std::size_t i = 0; i < rows.size(); ++i) file << (i == 0 ? "[" : ",\n ") << rows[i].dump();
  file << (rows.empty() ? "[]\n" : "]\n");
  if (!file.flush()) throw Error("cannot write", options.json_file, "");
  return 0;
}

}  // namespace
}  // namespace cardan::bench

int main(int argc, char** argv) {
  try {
    return cardan::bench::main_scenes(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 2;
  }
}
