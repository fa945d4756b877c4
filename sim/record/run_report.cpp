#include "cardan/run_report.h"

#include <nlohmann/json.hpp>
#include <tuple>

#include "cardan/sensor.h"
#include "core/hex_text.h"

namespace cardan {

namespace {

using Json = nlohmann::ordered_json;

std::string name_of(const World& world, int model) {
  return world.model(model).is_removed() ? "removed" : world.model(model).name();
}

Json json_vector(const Vector3& x) { return {x.x(), x.y(), x.z()}; }

// Positions of the joints by name; a joint of several coordinates is a list. A floating base is
// reported under `base`.
Json json_joints(const Model& model) {
  Json joints = Json::object();
  const Skeleton* skeleton = model.skeleton();
  if (!skeleton) return joints;
  for (const JointInfo& joint : skeleton->joints) {
    const bool is_base = skeleton->floating_base() && joint.first_body == 0;
    if (joint.nq == 0 || is_base) continue;
    if (joint.nq == 1) {
      joints[joint.name] = model.q()[joint.q_start];
      continue;
    }
    Json values = Json::array();
    for (int i = 0; i < joint.nq; ++i) values.push_back(model.q()[joint.q_start + i]);
    joints[joint.name] = values;
  }
  return joints;
}

Json json_model(const Model& model) {
  const RigidTransform X_WB = model.base_pose();
  return {{"base", {{"xyz", json_vector(X_WB.p)}, {"rpy", json_vector(roll_pitch_yaw(X_WB.R))}}},
          {"q", json_joints(model)}};
}

// Last readings by quantity. A single value is a number, not a list.
Json json_sensor(const Sensor& sensor) {
  Json readings = Json::object();
  for (const SensorQuantity& quantity : sensor.quantities()) {
    const std::span<const double> values = sensor.values(quantity.name);
    if (quantity.size == 1) {
      readings[quantity.name] = values.front();
    } else {
      readings[quantity.name] = Json(std::vector<double>(values.begin(), values.end()));
    }
  }
  return {{"kind", std::string(sensor.kind())},
          {"time", sensor.time()},
          {"samples", sensor.samples()},
          {"readings", readings}};
}

// The code behind each solver of the chain.
Json json_solvers(const World& world) {
  Json solvers = Json::array();
  for (const SolverSource& source : solver_sources(world)) {
    solvers.push_back({{"id", source.id},
                       {"version", source.version},
                       {"file", source.place},
                       {"hash", source.hash},
                       {"shadows", source.shadows},
                       {"replaces_shipped", source.replaces_shipped}});
  }
  return solvers;
}

Json json_shadow(const RunSummary& summary) {
  const RunTotals& totals = summary.totals;
  return {{"solver", summary.shadow},
          {"islands", totals.shadow_islands},
          {"solved", totals.shadow_solved},
          {"worst_residual", totals.worst_shadow.worst_residual},
          {"impulse_difference", totals.worst_shadow.impulse_difference},
          {"velocity_difference", totals.worst_shadow.velocity_difference},
          {"worst_step", totals.worst_shadow_step}};
}

}  // namespace

void RunTotals::add(const StepReport& report) {
  if (report.deepest_a >= 0 && report.max_penetration > deepest) {
    std::tie(deepest_a, deepest_b) = std::pair(report.deepest_a, report.deepest_b);
    std::tie(deepest, deepest_time) = std::pair(report.max_penetration, report.time);
  }
  ++steps;
  islands += static_cast<std::int64_t>(report.islands.size());
  add_step(report, *this);
  collision_ladder += report.collision_ladder;
  if (first_stuck.empty() && report.stuck_message >= 0)
    first_stuck = report.messages[static_cast<std::size_t>(report.stuck_message)];
  add_shadow(report);
  for (std::size_t i = 0; i < nanoseconds.size(); ++i) nanoseconds[i] += report.nanoseconds[i];
  if (first_message.empty() && !report.messages.empty()) first_message = report.messages.front();
}

void RunTotals::add_shadow(const StepReport& report) {
  const ShadowReport& shadow = report.shadow;
  shadow_islands += shadow.islands;
  shadow_solved += shadow.solved;
  worst_shadow.worst_residual = std::max(worst_shadow.worst_residual, shadow.worst_residual);
  worst_shadow.impulse_difference =
      std::max(worst_shadow.impulse_difference, shadow.impulse_difference);
  if (shadow.velocity_difference > worst_shadow.velocity_difference || worst_shadow_step < 0) {
    worst_shadow.velocity_difference = shadow.velocity_difference;
    if (shadow.islands > 0) worst_shadow_step = report.step;
  }
}

double real_time_factor(const RunSummary& summary) {
  if (!(summary.wall_seconds > 0)) return 0;
  return static_cast<double>(summary.totals.steps) * summary.step / summary.wall_seconds;
}

std::string state_hash_text(const World& world) { return hex_text(world.state_hash()); }

const char* stage_name(Stage stage) {
  switch (stage) {
    case Stage::kDynamics:
      return "dynamics";
    case Stage::kDetect:
      return "detect";
    case Stage::kConstrain:
      return "constrain";
    case Stage::kIslands:
      return "islands";
    case Stage::kSolve:
      return "solve";
    case Stage::kIntegrate:
      return "integrate";
    case Stage::kProject:
      return "project";
    case Stage::kRemember:
      return "remember";
    case Stage::kCount:
      break;
  }
  return "unknown";
}

namespace {

// Warnings and errors of the setup. Findings without a problem are omitted.
Json json_diagnostics(const World& world) {
  Json list = Json::array();
  for (const Diagnostic& d : world.diagnostics()) {
    if (d.severity == Severity::kInfo) continue;
    list.push_back({{"severity", severity_name(d.severity)},
                    {"file", d.file},
                    {"line", d.line},
                    {"element", d.element},
                    {"message", d.message}});
  }
  return list;
}

}  // namespace

std::string run_report_json(const RunSummary& summary, const World& world) {
  const RunTotals& totals = summary.totals;
  Json report = {{"scene", summary.scene},
                 {"file", summary.file},
                 {"formulation", summary.formulation},
                 {"solver", summary.solver},
                 {"chain", world.chain()},
                 {"solvers", json_solvers(world)},
                 {"steps", totals.steps},
                 {"step", summary.step},
                 {"time", world.time()},
                 {"wall_seconds", summary.wall_seconds},
                 {"real_time_factor", real_time_factor(summary)},
                 {"ended", summary.ended},
                 {"islands", totals.islands},
                 {"collision_ladder",
                  {{"fcl", totals.collision_ladder.fcl},
                   {"perturbed", totals.collision_ladder.perturbed},
                   {"last_normal", totals.collision_ladder.last_normal},
                   {"unresolved", totals.collision_ladder.unresolved}}},
                 {"first_message", totals.first_message},
                 {"contacts", world.contacts().size()},
                 {"loops", world.loops().size()},
                 {"energy", {{"start", summary.energy_start}, {"end", summary.energy_end}}},
                 {"state_hash", state_hash_text(world)}};
  for (const StepField& field : step_fields()) {
    Json& number = report[field.key != nullptr ? field.key : field.name];
    std::visit([&](auto member) { number = totals.*member; }, field.member);
  }
  report["diagnostics"] = json_diagnostics(world);
  if (totals.deepest_a >= 0) {
    report["deepest"] = {
        {"models", {name_of(world, totals.deepest_a), name_of(world, totals.deepest_b)}},
        {"depth", totals.deepest},
        {"time", totals.deepest_time}};
  }
  if (!summary.shadow.empty()) report["shadow"] = json_shadow(summary);
  report["models"] = Json::object();
  for (const Model* model : world.models()) report["models"][model->name()] = json_model(*model);
  if (!world.sensors().empty()) report["sensors"] = Json::object();
  for (const Sensor* sensor : world.sensors())
    report["sensors"][sensor->name()] = json_sensor(*sensor);
  if (summary.profiled && totals.steps > 0) {
    report["profile"] = Json::object();
    for (std::size_t i = 0; i < totals.nanoseconds.size(); ++i) {
      report["profile"][stage_name(static_cast<Stage>(i))] =
          static_cast<double>(totals.nanoseconds[i]) / static_cast<double>(totals.steps);
    }
  }
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cardan
