#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>

#include "apps/choose_pair.h"
#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/load_solvers.h"
#include "apps/printable_text.h"
#include "apps/process/activity.h"
#include "apps/sdf_file.h"
#include "apps/step_count.h"
#include "cardan/error.h"
#include "cardan/explanation.h"
#include "cardan/scene.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

struct ExplainOptions {
  std::string file, solver, formulation;
  std::int64_t step = 0;  ///< 0: the first step with an unsolved island, else the last step
  int island = -1;        ///< −1: the unsolved islands, else the largest one
  int threads = 1;
  bool json = false;
  double limit = std::numeric_limits<double>::infinity();  ///< wall-clock limit [s]
  std::vector<std::string> plugins;
};

bool in_trouble(const StepReport& report) {
  for (const IslandReport& island : report.islands) {
    if (island.troubled()) return true;
  }
  return false;
}

Scene scene_as_asked(const ExplainOptions& options) {
  Scene scene = load_scene(options.file, {}, scene_options());
  scene.world.threads = options.threads;
  for (const std::string& directory : options.plugins) {
    scene.world.plugin_directories.emplace_back(directory);
  }
  PairRequest request{std::nullopt, options.solver};
  if (!options.formulation.empty()) request.formulation = parse_formulation(options.formulation);
  const SolverRegistry registry = load_solvers(scene.world.plugin_directories);
  choose_pair(request, registry, scene.world.contact);
  return scene;
}

// Runs up to the requested step.
World advanced(const Scene& scene, const ExplainOptions& options) {
  const std::int64_t steps = number_of_steps(scene);
  if (options.step > steps) {
    throw Error("there is no step " + std::to_string(options.step), options.file,
                "the scene ends after " + std::to_string(steps));
  }
  activity::set(scene.file + ", its world and solvers");
  World world = make_world(scene);
  const std::int64_t last = options.step > 0 ? options.step : steps;
  for (std::int64_t i = 0; i < last; ++i) {
    const StepReport& report = world.step();
    if (options.step == 0 && in_trouble(report)) break;
  }
  return world;
}

// Selects the islands to explain.
std::vector<std::size_t> chosen(const std::vector<IslandView>& views,
                                const ExplainOptions& options) {
  if (options.island >= 0) {
    const std::size_t island = static_cast<std::size_t>(options.island);
    if (island < views.size()) return {island};
    throw Error("there is no island " + std::to_string(options.island), options.file,
                "this step has " + std::to_string(views.size()));
  }
  std::vector<std::size_t> islands;
  std::size_t largest = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].report.troubled()) islands.push_back(i);
    if (views[i].report.rows > views[largest].report.rows) largest = i;
  }
  if (islands.empty() && !views.empty()) islands.push_back(largest);
  return islands;
}

std::vector<Explanation> explain_scene(const ExplainOptions& options, std::string& head) {
  const Scene scene = scene_as_asked(options);
  const World world = advanced(scene, options);
  const std::vector<IslandView> views = view_islands(world);
  std::string chain;
  for (const std::string& id : world.chain()) chain.append(chain.empty() ? "" : " > ").append(id);
  head = one_line_text(scene.name) + ", step " + std::to_string(world.steps()) + " to " +
         number_text(world.time(), 2) + " s, formulation " + world.formulation() + ", chain " +
         chain + ", " + std::to_string(views.size()) + " islands\n";
  for (const std::string& message : world.report().messages) head += one_line_text(message) + "\n";
  std::vector<Explanation> explanations;
  for (const std::size_t i : chosen(views, options)) {
    explanations.push_back(explain_island(views[i], world.chain(),
                                          scene.world.contact.solver.tolerance.value_or(1e-8)));
    explanations.back().title = "island " + std::to_string(i);
  }
  return explanations;
}

bool is_scene(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".yaml" || extension == ".yml";
}

// A problem file contains one island, and this command does not solve it, so options of scenes are
// rejected.
void require_no_option_of_scenes(const ExplainOptions& options) {
  const std::pair<const char*, bool> given[] = {
      {"--step", options.step > 0},          {"--island", options.island >= 0},
      {"--solver", !options.solver.empty()}, {"--formulation", !options.formulation.empty()},
      {"--threads", options.threads != 1},   {"--plugins", !options.plugins.empty()}};
  for (const auto& [option, is_given] : given) {
    if (!is_given) continue;
    throw Error(std::string(option) + " applies to scenes, but this is a problem file",
                options.file, "remove it; use cardan solve to choose a solver for a problem file");
  }
}

int explain(const ExplainOptions& options) {
  if (std::isfinite(options.limit)) {
    activity::set(options.file + ", explained");
    activity::set_kill_time(options.limit);
  }
  std::string head;
  std::vector<Explanation> explanations;
  if (is_scene(options.file)) {
    explanations = explain_scene(options, head);
  } else {
    require_no_option_of_scenes(options);
    explanations.push_back(explain_file(read_problem(options.file)));
  }
  if (options.json) {
    std::cout << explanation_json(explanations);
    return kDone;
  }
  std::cout << head;
  for (const Explanation& explanation : explanations) std::cout << explanation_text(explanation);
  return kDone;
}

}  // namespace

void add_explain_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "explain", "Explain why an island is hard to solve, what was tried, and what to change");
  auto options = std::make_shared<ExplainOptions>();
  command->add_option("file", options->file, "Scene (YAML) or problem file")->required();
  command
      ->add_option("--step", options->step,
                   "Step to explain; default: the first step with an island that the first solver "
                   "did not solve, else the last step")
      ->check(step_number());
  command
      ->add_option("--island", options->island,
                   "Island of the step, counted from 0; default: all islands that the first "
                   "solver did not solve, else the largest island")
      ->check(number_from_0());
  command->add_option("--solver", options->solver, "Id of the solver plugin");
  command->add_option("--formulation", options->formulation, "Contact formulation");
  command->add_option("--threads", options->threads, "Number of threads")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--plugins", options->plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command
      ->add_option("--timeout", options->limit,
                   "Wall-clock limit [s], after which the command ends with exit code 3")
      ->check(positive_number());
  command->callback([options, &exit_code] { exit_code = explain(*options); });
}

}  // namespace cardan::app
