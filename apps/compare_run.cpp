#include "apps/compare_run.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/process/isolated.h"
#include "apps/process/stop_request.h"
#include "apps/step_count.h"
#include "cardan/error.h"
#include "cardan/problem.h"
#include "view/frame_collector.h"
#include "view/replay_bytes.h"

namespace cardan::app {

namespace {

double energy(const World& world) { return world.kinetic_energy() + world.potential_energy(); }

double worst_cone_residual(const StepReport& report) {
  double worst = 0;
  for (const IslandReport& island : report.islands) worst = std::max(worst, island.cone_residual);
  return worst;
}

// The replay of a run without the step that the limit interrupted.
class ReplayOfRun {
 public:
  ReplayOfRun(const World& world, double rate, std::int64_t steps) {
    if (rate > 0) collector_.emplace(world, view::CollectOptions{rate, steps});
    observe(world);
  }
  void observe(const World& world) {
    if (collector_) collector_->observe(world);
  }
  /// is_whole: true if the world is in the state that was observed last.
  std::optional<view::ReplayData> end(const World& world, bool is_whole) {
    if (!collector_) return {};
    return is_whole ? collector_->finish(world) : collector_->take();
  }

 private:
  std::optional<view::FrameCollector> collector_;
};

void step_through(const Scene& scene, double limit, double replay_rate, World& world,
                  Outcome& outcome) {
  using Clock = std::chrono::steady_clock;
  const std::int64_t steps = number_of_steps(scene);
  Clock::duration spent{};
  outcome.trajectory = Trajectory(steps);
  outcome.trajectory.sample(world);
  outcome.summary.energy_start = energy(world);
  ReplayOfRun replay(world, replay_rate, steps);
  bool is_whole = true;
  for (std::int64_t i = 0; i < steps; ++i) {
    const Clock::time_point start = Clock::now();
    const StepReport& report = world.step();
    spent += Clock::now() - start;
    // Solvers of this step were asked to stop, so its results are invalid.
    if (stop_requested()) outcome.finished = is_whole = false;
    if (!outcome.finished) break;
    replay.observe(world);
    outcome.summary.totals.add(report);
    outcome.cone_residual = std::max(outcome.cone_residual, worst_cone_residual(report));
    outcome.trajectory.sample(world);
    outcome.summary.energy_end = energy(world);
    outcome.finished = i + 1 == steps || std::chrono::duration<double>(spent).count() < limit;
    if (!outcome.finished) break;
  }
  if (outcome.summary.totals.steps == 0) outcome.summary.energy_end = outcome.summary.energy_start;
  outcome.replay = replay.end(world, is_whole);
  outcome.summary.step = scene.world.step;
  outcome.summary.wall_seconds = std::chrono::duration<double>(spent).count();
}

nlohmann::json json_of(const VectorX& x) {
  return std::vector<double>(x.data(), x.data() + x.size());
}

VectorX vector_of(const nlohmann::json& json) {
  const std::vector<double> values = json.get<std::vector<double>>();
  return Eigen::Map<const VectorX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

nlohmann::json json_of(const Trajectory::Track& track) {
  nlohmann::json q = nlohmann::json::array(), position = nlohmann::json::array();
  for (const VectorX& x : track.q) q.push_back(json_of(x));
  for (const Vector3& p : track.position) position.push_back({p.x(), p.y(), p.z()});
  return {{"model", track.model},
          {"speed", track.speed},
          {"floating", track.floating},
          {"q", std::move(q)},
          {"position", std::move(position)}};
}

Trajectory::Track track_of(const nlohmann::json& json) {
  Trajectory::Track track;
  json.at("model").get_to(track.model);
  json.at("speed").get_to(track.speed);
  json.at("floating").get_to(track.floating);
  for (const nlohmann::json& x : json.at("q")) track.q.push_back(vector_of(x));
  for (const nlohmann::json& p : json.at("position")) track.position.emplace_back(p[0], p[1], p[2]);
  return track;
}

nlohmann::json json_of(const RunTotals& totals) {
  nlohmann::json json = {totals.steps, totals.islands, totals.first_stuck};
  for (const StepField& field : step_fields())
    std::visit([&](auto member) { json.push_back(totals.*member); }, field.member);
  return json;
}

void read(const nlohmann::json& json, RunTotals& totals) {
  json.at(0).get_to(totals.steps);
  json.at(1).get_to(totals.islands);
  json.at(2).get_to(totals.first_stuck);
  std::size_t i = 3;
  for (const StepField& field : step_fields())
    std::visit([&](auto member) { json.at(i++).get_to(totals.*member); }, field.member);
}

std::string bytes_of(const Outcome& outcome) {
  nlohmann::json tracks = nlohmann::json::array();
  for (const Trajectory::Track& track : outcome.trajectory.tracks()) {
    tracks.push_back(json_of(track));
  }
  const RunSummary& summary = outcome.summary;
  nlohmann::json json = {{"solver", outcome.solver},
                         {"refused", outcome.refused},
                         {"finished", outcome.finished},
                         {"cone_residual", outcome.cone_residual},
                         {"totals", json_of(summary.totals)},
                         {"step", summary.step},
                         {"wall_seconds", summary.wall_seconds},
                         {"energy_start", summary.energy_start},
                         {"energy_end", summary.energy_end},
                         {"time", outcome.trajectory.time()},
                         {"residual", outcome.trajectory.residual()},
                         {"tracks", std::move(tracks)}};
  if (outcome.replay) {
    const std::string replay = view::limited_bytes_of(*outcome.replay, kReplayBytes);
    json["replay"] = nlohmann::json::binary({replay.begin(), replay.end()});
  }
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

void read(const nlohmann::json& json, Outcome& outcome) {
  json.at("solver").get_to(outcome.solver);
  json.at("refused").get_to(outcome.refused);
  json.at("finished").get_to(outcome.finished);
  json.at("cone_residual").get_to(outcome.cone_residual);
  read(json.at("totals"), outcome.summary.totals);
  json.at("step").get_to(outcome.summary.step);
  json.at("wall_seconds").get_to(outcome.summary.wall_seconds);
  json.at("energy_start").get_to(outcome.summary.energy_start);
  json.at("energy_end").get_to(outcome.summary.energy_end);
  std::vector<Trajectory::Track> tracks;
  for (const nlohmann::json& track : json.at("tracks")) tracks.push_back(track_of(track));
  outcome.trajectory = Trajectory(json.at("time").get<std::vector<double>>(),
                                  json.at("residual").get<std::vector<double>>(), tracks);
  if (!json.contains("replay")) return;
  const auto& replay = json.at("replay").get_binary();
  outcome.replay = view::replay_data_of({replay.begin(), replay.end()});
}

// Runs in the child.
Outcome run_pair(const Scene& scene, double limit, double replay_rate) {
  Outcome outcome;
  try {
    World world = make_world(scene);
    outcome.solver = world.solver();
    step_through(scene, limit, replay_rate, world, outcome);
  } catch (const Error& error) {
    outcome.refused = error.what();
  }
  return outcome;
}

}  // namespace

Outcome isolated_run(Scene scene, const RunLimits& limits, const ComparedPair& pair,
                     double replay_rate) {
  Outcome outcome;
  outcome.label = pair.label;
  outcome.formulation = pair.contact.formulation.value_or(FormulationSpec{}).id;
  outcome.tolerance = pair.contact.solver.tolerance.value_or(Problem{}.tolerance);
  scene.world.contact = pair.contact;
  if (pair.integrator) scene.world.integrator = scene.time.integrator = *pair.integrator;
  scene.world.contact.shadow.reset();  // its time must not count for the pair
  scene.lines.contact = 0;
  const ChildEnd end = run_isolated(pair.label, limits.process, [&] {
    return bytes_of(run_pair(scene, limits.clock, replay_rate));
  });
  const bool ended_early = !handed_over(end);
  const bool asked =
      end.kind == ChildEnd::Kind::kTimedOut || end.kind == ChildEnd::Kind::kInterrupted;
  if (ended_early) outcome.ended = why_ended(end, limits.process);
  // A run that was asked to stop may still hand over a result.
  const nlohmann::json json =
      ended_early && !asked ? nlohmann::json()
                            : nlohmann::json::from_cbor(end.result, true, /*exceptions*/ false);
  if (!json.is_object()) {
    outcome.solver = pair.contact.solver.id;
    return outcome;
  }
  read(json, outcome);
  pass_on_printed(end);
  return outcome;
}

}  // namespace cardan::app
