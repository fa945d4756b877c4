#include "sweep/cell_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "cardan/core/error.h"
#include "cardan/scene/batch.h"
#include "cardan/sim/record/run_report.h"
#include "failure_text.h"
#include "load_solvers.h"
#include "regress/case_pair.h"
#include "step_count.h"
#include "sweep/cell_metrics.h"
#include "sweep/cell_state.h"

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

/// A cell that is ready to run.
struct LoadedCell {
  std::size_t cell = 0;
  Scene scene;
};

/// A world with the function that advances it by one step.
struct SteppedWorld {
  World& world;
  std::function<void()> advance;
};

class CellRunner {
 public:
  CellRunner(const Plan& plan, const CellSettings& settings, const CellEvents& events)
      : plan_(plan), settings_(settings), events_(events) {}

  void run(const std::vector<std::size_t>& cells) {
    for (std::size_t i = 0; i < cells.size() && !stopped_;) i += run_group(cells, i);
  }

 private:
  // Cells with saved states, sensors (whose noise a batch seeds by itself) or many bodies run one
  // by one. Returns the number of cells that were run.
  std::size_t run_group(const std::vector<std::size_t>& cells, std::size_t first) {
    constexpr std::size_t kMostWorlds = 32, kMostBodies = 2000;
    events_.begin(cells[first], 1);
    std::vector<LoadedCell> group;
    std::size_t taken = 0, most = kMostWorlds;
    while (first + taken < cells.size() && taken < most) {
      const std::size_t cell = cells[first + taken];
      ++taken;
      try {
        group.push_back({cell, cell_scene(plan_, cell, settings_.plugins)});
      } catch (const std::exception& error) {
        events_.end(cell, refused_row(plan_, cell, error));
        continue;
      }
      const Scene& scene = group.back().scene;
      if (!scene.sensors.empty()) most = 1;
      most = std::min(most, std::max<std::size_t>(1, kMostBodies / scene.models.size()));
    }
    if (group.size() < 2 || !run_batch(group)) run_each(group);
    return taken;
  }

  void run_each(const std::vector<LoadedCell>& group) {
    for (const LoadedCell& loaded : group) {
      if (stopped_) return;
      events_.begin(loaded.cell, 1);
      run_alone(loaded);
    }
  }

  void run_alone(const LoadedCell& loaded) {
    std::optional<World> world;
    std::optional<CellMetrics> metrics;
    try {
      world.emplace(make_world(loaded.scene));
      metrics.emplace(plan_.study(), *world, grid_of(loaded.scene));
    } catch (const std::exception& error) {
      return events_.end(loaded.cell, refused_row(plan_, loaded.cell, error));
    }
    const auto advance = [&] {
      apply_forces(loaded.scene, *world);
      world->step();
    };
    finish(loaded, {*world, advance}, *metrics);
  }

  // False: the cells do not fit into one batch; nothing was run.
  bool run_batch(const std::vector<LoadedCell>& group) {
    for (const LoadedCell& loaded : group) {
      if (std::filesystem::exists(state_file(loaded.cell))) return false;
    }
    events_.begin(group.front().cell, group.size());
    std::optional<Batch> batch;
    BatchOptions options;
    options.threads = 1;
    options.vary = [&](int world, Scene& scene) {
      scene = group[static_cast<std::size_t>(world)].scene;
    };
    try {
      batch.emplace(group.front().scene, static_cast<int>(group.size()), options);
    } catch (const std::exception&) {
      return false;  // a refused cell, or cells of several structures
    }
    std::vector<std::uint8_t> mask(group.size(), 0);
    for (std::size_t i = 0; i < group.size() && !stopped_; ++i) {
      events_.begin(group[i].cell, 1);
      std::fill(mask.begin(), mask.end(), std::uint8_t{0});
      mask[i] = 1;
      World& world = batch->world(static_cast<int>(i));
      std::optional<CellMetrics> metrics;
      try {
        metrics.emplace(plan_.study(), world, grid_of(group[i].scene));
      } catch (const std::exception& error) {
        events_.end(group[i].cell, refused_row(plan_, group[i].cell, error));
        continue;
      }
      finish(group[i], {world, [&] { batch->step(1, mask); }}, *metrics);
    }
    return true;
  }

  static RunGrid grid_of(const Scene& scene) { return {scene.world.step, number_of_steps(scene)}; }

  std::string state_file(std::size_t cell) const {
    return cell_state_file(settings_.states, plan_.key(cell));
  }

  // Number of the step from which the cell goes on.
  std::int64_t resume(std::size_t cell, World& world, CellMetrics& metrics, double& seconds) const {
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

  // Runs a world to its end, or to a stop.
  void finish(const LoadedCell& loaded, const SteppedWorld& stepped, CellMetrics& metrics) {
    const RunGrid grid = grid_of(loaded.scene);
    const SweepClock::time_point start = SweepClock::now();
    double before = 0;
    std::int64_t step = resume(loaded.cell, stepped.world, metrics, before);
    const bool resumed = step > 0;
    if (!resumed) metrics.sample(0, stepped.world);
    while (step < grid.steps) {
      stepped.advance();
      metrics.sample(++step, stepped.world);
      if (step < grid.steps && events_.stop()) {
        stopped_ = true;
        return save(loaded.cell, stepped.world, metrics,
                    {step, before + seconds_since(start), {}, {}});
      }
    }
    CellRow row;
    row.key = plan_.key(loaded.cell);
    row.state_hash = state_hash_text(stepped.world);
    row.metrics = metrics.values();
    row.seconds = before + seconds_since(start);
    row.attempt = settings_.attempt;
    events_.end(loaded.cell, row);
    if (resumed) {
      std::error_code ignored;
      std::filesystem::remove(state_file(loaded.cell), ignored);
    }
    stopped_ = events_.stop();
  }

  // A short run is repeated in less time than its state takes to write and read.
  void save(std::size_t cell, const World& world, const CellMetrics& metrics, CellState state) {
    constexpr double kWorthSaving = 0.05;  // [s]
    if (state.seconds < kWorthSaving) return;
    state.world = world.state().bytes();
    state.metrics = metrics.memory();
    write_cell_state(state_file(cell), settings_.binary, state);
  }

  const Plan& plan_;
  const CellSettings& settings_;
  const CellEvents& events_;
  bool stopped_ = false;
};

}  // namespace

Scene cell_scene(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins) {
  Scene scene = load_scene(plan.study().scene, plan.overrides(cell));
  scene.world.threads = 1;
  for (const std::string& folder : plugins) scene.world.plugin_directories.emplace_back(folder);
  const std::string formulation = plan.formulation(cell), solver = plan.solver(cell);
  if (formulation.empty() && solver.empty()) return scene;
  const SolverRegistry registry = load_solvers(scene.world.plugin_directories);
  const std::string why = take_pair(formulation, solver, registry, scene);
  if (!why.empty()) throw Error(why);
  return scene;
}

void run_cells(const Plan& plan, const std::vector<std::size_t>& cells,
               const CellSettings& settings, const CellEvents& events) {
  CellRunner(plan, settings, events).run(cells);
}

void require_metrics(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins) {
  std::optional<World> world;
  RunGrid grid;
  try {
    const Scene scene = cell_scene(plan, cell, plugins);
    grid = {scene.world.step, number_of_steps(scene)};
    world.emplace(make_world(scene));
  } catch (const std::exception&) {
    return;
  }
  CellMetrics(plan.study(), *world, grid);
}

}  // namespace cardan::app
