#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>

#include "apps/beside/compare_beside.h"
#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/compare_page.h"
#include "apps/compare_pairs.h"
#include "apps/compare_run.h"
#include "apps/compare_table.h"
#include "apps/input_files.h"
#include "apps/load_solvers.h"
#include "apps/output_files.h"
#include "apps/plot/svg.h"
#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/isolated.h"
#include "apps/run_verdict.h"
#include "apps/scene_source.h"
#include "apps/step_count.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/run_report.h"
#include "cardan/scene.h"
#include "core/atomic_file.h"
#include "view/replay_page.h"

namespace cardan::app {

namespace {

struct CompareOptions {
  std::string scene;
  std::string beside;  ///< another engine, "": none
  CompareRequest request;
  std::string model, reference;  ///< "": not given
  std::string plot, html, json, markdown;
  double html_rate = 60;           ///< frames per second of simulated time
  double step = 0, duration = -1;  ///< [s]; default: the values of the scene
  /// Wall-clock limit of the steps of one run [s].
  double limit = std::numeric_limits<double>::infinity();
  double timeout = kDefaultLimit;  ///< time limit of the process of one run [s]
  int threads = 1;
  std::vector<std::string> plugins;
};

Scene load_as_asked(const CompareOptions& options) {
  Scene scene = SceneSource(options.scene).load({});
  if (options.step > 0) scene.time.step = scene.world.step = options.step;
  if (options.duration >= 0) scene.time.duration = options.duration;
  scene.world.threads = options.threads;
  for (const std::string& directory : options.plugins) {
    scene.world.plugin_directories.emplace_back(directory);
  }
  return scene;
}

// Detects errors early that would otherwise occur only at the end.
void check_model(const CompareOptions& options, const Scene& scene) {
  bool known = options.model.empty();
  for (const ModelSpec& model : scene.models) known = known || model.name == options.model;
  if (!known) {
    throw Error("no model '" + options.model + "' in the scene", options.scene,
                "name one of its models with --model");
  }
}

// Every output must be writable, distinct from the other outputs, and not read by the scene.
void check_files(const CompareOptions& options, const Scene& scene) {
  require_outputs(input_files(scene), {{options.plot, "--plot"},
                                       {options.html, "--html"},
                                       {options.json, "--json"},
                                       {options.markdown, "--markdown"}});
}

// Model whose path is shown: the requested one, else the first that moves freely.
std::string shown_model(const CompareOptions& options, const Outcome& outcome) {
  if (!options.model.empty()) {
    if (outcome.trajectory.find(options.model) != nullptr) return options.model;
    throw Error("no model '" + options.model + "' that moves", options.scene,
                "name a moving model of the scene with --model");
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
  if (!options.markdown.empty()) {
    write_whole_file(options.markdown, markdown_of(comparison.rows, comparison.model));
  }
  if (comparison.reference == nullptr) return;  // nothing to draw
  if (!options.plot.empty()) {
    write_whole_file(options.plot, svg_document(charts_of(comparison), headline_of(comparison)));
  }
  if (options.html.empty()) return;
  const view::LimitedPage page = page_of(comparison, view::kPageLimit);
  write_whole_file(options.html, page.text);
  std::cout << one_line_text(view::describe(page.report, options.html)) << std::endl;
}

// Prints why a completed run failed. Returns true if it failed.
bool say_failure(const Scene& scene, const ComparedPair& pair, const Outcome& outcome) {
  const RunSummary& summary = outcome.summary;
  const std::string failure =
      failure_of({summary.totals, summary.energy_end, "a model"}, pair.contact.solver);
  if (failure.empty()) return false;
  std::cerr << "cardan: " << one_line_text(scene.file + ": " + outcome.label + ": " + failure)
            << std::endl;
  return true;
}

// Exit code over all runs. Outcomes are those of the first pairs.
int verdict(const Scene& scene, const std::vector<ComparedPair>& pairs,
            const std::vector<Outcome>& outcomes) {
  bool failed = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    failed |= say_failure(scene, pairs[i], outcomes[i]);
    failed |= !outcomes[i].ended.empty();
  }
  if (InterruptGuard::signal() != 0) return interrupted_exit_code(InterruptGuard::signal());
  return failed ? kSimulationFailed : kDone;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm broken{};
  ::gmtime_r(&now, &broken);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &broken);
  return text;
}

std::vector<Outcome> run_all(const CompareOptions& options, const Scene& scene,
                             const std::vector<ComparedPair>& pairs) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(pairs.size());
  for (const ComparedPair& pair : pairs) {
    outcomes.push_back(isolated_run(scene, {options.limit, options.timeout}, pair,
                                    options.html.empty() ? 0 : options.html_rate));
    if (InterruptGuard::signal() != 0) break;
  }
  return outcomes;
}

// The requested reference, else the one chosen automatically; null if none ran.
const Outcome* reference_of(const std::vector<Outcome>& outcomes,
                            const std::optional<std::size_t>& asked) {
  const bool interrupted = InterruptGuard::signal() != 0;
  if (asked && *asked < outcomes.size()) {
    const Outcome& named = outcomes[*asked];
    if (!named.refused.empty()) throw Error(named.refused, "--reference");
    if (ran(named)) return &named;
  }
  const Outcome* found = find_reference(outcomes);
  const bool all_refused = std::all_of(outcomes.begin(), outcomes.end(),
                                       [](const Outcome& one) { return !one.refused.empty(); });
  if (found == nullptr && all_refused && !interrupted) throw Error(outcomes.front().refused);
  return found;
}

