#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>

#include "cardan/core/atomic_file.h"
#include "cardan/core/error.h"
#include "cardan/sim/run_report.h"
#include "cardan/sim/scene.h"
#include "command_line.h"
#include "commands.h"
#include "compare_pairs.h"
#include "compare_table.h"
#include "line_plot.h"
#include "progress.h"
#include "step_count.h"

namespace cardan::app {

namespace {

struct CompareOptions {
  std::string scene;
  CompareRequest request;
  std::string model, plot, json, markdown;
  double step = 0, duration = -1;  ///< [s]; not given: those of the scene
  /// On the clock, of one run [s]: a run that is slower ends early.
  double limit = std::numeric_limits<double>::infinity();
  int threads = 1;
  std::vector<std::string> plugins;
};

Scene load_as_asked(const CompareOptions& options) {
  Scene scene = load_scene(options.scene);
  if (options.step > 0) scene.time.step = scene.world.step = options.step;
  if (options.duration >= 0) scene.time.duration = options.duration;
  scene.world.threads = options.threads;
  for (const std::string& directory : options.plugins) {
    scene.world.plugin_directories.emplace_back(directory);
  }
  return scene;
}

void step_through(const Scene& scene, double limit, World& world, Outcome& outcome) {
  using Clock = std::chrono::steady_clock;
  const std::int64_t steps = number_of_steps(scene);
  Progress progress(static_cast<double>(steps) * scene.world.step);
  Clock::duration spent{};
  outcome.trajectory = Trajectory(steps);
  outcome.trajectory.sample(world);
  for (std::int64_t i = 0; i < steps; ++i) {
    const Clock::time_point start = Clock::now();
    apply_forces(scene, world);
    const StepReport& report = world.step();
    spent += Clock::now() - start;
    outcome.summary.totals.add(report);
    outcome.trajectory.sample(world);
    progress.show(world);
    outcome.finished = i + 1 == steps || std::chrono::duration<double>(spent).count() < limit;
    if (!outcome.finished) break;
  }
  outcome.summary.step = scene.world.step;
  outcome.summary.wall_seconds = std::chrono::duration<double>(spent).count();
}

// A pair the world refuses (a material the formulation does not take) is no reason to lose the
// others.
Outcome run_pair(Scene scene, double limit, const ComparedPair& pair) {
  Outcome outcome;
  outcome.label = pair.label;
  scene.world.contact = pair.contact;
  scene.world.contact.shadow.reset();  // its time is not the pair's
  scene.lines.contact = 0;
  try {
    World world = make_world(scene);
    outcome.solver = world.solver();
    step_through(scene, limit, world, outcome);
  } catch (const Error& error) {
    outcome.refused = error.what();
  }
  return outcome;
}

// What the run would find out at its end.
void check_model(const CompareOptions& options, const Scene& scene) {
  bool free = false, known = options.model.empty();
  for (const ModelSpec& model : scene.models) {
    known = known || model.name == options.model;
    free = free || (!model.is_static && model.base != BaseKind::kFixed);
  }
  if (!known) {
    throw Error("no model '" + options.model + "' in the scene", options.scene,
                "name one of it with --model");
  }
  if (!options.plot.empty() && !free) {
    throw Error("nothing to plot: no model moves about", options.scene);
  }
  if (!options.plot.empty() && options.plot == options.json) {
    throw Error("the same file is named twice", options.plot, "give each output its own name");
  }
}

// The model whose path is shown: the one that is named, else the first that is free to move about.
std::string shown_model(const CompareOptions& options, const Outcome& outcome) {
  if (!options.model.empty()) {
    if (outcome.trajectory.find(options.model) != nullptr) return options.model;
    throw Error("no model '" + options.model + "' that moves", options.scene,
                "name one of the scene with --model");
  }
  for (const Trajectory::Track& track : outcome.trajectory.tracks()) {
    if (track.floating) return track.model;
  }
  return "";
}

std::string plot_of(const std::vector<Outcome>& outcomes, const std::string& model) {
  Chart path{"path of " + model + ", from above", "x [m]", "y [m]", true, {}};
  Chart speed{"speed of " + model, "time [s]", "speed [m/s]", false, {}};
  for (const Outcome& outcome : outcomes) {
    const Trajectory::Track* track = outcome.trajectory.find(model);
    if (track == nullptr) continue;
    const std::string label = outcome.label + " (" + outcome.solver + ")";
    Curve way{label, {}, {}};
    for (const Vector3& p : track->position) {
      way.x.push_back(p.x());
      way.y.push_back(p.y());
    }
    path.curves.push_back(way);
    speed.curves.push_back({label, outcome.trajectory.time(), track->speed});
  }
  return svg_of({path, speed});
}

int compare(const CompareOptions& options) {
  const Scene scene = load_as_asked(options);
  number_of_steps(scene);  // refuses what will not end
  check_model(options, scene);
  for (const std::string& file : {options.plot, options.json, options.markdown}) {
    if (!file.empty()) require_writable(file);
  }
  const SolverRegistry registry(scene.world.plugin_directories);
  std::vector<std::string> skipped;
  const std::vector<ComparedPair> pairs =
      pairs_to_compare(options.request, registry, scene.world.contact, skipped);

  std::vector<Outcome> outcomes;
  const Outcome* reference = nullptr;
  outcomes.reserve(pairs.size());
  std::int64_t failed = 0;
  for (const ComparedPair& pair : pairs) {
    outcomes.push_back(run_pair(scene, options.limit, pair));
    failed += outcomes.back().summary.totals.failed_islands;
    if (reference == nullptr && outcomes.back().refused.empty()) reference = &outcomes.back();
  }
  if (reference == nullptr) throw Error(outcomes.front().refused);
  const std::string model = shown_model(options, *reference);
  const std::vector<OutcomeRow> rows = rows_of(outcomes, *reference, model);
  std::printf("%s: %lld steps of %g s\n", scene.name.c_str(),
              static_cast<long long>(reference->summary.totals.steps), scene.world.step);
  print_table(rows, model);
  for (const std::string& line : skipped) std::printf("skipped %s\n", line.c_str());
  std::fflush(stdout);
  if (!options.json.empty()) write_whole_file(options.json, json_of(rows, model));
  if (!options.markdown.empty()) write_whole_file(options.markdown, markdown_of(rows));
  if (!options.plot.empty()) {
    if (model.empty()) {
      throw Error("nothing to plot: no model moves about", options.scene,
                  "name one of its models with --model");
    }
    write_whole_file(options.plot, plot_of(outcomes, model));
  }
  if (failed == 0) return kDone;
  std::cerr << "cardan: " << scene.file << ": no solver of a chain gave a finite answer in "
            << failed << " islands and the last resort was used; the column fall shows in which run"
            << std::endl;
  return kSimulationFailed;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("compare", "Steps one scene with several formulations and solvers");
  auto options = std::make_shared<CompareOptions>();
  command->add_option("scene", options->scene, "Scene file (YAML)")->required();
  command->add_option("--formulations", options->request.formulations,
                      "all, or a list such as cone,polyhedral:directions=4,box");
  command->add_option("--solvers", options->request.solvers, "all, or a list of ids");
  command->add_option("--model", options->model,
                      "Whose path is shown; default: the first free one");
  command->add_option("--plot", options->plot,
                      "Write path and speed of the model to this SVG file");
  command->add_option("--json", options->json, "Write the table to this JSON file");
  command->add_option("--markdown", options->markdown,
                      "Write islands, residuals and speed as a table of Markdown");
  command->add_option("--limit", options->limit, "Seconds on the clock after which a run ends")
      ->check(positive_number());
  command->add_option("--step", options->step, "Time step [s] in place of the scene's")
      ->check(CLI::PositiveNumber);
  command->add_option("--duration", options->duration, "Length of each run [s]")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--threads", options->threads, "Threads that step the islands")
      ->check(CLI::Range(1, 1024));
  command->add_option("--plugins", options->plugins, "Folder searched first for solver plugins")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->callback([options, &exit_code] { exit_code = compare(*options); });
}

}  // namespace cardan::app
