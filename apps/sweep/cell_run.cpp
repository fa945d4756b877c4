#include "apps/sweep/cell_run.h"

#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>

#include "apps/step_count.h"
#include "cardan/error.h"
#include "cardan/run_report.h"
#include "core/failure_text.h"

namespace cardan::app {

namespace {

using SweepClock = std::chrono::steady_clock;

double seconds_since(SweepClock::time_point start) {
  return std::chrono::duration<double>(SweepClock::now() - start).count();
}

// Messages are the same on all machines: paths in the folder of the study are relative to it.
std::string portable_text(const Plan& plan, std::string text) {
  const std::string folder = plan.study().folder + "/";
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at))
    text.erase(at, folder.size());
  return text;
}

CellRow refused_row(const Plan& plan, std::size_t cell, const std::exception& why) {
  CellRow row;
  row.key = plan.key(cell);
  row.status = CellStatus::kRefused;
  row.message = portable_text(plan, failure_text(why));
  row.metrics.assign(plan.study().metrics.size(), std::numeric_limits<double>::quiet_NaN());
  return row;
}

RunGrid grid_of(const Scene& scene) { return {scene.world.step, number_of_steps(scene)}; }

}  // namespace

CellRunner::CellRunner(const Plan& plan, const CellSettings& settings, const CellEvents& events)
    : plan_(plan), settings_(settings), events_(events), scenes_(plan, settings.plugins) {}

void CellRunner::run(const std::vector<std::size_t>& cells) {
  for (const std::size_t cell : cells) {
    if (stopped_) return;
    events_.begin();
    run_cell(cell);
  }
}

void CellRunner::run_cell(std::size_t cell) {
  Scene scene;
  std::optional<World> world;
  std::optional<CellMetrics> metrics;
  try {
    scene = scenes_.of(cell);
    world.emplace(builder_.make(scene));
    metrics.emplace(plan_.study(), *world, grid_of(scene));
  } catch (const std::exception& error) {
    return events_.end(cell, refused_row(plan_, cell, error));
  }
  finish(cell, scene, *world, *metrics);
}

std::string CellRunner::state_file(std::size_t cell) const {
  return cell_state_file(settings_.states, plan_.key(cell));
}

std::int64_t CellRunner::resume(std::size_t cell, World& world, CellMetrics& metrics,
                                double& seconds) const {
  const auto state = read_cell_state(state_file(cell), settings_.binary);
  if (!state) return 0;
  try {
    const StateSnapshot snapshot = StateSnapshot::from_bytes(state->world);
    if (!metrics.set_memory(state->metrics)) return 0;
    world.set_state(snapshot);
  } catch (const Error&) {
    return 0;
  }
  seconds = state->seconds;
  return state->step;
}

void CellRunner::finish(std::size_t cell, const Scene& scene, World& world, CellMetrics& metrics) {
  const RunGrid grid = grid_of(scene);
  const SweepClock::time_point start = SweepClock::now();
  double before = 0;
  std::int64_t step = resume(cell, world, metrics, before);
  const bool resumed = step > 0;
  if (!resumed) metrics.sample(0, world);
  while (step < grid.steps) {
    world.step();
    metrics.sample(++step, world);
    if (step < grid.steps && events_.stop()) {
      stopped_ = true;
      return save(cell, world, metrics, {step, before + seconds_since(start), {}, {}});
    }
  }
  CellRow row;
  row.key = plan_.key(cell);
  row.state_hash = state_hash_text(world);
  row.metrics = metrics.values();
  row.seconds = before + seconds_since(start);
  row.attempt = settings_.attempt;
  events_.end(cell, row);
  if (resumed) {
    std::error_code ignored;
    std::filesystem::remove(state_file(cell), ignored);
  }
  stopped_ = events_.stop();
}

// A short run is repeated in less time than its state takes to write and read.
void CellRunner::save(std::size_t cell, const World& world, const CellMetrics& metrics,
                      CellState state) const {
  constexpr double kWorthSaving = 0.05;  // [s]
  if (state.seconds < kWorthSaving) return;
  state.world = world.state().bytes();
  state.metrics = metrics.memory();
  write_cell_state(state_file(cell), settings_.binary, state);
}

void require_metrics(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins) {
  const CellScenes scenes(plan, plugins);
  std::optional<World> world;
  RunGrid grid;
  try {
    const Scene scene = scenes.of(cell);
    grid = grid_of(scene);
    world.emplace(make_world(scene));
  } catch (const std::exception&) {
    return;
  }
  CellMetrics(plan.study(), *world, grid);
}

}  // namespace cardan::app