void print_comparison(const Scene& scene, const Comparison& comparison) {
  const std::int64_t steps =
      comparison.reference != nullptr ? comparison.reference->summary.totals.steps : 0;
  std::printf("%s: %lld steps of %g s\n", one_line_text(scene.name).c_str(),
              static_cast<long long>(steps), scene.world.step);
  print_table(comparison.rows, comparison.model);
  for (const std::string& line : comparison.skipped) {
    std::printf("skipped %s\n", one_line_text(line).c_str());
  }
  std::fflush(stdout);
}

// Index of the first run of a pair, whatever its integrator.
std::optional<std::size_t> first_run_of(const ComparedPair& pair,
                                        const std::vector<ComparedPair>& runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& label = runs[i].label;
    const std::size_t prefix = runs[i].integrator ? label.find(": ") + 2 : 0;
    if (label.substr(prefix) == pair.label) return i;
  }
  return {};
}

int compare(const CompareOptions& options) {
  if (!options.beside.empty())
    return compare_beside_mujoco({options.scene, options.step, options.duration, options.timeout,
                                  options.json, options.markdown});
  const Scene scene = load_as_asked(options);
  number_of_steps(scene);  // rejects endless runs
  check_model(options, scene);
  check_files(options, scene);
  const SolverRegistry registry = load_solvers(scene.world.plugin_directories);
  Comparison comparison;
  std::vector<ComparedPair> pairs =
      pairs_to_compare(options.request, registry, scene.world.contact, comparison.skipped);
  std::optional<std::size_t> asked;
  if (!options.reference.empty()) {
    asked = require_pair(options.reference, registry, scene.world.contact, pairs);
  }
  const std::vector<ComparedPair> named = pairs;
  pairs = with_integrators(options.request.integrators, named, comparison.skipped);
  if (asked) {
    asked = first_run_of(named[*asked], pairs);
    if (!asked) throw Error("no requested integrator runs with the reference", "--reference");
  }

  const InterruptGuard guard;
  const std::vector<Outcome> outcomes = run_all(options, scene, pairs);
  comparison.reference = reference_of(outcomes, asked);
  comparison.scene = scene.name;
  comparison.file = scene.file;
  comparison.scene_text = scene.text;
  comparison.date = today();
  if (comparison.reference != nullptr) {
    comparison.model = shown_model(options, *comparison.reference);
  }
  comparison.rows = rows_of(outcomes, comparison.reference, comparison.model);
  print_comparison(scene, comparison);
  write_files(options, comparison);
  return verdict(scene, pairs, outcomes);
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "compare", "Run one scene with several formulations, solvers and integrators");
  auto options = std::make_shared<CompareOptions>();
  command->add_option("scene", options->scene, "Scene (YAML), robot, or MJCF file (.xml)")
      ->required();
  CLI::Option* beside =
      command
          ->add_option("--beside", options->beside,
                       "Also run an MJCF file in this engine (mujoco), and print the differences")
          ->check(CLI::IsMember({"mujoco"}));
  command->add_option("--formulations", options->request.formulations,
                      "Formulations: all, or a list such as cone,polyhedral:directions=4,box");
  command->add_option("--solvers", options->request.solvers, "Solvers: all, or a list of ids");
  command->add_option("--integrators", options->request.integrators,
                      "Integrators: all, or a list of semi_implicit_euler, midpoint, rk4");
  command->add_option("--model", options->model,
                      "Model whose path is shown; default: the first model that moves freely");
  command->add_option("--plot", options->plot,
                      "Write path, speed, drift and residual to this SVG file");
  CLI::Option* html = command->add_option(
      "--html", options->html,
      "Write one HTML page with the table, the plots and an overlaid replay of all runs");
  command
      ->add_option("--html-rate", options->html_rate,
                   "Frames per second of simulated time in the page, default 60")
      ->check(positive_number())
      ->needs(html);
  command->add_option("--reference", options->reference,
                      "Reference pair for the drift, such as cone/conic, run with the first of "
                      "the integrators; default: the most accurate pair with exact cones");
  command->add_option("--json", options->json, "Write the table to this JSON file");
  command->add_option("--markdown", options->markdown,
                      "Write islands, residuals and speed to this file as a Markdown table");
  command->add_option("--limit", options->limit, "Wall-clock limit for the steps of each run [s]")
      ->check(positive_number());
  command
      ->add_option("--timeout", options->timeout,
                   "Wall-clock limit for the process of each run [s], default 600")
      ->check(positive_number());
  command->add_option("--step", options->step, "Time step [s], which replaces that of the scene")
      ->check(positive_number());
  command->add_option("--duration", options->duration, "Duration of each run [s]")
      ->check(number_from_0());
  command->add_option("--threads", options->threads, "Number of threads")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--plugins", options->plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  for (const char* name : {"--formulations", "--solvers", "--integrators", "--model", "--plot",
                           "--html", "--reference", "--limit", "--threads", "--plugins"})
    beside->excludes(command->get_option(name));
  command->callback([options, &exit_code] { exit_code = compare(*options); });
}

}  // namespace cardan::app
