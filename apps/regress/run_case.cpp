#include "apps/regress/run_case.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "apps/load_solvers.h"
#include "apps/regress/case_pair.h"
#include "apps/regress/known_failures.h"
#include "apps/regress/measurement.h"
#include "apps/regress/own_pair.h"
#include "apps/regress/pair_names.h"
#include "apps/regress/sweep.h"
#include "apps/sdf_file.h"
#include "apps/step_count.h"
#include "cardan/capture.h"
#include "cardan/error.h"
#include "cardan/run_report.h"
#include "cardan/views.h"
#include "constraint/compatibility.h"
#include "core/failure_text.h"
#include "view/frame_collector.h"
#include "view/replay_page.h"

namespace cardan::app {

namespace {

constexpr std::size_t kMostTroubles = 20;

// Names of the bodies of an island, the first few.
std::string who_meets(const IslandView& island) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, island.blocks.size()); ++i) {
    text.append(i == 0 ? "" : ", ").append(island.blocks[i].name);
  }
  if (island.blocks.size() > kMost) {
    text.append(" and ").append(std::to_string(island.blocks.size() - kMost)).append(" more");
  }
  return text;
}

std::string trouble_text(const IslandReport& report, const World& world) {
  char numbers[96];
  std::snprintf(numbers, sizeof numbers, "%d contacts, %d rows: %s, residual %.3g m/s",
                report.contacts, report.rows, status_name(report.status), report.residual);
  std::string text = numbers;
  text.append(report.solver < 0 ? ", the last resort" : ", by ");
  if (report.solver >= 0) text.append(world.chain()[static_cast<std::size_t>(report.solver)]);
  if (report.diagnosis != 0) text.append(", diagnosis ").append(status_name(report.diagnosis));
  if (!report.fault.empty()) text.append(", fault: ").append(report.fault);
  return text;
}

void note_troubles(const World& world, std::vector<CaseTrouble>& troubles) {
  const StepReport& report = world.report();
  if (report.failed_islands + report.approximate_islands + report.unsettled_islands == 0) return;
  if (troubles.size() >= kMostTroubles) return;
  const std::vector<IslandView> views = view_islands(world);
  for (std::size_t i = 0; i < report.islands.size() && troubles.size() < kMostTroubles; ++i) {
    const IslandReport& island = report.islands[i];
    if (island.status == 0 && island.passes_converged) continue;
    CaseTrouble trouble{report.step, report.time, "island ", ""};
    trouble.report.append(std::to_string(i)).append(" of ");
    trouble.report.append(trouble_text(island, world));
    if (i < views.size()) trouble.report.append("; ").append(who_meets(views[i]));
    troubles.push_back(std::move(trouble));
  }
}

// Names the capture files of the troubled islands.
void find_captured(const std::string& folder, std::vector<CaseTrouble>& troubles) {
  if (folder.empty() || troubles.empty()) return;
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.insert(entry.path().filename().string());
  }
  for (CaseTrouble& trouble : troubles) {
    int island = 0;
    if (std::sscanf(trouble.report.c_str(), "island %d", &island) != 1) continue;
    char part[64];
    std::snprintf(part, sizeof part, "-step%06lld-island%02d-",
                  static_cast<long long>(trouble.step), island);
    for (const std::string& file : files) {
      if (file.find(part) == std::string::npos) continue;
      trouble.captured = (std::filesystem::path(folder) / file).string();
      break;
    }
  }
}

void take_totals(const RunTotals& totals, const World& world, CaseResult& result) {
  result.steps = totals.steps;
  result.simulated = world.time();
  result.worst_residual = totals.worst_residual;
  result.max_penetration = totals.max_penetration;
  result.iterations = totals.iterations;
  result.fallbacks = totals.fallbacks;
  result.failed_islands = totals.failed_islands;
  result.state_hash = state_hash_text(world);
}

/// Objects that observe every step of a case.
struct Watchers {
  Measurement measurement;
  std::unique_ptr<view::FrameCollector> frames;  ///< null: no replay page

  void look(std::int64_t step, const World& world) {
    measurement.sample(step, world);
    if (frames) frames->observe(world);
  }
};

