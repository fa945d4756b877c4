#include "apps/regress/sweep.h"

#include <algorithm>

#include "apps/command_line.h"
#include "apps/compare_pairs.h"
#include "apps/regress/own_pair.h"
#include "cardan/error.h"
#include "constraint/compatibility.h"

namespace cardan::app {

namespace {

using Point = std::vector<std::pair<std::string, std::string>>;

const SweepAxis* find_axis(const Scene& scene, const std::string& name) {
  const auto axis = std::find_if(scene.sweep.begin(), scene.sweep.end(),
                                 [&](const SweepAxis& one) { return one.name == name; });
  return axis == scene.sweep.end() ? nullptr : &*axis;
}

// Empty: none requested.
std::vector<std::string> named_solvers(const Scene& scene, const SweepRequest& request,
                                       const SolverRegistry& registry) {
  std::vector<std::string> ids;
  const SweepAxis* axis = find_axis(scene, "solver");
  if (request.solvers == "all") {
    for (const SolverOrigin& origin : registry.solvers()) ids.emplace_back(origin.desc->id);
  } else if (!request.solvers.empty()) {
    ids = split_formulations(request.solvers);
  } else if (axis != nullptr) {
    ids = axis->values;
  }
  for (const std::string& id : ids) registry.require(id);
  return ids;
}

// The surfaces of the scene determine the problems of a formulation, and thereby the compatible
// solvers.
FormulationInfo info_of(const std::string& label, const Scene& scene) {
  SurfaceTraits traits;
  const auto add = [&](const MaterialSpec& material) {
    traits.torsion |= material.mu_torsion > 0;
    traits.rolling |= material.mu_rolling > 0;
  };
  for (const auto& [name, material] : scene.world.materials.named) add(material);
  for (const MaterialPair& pair : scene.world.materials.pairs) add(pair.material);
  const auto formulation = make_formulation(parse_formulation(label));
  formulation->configure(traits);
  return formulation->info();
}

// The solver of the scene if it supports the formulation, else the default of the formulation.
std::string default_solver(const FormulationInfo& formulation, const SolverRegistry& registry,
                           const std::string& own) {
  return why_unfit(formulation, registry.require(own)).empty() ? own : formulation.default_solver;
}

std::vector<std::string> formulations_of(const Scene& scene, const SweepRequest& request,
                                         const std::string& own) {
  if (request.formulations == "all") return formulation_ids();
  std::vector<std::string> labels = split_formulations(request.formulations);
  const SweepAxis* axis = find_axis(scene, "formulation");
  if (labels.empty()) labels = axis != nullptr ? axis->values : std::vector<std::string>{own};
  for (std::string& label : labels) label = label_of(parse_formulation(label));
  return labels;
}

// Product of all axes except those of the pair.
std::vector<Point> points_of(const Scene& scene) {
  std::vector<Point> points{{}};
  for (const SweepAxis& axis : scene.sweep) {
    if (axis.name == "solver" || axis.name == "formulation") continue;
    std::vector<Point> longer;
    for (const Point& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().emplace_back(axis.name, value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

void add_pair(const CaseId& pair, const std::string& why, const std::vector<Point>& points,
              const Scene& scene, SweepPlan& plan) {
  if (!why.empty()) {
    CaseResult skipped;
    skipped.id = pair;
    skipped.tags = scene.tags;
    skipped.status = CaseStatus::kSkipped;
    skipped.message = why;
    plan.skipped.push_back(std::move(skipped));
    return;
  }
  for (const Point& point : points) {
    plan.cases.push_back(pair);
    plan.cases.back().point = point;
  }
}

}  // namespace

SweepPlan plan_cases(const Scene& scene, const SweepRequest& request,
                     const SolverRegistry& registry) {
  const OwnPair own = own_pair(scene.world.contact, registry);
  const CaseId own_id{scene.name, scene.file, own.formulation, own.solver, {}};
  SweepPlan plan;
  if (request.only_own) {
    plan.cases.push_back(own_id);
    return plan;
  }
  const std::vector<Point> points = points_of(scene);
  const std::vector<std::string> named = named_solvers(scene, request, registry);
  for (const std::string& formulation : formulations_of(scene, request, own.formulation)) {
    const FormulationInfo info = info_of(formulation, scene);
    std::vector<std::string> solvers = named;
    if (solvers.empty()) solvers.push_back(default_solver(info, registry, own.solver));
    for (const std::string& solver : solvers) {
      CaseId pair = own_id;
      pair.formulation = formulation;
      pair.solver = solver;
      add_pair(pair, why_unfit(info, registry.require(solver)), points, scene, plan);
    }
  }
  std::stable_partition(plan.cases.begin(), plan.cases.end(), [&](const CaseId& id) {
    return id.formulation == own.formulation && id.solver == own.solver;
  });
  return plan;
}

std::vector<SceneOverride> overrides_of(const CaseId& id) {
  std::vector<SceneOverride> overrides;
  for (const auto& [name, value] : id.point) {
    const std::string path = name == "step" ? "time.step" : name == "seed" ? "perturb.seed" : name;
    overrides.push_back({path, value});
  }
  return overrides;
}

}  // namespace cardan::app
