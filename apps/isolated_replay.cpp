#include "apps/isolated_replay.h"

#include <nlohmann/json.hpp>

#include "apps/process/isolated_json.h"
#include "cardan/error.h"

namespace cardan::app {

namespace {

nlohmann::json json_of(const ProblemReplay& result) {
  return {{"unfit", result.unfit},
          {"status", result.status},
          {"residual", result.residual},
          {"siconos_error", result.siconos_error},
          {"iterations", result.iterations},
          {"seconds", result.seconds},
          {"lambda", result.lambda},
          {"u", result.u},
          {"remark", result.remark},
          {"tolerance", result.tolerance},
          {"own_residual", result.own_residual}};
}

void read(const nlohmann::json& json, ProblemReplay& result) {
  json.at("unfit").get_to(result.unfit);
  json.at("status").get_to(result.status);
  json.at("residual").get_to(result.residual);
  json.at("siconos_error").get_to(result.siconos_error);
  json.at("iterations").get_to(result.iterations);
  json.at("seconds").get_to(result.seconds);
  json.at("lambda").get_to(result.lambda);
  json.at("u").get_to(result.u);
  json.at("remark").get_to(result.remark);
  json.at("tolerance").get_to(result.tolerance);
  json.at("own_residual").get_to(result.own_residual);
}

}  // namespace

ProblemReplay isolated_replay(const ProblemFile& file, const cardan_solver_desc& solver,
                              const ProblemReplaySettings& settings, double limit) {
  ProblemReplay result;
  result.solver = solver.id;
  const ChildEnd end = run_isolated_json(
      result.solver, limit, [&] { return json_of(replay_problem(file, solver, settings)); });
  // A solver that reaches its limit may still hand over its result so far.
  const bool answered =
      handed_over(end) || (end.kind == ChildEnd::Kind::kTimedOut && !end.result.empty());
  const nlohmann::json json = answered ? handed_back(end) : nlohmann::json();
  if (!json.is_object()) {
    result.ended = why_ended(end, limit);
    result.seconds = end.seconds;
    return result;
  }
  if (json.contains("error")) throw Error(json.at("error").get<std::string>());
  read(json, result);
  if (end.kind == ChildEnd::Kind::kTimedOut && result.status != CARDAN_SOLVED) {
    result.ended = why_ended(end, limit);
  }
  pass_on_printed(end);
  return result;
}

}  // namespace cardan::app