// Returns false if the run was interrupted.
bool advance(const CaseRequest& request, const RunGrid& grid, World& world, Watchers& watchers,
             CaseResult& result) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  RunTotals totals;
  bool stopped = false;
  watchers.look(0, world);
  for (std::int64_t k = 1; k <= grid.steps && !stopped; ++k) {
    totals.add(world.step());
    note_troubles(world, result.troubles);
    watchers.look(k, world);
    stopped = k < grid.steps && request.stop && request.stop();
  }
  result.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  take_totals(totals, world, result);
  return !stopped;
}

void start_capture(const CaseRequest& request, const Scene& scene, World& world) {
  if (request.capture_folder.empty()) return;
  CaptureSpec spec;
  spec.directory = request.capture_folder;
  spec.scene = scene.name;
  spec.limit = request.capture_limit;
  capture_problems(world, spec);
}

// If the page cannot be written, the result is kept.
void write_replay(const std::string& file, const Scene& scene, const World& world,
                  view::FrameCollector& frames, CaseResult& result) {
  constexpr std::size_t kMostBytes = 5'000'000;  // there may be many failed runs
  try {
    std::error_code failure;  // an unwritable folder is reported with the page
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(), failure);
    view::ReplayData data = frames.finish(world);
    data.title = result.id.label();
    data.scene_text = scene.text;
    view::write_replay_page(file, data, kMostBytes);
    result.replay = file;
  } catch (const Error& error) {
    result.message.append(result.message.empty() ? "" : "; ").append(error.what());
  }
}

CaseCheck not_in_time(const Scene& scene, const World& world) {
  CaseCheck check;
  check.text = check.quantity = kTimeLimit;
  check.unit = "s";
  check.measured = check.time = world.time();
  check.lower = check.upper = scene.time.duration;
  check.message = "the run reached t = " + with_unit(world.time(), "s") + " of " +
                  with_unit(scene.time.duration, "s") + " before its time limit";
  return check;
}

void run(const CaseRequest& request, CaseResult& result) {
  Scene scene = load_scene(request.id.file, overrides_of(request.id), scene_options());
  result.id.scene = scene.name;
  result.tags = scene.tags;
  result.step = scene.world.step;
  scene.world.threads = request.threads;
  for (const std::string& folder : request.plugins) {
    scene.world.plugin_directories.emplace_back(folder);
  }
  if (request.duration >= 0) scene.time.duration = request.duration;
  const SolverRegistry registry = load_solvers(scene.world.plugin_directories);
  result.message = take_pair(request.id.formulation, request.id.solver, registry, scene);
  if (!result.message.empty()) {
    result.status = CaseStatus::kSkipped;
    return;
  }
  require_known_pairs(scene, registry);
  World world = make_world(scene);
  result.id.formulation = own_pair(scene.world.contact, registry).formulation;
  result.id.solver = world.solver();
  CaseRequest named = request;
  named.id = result.id;
  const RunGrid grid{scene.world.step, number_of_steps(scene)};
  Watchers watchers{Measurement(scene, world, grid, named), nullptr};
  Measurement& measurement = watchers.measurement;
  if (!request.replay_page.empty()) {
    constexpr double kRate = 60;
    watchers.frames =
        std::make_unique<view::FrameCollector>(world, view::CollectOptions{kRate, grid.steps});
  }
  start_capture(request, scene, world);
  if (advance(request, grid, world, watchers, result)) {
    measurement.evaluate(world, result);
    result.status = apply_known_failures(scene.known_failures, result);
    result.message = notes_of(scene, result);
    if (watchers.frames && result.status == CaseStatus::kFailed)
      write_replay(request.replay_page, scene, world, *watchers.frames, result);
  } else {
    measurement.add_overview(result);
    result.checks.push_back(not_in_time(scene, world));
    // The process that ended the run reports the reason: a time limit may be a known failure.
    const bool known = apply_known_failures(scene.known_failures, result) == CaseStatus::kKnown;
    if (!known) result.checks.pop_back();
    result.status = known ? CaseStatus::kKnown : CaseStatus::kInterrupted;
    result.message = "interrupted at " + with_unit(world.time(), "s");
  }
  find_captured(request.capture_folder, result.troubles);
}

}  // namespace

CaseResult run_case(const CaseRequest& request) {
  CaseResult result;
  result.id = request.id;
  try {
    run(request, result);
  } catch (const std::exception& error) {
    result.status = CaseStatus::kError;
    result.message = failure_text(error);
  }
  return result;
}

}  // namespace cardan::app
