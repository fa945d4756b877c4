#include "planned_scenes.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cardan/core/error.h"
#include "cardan/sim/scene_needs.h"
#include "command_line.h"
#include "compare_pairs.h"

namespace cardan::app {

namespace {

std::vector<SceneOverride> overrides_in(const RegressOptions& options) {
  std::vector<SceneOverride> overrides;
  for (const std::string& text : options.overrides) {
    const auto [path, value] = split_assignment(text, "--set");
    overrides.push_back({path, value});
  }
  return overrides;
}

// What the command line sets holds in every case, as a further value of its point.
void set_in_cases(const std::vector<SceneOverride>& overrides, PlannedScene& planned) {
  for (CaseId& id : planned.plan.cases) {
    std::vector<std::pair<std::string, std::string>> point;
    for (const SceneOverride& set : overrides) {
      const auto swept = std::find_if(id.point.begin(), id.point.end(),
                                      [&](const auto& axis) { return axis.first == set.path; });
      if (swept != id.point.end()) {
        throw Error("the scene sweeps " + set.path, "--set " + set.path,
                    "leave it out, or take it out of the sweep");
      }
      point.emplace_back(set.path, set.value);
    }
    id.point.insert(id.point.begin(), point.begin(), point.end());
  }
}

// A name that nobody has is the command line's mistake, not that of every scene.
void require_names(const SweepRequest& request, const SolverRegistry& registry) {
  std::istringstream solvers(request.solvers == "all" ? "" : request.solvers);
  for (std::string id; std::getline(solvers, id, ',');) {
    if (!id.empty()) registry.require(id);
  }
  if (request.formulations == "all") return;
  for (const std::string& text : split_formulations(request.formulations)) {
    make_formulation(parse_formulation(text));
  }
}

// A robot that is not on this machine is no mistake of the scene.
bool lacks_what_it_needs(const std::string& file) {
  try {
    return !missing_needs(file).empty();
  } catch (const Error&) {
    return false;
  }
}

PlannedScene unreadable(const std::string& file, const std::string& why) {
  CaseResult error;
  error.id.file = file;
  error.id.scene = std::filesystem::path(file).stem().string();
  error.status = lacks_what_it_needs(file) ? CaseStatus::kSkipped : CaseStatus::kError;
  error.message = why;
  PlannedScene planned;
  planned.plan.skipped.push_back(error);
  return planned;
}

}  // namespace

std::vector<PlannedScene> plan_scenes(const RegressOptions& options) {
  const std::vector<SceneOverride> overrides = overrides_in(options);
  std::vector<std::filesystem::path> folders(options.plugins.begin(), options.plugins.end());
  const SolverRegistry registry(folders);
  require_names(options.sweep, registry);
  std::vector<PlannedScene> scenes;
  const std::vector<std::string> files = find_scenes(options.paths);
  for (const std::string& file : files) {
    PlannedScene planned;
    try {
      planned.scene = load_scene(file, overrides);
    } catch (const Error& error) {
      scenes.push_back(unreadable(file, error.what()));
      continue;
    }
    if (!options.filter.takes(planned.scene->name, planned.scene->tags)) continue;
    try {
      planned.plan = plan_cases(*planned.scene, options.sweep, registry);
      set_in_cases(overrides, planned);
    } catch (const Error& error) {
      scenes.push_back(unreadable(file, error.what()));
      continue;
    }
    scenes.push_back(std::move(planned));
  }
  if (scenes.empty()) {
    throw Error("none of " + std::to_string(files.size()) + " scenes fits --tag, --not-tag, --name",
                options.paths.front(), "see cardan regress --list");
  }
  return scenes;
}

}  // namespace cardan::app
