#include <cstdio>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <set>

#include "cardan/core/atomic_file.h"
#include "cardan/core/error.h"
#include "cardan/sim/run_report.h"
#include "cardan/sim/scene.h"
#include "command_line.h"
#include "commands.h"
#include "compare_page.h"
#include "compare_pairs.h"
#include "compare_table.h"
#include "plot/svg.h"
#include "progress.h"
#include "step_count.h"

namespace cardan::app {

namespace {

struct CompareOptions {
  std::string scene;
  CompareRequest request;
  std::string model, reference;  ///< "" not named
  std::string plot, html, json, markdown;
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
  outcome.formulation = pair.contact.formulation.value_or(FormulationSpec{}).id;
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
  bool known = options.model.empty();
  for (const ModelSpec& model : scene.models) known = known || model.name == options.model;
  if (!known) {
    throw Error("no model '" + options.model + "' in the scene", options.scene,
                "name one of it with --model");
  }
}

// Each output has a file of its own that can be written.
void check_files(const CompareOptions& options) {
  std::set<std::string> files;
  for (const std::string& file : {options.plot, options.html, options.json, options.markdown}) {
    if (file.empty()) continue;
    if (!files.insert(file).second) {
      throw Error("the same file is named twice", file, "give each output its own name");
    }
    require_writable(file);
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

void write_files(const CompareOptions& options, const Comparison& comparison) {
  if (!options.json.empty()) {
    write_whole_file(options.json, json_of(comparison.rows, comparison.model));
  }
  if (!options.markdown.empty()) write_whole_file(options.markdown, markdown_of(comparison.rows));
  if (!options.plot.empty()) {
    write_whole_file(options.plot, svg_document(charts_of(comparison)));
  }
  if (!options.html.empty()) write_whole_file(options.html, page_of(comparison));
}

// Of all runs together.
int verdict(const Scene& scene, const std::vector<Outcome>& outcomes) {
  std::int64_t failed = 0;
  for (const Outcome& outcome : outcomes) failed += outcome.summary.totals.failed_islands;
  if (failed == 0) return kDone;
  std::cerr << "cardan: " << scene.file << ": no solver of a chain gave a finite answer in "
            << failed << " islands and the last resort was used; the column fall shows in which run"
            << std::endl;
  return kSimulationFailed;
}

int compare(const CompareOptions& options) {
  const Scene scene = load_as_asked(options);
  number_of_steps(scene);  // refuses what will not end
  check_model(options, scene);
  check_files(options);
  const SolverRegistry registry(scene.world.plugin_directories);
  Comparison comparison;
  std::vector<ComparedPair> pairs =
      pairs_to_compare(options.request, registry, scene.world.contact, comparison.skipped);
  std::optional<std::size_t> asked;
  if (!options.reference.empty()) {
    asked = require_pair(options.reference, registry, scene.world.contact, pairs);
  }

  std::vector<Outcome> outcomes;
  outcomes.reserve(pairs.size());
  for (const ComparedPair& pair : pairs) {
    outcomes.push_back(run_pair(scene, options.limit, pair));
  }
  const Outcome* reference = asked ? &outcomes[*asked] : find_reference(outcomes);
  if (reference == nullptr) throw Error(outcomes.front().refused);
  if (!reference->refused.empty()) throw Error(reference->refused);
  comparison.scene = scene.name;
  comparison.file = scene.file;
  comparison.model = shown_model(options, *reference);
  comparison.rows = rows_of(outcomes, *reference, comparison.model);
  comparison.reference = reference;
  std::printf("%s: %lld steps of %g s\n", scene.name.c_str(),
              static_cast<long long>(reference->summary.totals.steps), scene.world.step);
  print_table(comparison.rows, comparison.model);
  for (const std::string& line : comparison.skipped) std::printf("skipped %s\n", line.c_str());
  std::fflush(stdout);
  write_files(options, comparison);
  return verdict(scene, outcomes);
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
                      "Write path, speed, drift and residual to this SVG file");
  command->add_option("--html", options->html, "Write table and plots to this HTML file");
  command->add_option("--reference", options->reference,
                      "Pair that drift is measured from, such as cone/conic; default: the most "
                      "accurate with exact cones");
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
