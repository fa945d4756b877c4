#include "apps/regress/planned_scenes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "apps/command_line.h"
#include "apps/compare_pairs.h"
#include "apps/load_solvers.h"
#include "apps/sdf_file.h"
#include "cardan/error.h"
#include "cardan/scene.h"

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

// Settings of the command line apply to every case, as another value of its point.
void set_in_cases(const std::vector<SceneOverride>& overrides, PlannedScene& planned) {
  for (CaseId& id : planned.plan.cases) {
    std::vector<std::pair<std::string, std::string>> point;
    for (const SceneOverride& set : overrides) {
      const auto swept = std::find_if(id.point.begin(), id.point.end(),
                                      [&](const auto& axis) { return axis.first == set.path; });
      if (swept != id.point.end()) {
        throw Error("the sweep of the scene varies " + set.path, "--set " + set.path,
                    "remove it from the command line or from the sweep");
      }
      point.emplace_back(set.path, set.value);
    }
    id.point.insert(id.point.begin(), point.begin(), point.end());
  }
}

// A name without any case is an error of the command line, not of every scene.
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

// None: not even the head is readable.
std::optional<SceneHead> head_of(const std::string& file) {
  try {
    return read_scene_head(file);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// A robot that is missing on this machine is not an error of the scene; everything else is.
bool is_about_a_need(const std::string& why, const SceneHead& head) {
  return std::any_of(head.missing.begin(), head.missing.end(),
                     [&](const std::string& path) { return why.find(path) != std::string::npos; });
}

PlannedScene unreadable(const std::string& file, const std::optional<SceneHead>& head,
                        const std::string& why) {
  CaseResult error;
  error.id.file = file;
  error.id.scene = std::filesystem::path(file).stem().string();
  error.status = CaseStatus::kError;
  error.message = why;
  if (head && head->is_scene) {
    error.id.scene = head->name;
    error.tags = head->tags;
    if (is_about_a_need(why, *head)) error.status = CaseStatus::kSkipped;
  }
  PlannedScene planned;
  planned.plan.skipped.push_back(error);
  return planned;
}

// Nothing: excluded by the filter.
std::optional<PlannedScene> plan_scene(const std::string& file, const RegressOptions& options,
                                       const std::vector<SceneOverride>& overrides,
                                       const SolverRegistry& registry) {
  const SceneFilter& filter = options.filter;
  PlannedScene planned;
  try {
    planned.scene = load_scene(file, overrides, scene_options());
    if (!filter.takes(planned.scene->name, planned.scene->tags)) return std::nullopt;
    planned.plan = plan_cases(*planned.scene, options.sweep, registry);
    set_in_cases(overrides, planned);
    return planned;
  } catch (const Error& error) {
    const std::optional<SceneHead> head = head_of(file);
    if (head && head->is_scene && !filter.takes(head->name, head->tags)) return std::nullopt;
    return unreadable(file, head, error.what());
  }
}

// Results, reports and captured problems are identified by name. The name of an unreadable scene is
// uncertain.
void require_own_names(const std::vector<PlannedScene>& scenes) {
  std::map<std::string, std::string> files;
  for (const PlannedScene& planned : scenes) {
    if (!planned.scene) continue;
    const auto [former, is_new] = files.emplace(planned.scene->name, planned.scene->file);
    if (is_new) continue;
    throw Error("two scenes have the name '" + planned.scene->name + "'",
                former->second + " and " + planned.scene->file,
                "rename one of them, or select by path or --tag");
  }
}

}  // namespace

std::vector<PlannedScene> plan_scenes(const RegressOptions& options,
                                      const std::vector<std::string>& files) {
  const std::vector<SceneOverride> overrides = overrides_in(options);
  const std::vector<std::filesystem::path> folders(options.plugins.begin(), options.plugins.end());
  const SolverRegistry registry = load_solvers(folders);
  require_names(options.sweep, registry);
  std::vector<PlannedScene> scenes;
  for (const std::string& file : files) {
    if (auto planned = plan_scene(file, options, overrides, registry)) {
      scenes.push_back(std::move(*planned));
    }
  }
  if (scenes.empty() && !options.allow_empty) {
    throw Error(
        "none of " + std::to_string(files.size()) + " scenes matches --tag, --not-tag, --name",
        options.paths.front(), "see cardan regress --list, or pass --allow-empty");
  }
  require_own_names(scenes);
  return scenes;
}

}  // namespace cardan::app
