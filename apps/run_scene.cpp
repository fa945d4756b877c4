#include "apps/run_scene.h"

#include <algorithm>
#include <cmath>

#include "apps/choose_pair.h"
#include "apps/command_line.h"
#include "apps/load_solvers.h"
#include "apps/scene_source.h"
#include "apps/xacro.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

constexpr const char* kSolverPath = "contact.solver";

struct Overrides {
  std::vector<SceneOverride> of_scene;
  std::vector<SceneOverride> of_solver;  ///< below contact.solver, if --solver names a solver
};

Overrides parse_overrides(const SceneRequest& request) {
  const std::string below = std::string(kSolverPath) + ".";
  Overrides overrides;
  for (const std::string& text : request.set) {
    const auto [path, value] = split_assignment(text, "--set", "PATH=VALUE");
    const bool names_solver = path == kSolverPath || path == below + "id";
    if (!request.solver.empty() && names_solver && value != request.solver) {
      throw Error("--set " + text + " and --solver " + request.solver + " name two solvers", "",
                  "remove one of them");
    }
    const bool of_solver =
        !request.solver.empty() && !names_solver && path.compare(0, below.size(), below) == 0;
    (of_solver ? overrides.of_solver : overrides.of_scene).push_back({path, value});
  }
  return overrides;
}

// Adds the solver options of --set to those of the solver.
void lay_over(const SolverSpec& given, SolverSpec& solver) {
  for (const SolverOption& option : given.options) {
    const auto same =
        std::find_if(solver.options.begin(), solver.options.end(),
                     [&](const SolverOption& one) { return one.name == option.name; });
    if (same != solver.options.end()) {
      *same = option;
    } else {
      solver.options.push_back(option);
    }
  }
  if (given.tolerance || given.accuracy) {
    solver.tolerance = given.tolerance;
    solver.accuracy = given.accuracy;
  }
  if (given.max_iterations) solver.max_iterations = given.max_iterations;
  if (!given.fallback.empty()) solver.fallback = given.fallback;
}

// The solver of --solver, with exactly the options of --set.
SolverSpec solver_as_set(const SceneSource& source, const SceneRequest& request,
                         const Overrides& overrides) {
  std::vector<SceneOverride> all = overrides.of_scene;
  all.push_back({kSolverPath, request.solver});
  all.insert(all.end(), overrides.of_solver.begin(), overrides.of_solver.end());
  return source.load(all).world.contact.solver;
}

// An option set for a solver that --formulation replaces would be lost.
void require_no_option_lost(const SceneRequest& request, const std::string& former,
                            const std::string& now) {
  if (former == now) return;
  const std::string below = std::string(kSolverPath) + ".";
  for (const std::string& text : request.set) {
    if (text.compare(0, below.size(), below) != 0) continue;
    throw Error("--set " + text + " is an option of solver '" + former + "', which --formulation " +
                    request.formulation + " replaces with '" + now + "'",
                request.file, "name the solver with --solver");
  }
}

void set_time(const SceneRequest& request, Scene& scene) {
  if (std::isnan(request.step) || std::isnan(request.duration)) {
    throw Error("--step or --duration is not a number", "", "give a number of seconds");
  }
  if (request.step > 0) scene.time.step = scene.world.step = request.step;
  if (request.duration >= 0) scene.time.duration = request.duration;
}

}  // namespace

Scene load_scene_as_asked(const SceneRequest& request, std::vector<std::string>& notes) {
  const Overrides overrides = parse_overrides(request);
  const SceneSource source(request.file, request.xacro_arguments);
  Scene scene = source.load(overrides.of_scene);
  scene.world.threads = request.threads;
  for (const std::string& directory : request.plugins) {
    scene.world.plugin_directories.emplace_back(directory);
  }
  set_time(request, scene);
  PairRequest pair{std::nullopt, request.solver};
  if (!request.formulation.empty()) pair.formulation = parse_formulation(request.formulation);
  // Looked up here as well as by the world, so that a rejected plugin is not reported as an error
  // of the scene.
  const SolverRegistry registry = load_solvers(scene.world.plugin_directories);
  SolverSpec& solver = scene.world.contact.solver;
  const std::string former = solver.id;
  notes = choose_pair(pair, registry, scene.world.contact);
  expand_robots(request.xacro_arguments, scene, notes);
  if (!overrides.of_solver.empty()) lay_over(solver_as_set(source, request, overrides), solver);
  if (request.solver.empty()) require_no_option_lost(request, former, solver.id);
  // An error in a pair from the command line is not an error of the file either.
  if (pair.formulation || !request.solver.empty()) scene.lines.contact = 0;
  return scene;
}

}  // namespace cardan::app
