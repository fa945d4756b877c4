#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "cardan/core/atomic_file.h"
#include "cardan/core/error.h"
#include "cardan/sim/capture.h"
#include "cardan/sim/recorder.h"
#include "cardan/sim/run_report.h"
#include "cardan/sim/scene.h"
#include "choose_pair.h"
#include "command_line.h"
#include "commands.h"
#include "progress.h"
#include "step_count.h"
#include "summary.h"
#include "verify.h"

namespace cardan::app {

namespace {

struct RunOptions {
  std::string scene, solver, formulation;
  double step = 0, duration = -1;  ///< [s]; not given: those of the scene
  std::string record, report, save_state, from, verify;
  double record_every = -1;  ///< [s]; 0: each step; below: as the scene says
  std::string capture, capture_dir;
  int capture_limit = 100;
  bool profile = false;
  int threads = 1;
  std::vector<std::string> plugins;
  std::vector<std::string> set;  ///< PATH=VALUE
};

// The scene with the command line laid over it; notes: what changed beyond what was named.
Scene load_scene_as_asked(const RunOptions& options, std::vector<std::string>& notes) {
  std::vector<SceneOverride> overrides;
  for (const std::string& text : options.set) {
    const auto [path, value] = split_assignment(text, "--set");
    overrides.push_back({path, value});
  }
  Scene scene = load_scene(options.scene, overrides);
  scene.world.threads = options.threads;
  for (const std::string& directory : options.plugins) {
    scene.world.plugin_directories.emplace_back(directory);
  }
  if (std::isnan(options.step) || std::isnan(options.duration)) {
    throw Error("--step or --duration is not a number", "", "give seconds");
  }
  if (options.step > 0) scene.time.step = scene.world.step = options.step;
  if (options.duration >= 0) scene.time.duration = options.duration;
  PairRequest request{std::nullopt, options.solver};
  if (!options.formulation.empty()) request.formulation = parse_formulation(options.formulation);
  // Searched here as well as by the world, so that a plugin that is refused is not the scene's
  // fault.
  const SolverRegistry registry(scene.world.plugin_directories);
  notes = choose_pair(request, registry, scene.world.contact);
  // What is wrong with a pair that the command line named is not the file's fault either.
  if (request.formulation || !request.solver.empty()) scene.lines.contact = 0;
  return scene;
}

void require_outputs(const RunOptions& options) {
  for (const std::string& file : {options.record, options.report, options.save_state}) {
    if (!file.empty()) require_writable(file);
  }
  const std::vector<std::string> files{options.scene,  options.from,   options.verify,
                                       options.record, options.report, options.save_state};
  constexpr std::size_t kInputs = 3;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = std::max(i + 1, kInputs); j < files.size(); ++j) {
      if (files[i].empty() || files[j].empty()) continue;
      if (std::filesystem::weakly_canonical(files[i]) ==
          std::filesystem::weakly_canonical(files[j])) {
        throw Error("the same file is named twice", files[j], "give each output its own name");
      }
    }
  }
}

// failed, all or step=N. Without --capture-dir beside the recording or the report.
CaptureSpec parse_capture(const RunOptions& options, const Scene& scene) {
  CaptureSpec spec;
  spec.scene = scene.name;
  spec.limit = options.capture_limit;
  if (options.capture == "all") {
    spec.which = CaptureSpec::Which::kAll;
  } else if (options.capture.rfind("step=", 0) == 0) {
    spec.which = CaptureSpec::Which::kStep;
    const char* begin = options.capture.data() + 5;
    const char* end = options.capture.data() + options.capture.size();
    const auto [last, failure] = std::from_chars(begin, end, spec.step);
    if (failure != std::errc() || last != end || spec.step < 1) {
      throw Error("'" + options.capture + "' names no step", "--capture", "steps count from 1");
    }
  } else if (options.capture != "failed") {
    throw Error("unknown '" + options.capture + "'", "--capture", "expected failed, all or step=N");
  }
  const std::string& beside = options.record.empty() ? options.report : options.record;
  const std::filesystem::path folder = std::filesystem::path(beside).parent_path() / "captured";
  spec.directory = options.capture_dir.empty() ? folder.string() : options.capture_dir;
  return spec;
}

// One line on what was captured, and one on what was not.
void print_captured(const CaptureSpec& spec, const World& world) {
  const CaptureCount count = captured(world);
  std::cout << "captured " << count.written << " problems in " << spec.directory << std::endl;
  if (!count.failure.empty()) {
    std::cerr << "cardan: " << count.left_out << " problems were not captured: " << count.failure
              << std::endl;
  } else if (count.left_out > 0) {
    std::cerr << "cardan: " << count.left_out << " more problems were left out; see --capture-limit"
              << std::endl;
  }
}

std::unique_ptr<Recorder> make_recorder(const RunOptions& options, const Scene& scene) {
  constexpr double kDefaultEvery = 0.01;  // [s]
  if (options.record.empty()) return nullptr;
  const double of_scene = scene.record_every > 0 ? scene.record_every : kDefaultEvery;
  return std::make_unique<Recorder>(options.record,
                                    options.record_every >= 0 ? options.record_every : of_scene);
}

/// What looks on while a world is stepped; null: nobody.
struct Watchers {
  Recorder* recorder = nullptr;
  Verifier* verifier = nullptr;
};

// False: there is no need to go on.
bool watch(const Watchers& watchers, const World& world) {
  if (watchers.recorder) watchers.recorder->record(world);
  return !watchers.verifier || watchers.verifier->check(world);
}

void advance(const Scene& scene, World& world, std::int64_t steps, const Watchers& watchers,
             RunSummary& summary) {
  using Clock = std::chrono::steady_clock;
  Progress progress(world.time() + static_cast<double>(steps) * scene.world.step);
  Clock::duration spent{};
  bool goes_on = watch(watchers, world);
  for (std::int64_t i = 0; i < steps && goes_on; ++i) {
    const Clock::time_point start = Clock::now();
    apply_forces(scene, world);
    const StepReport& report = world.step();
    spent += Clock::now() - start;
    summary.totals.add(report);
    goes_on = watch(watchers, world);
    progress.show(world);
  }
  summary.wall_seconds = std::chrono::duration<double>(spent).count();
}

double energy(const World& world) { return world.kinetic_energy() + world.potential_energy(); }

int run(const RunOptions& options) {
  std::vector<std::string> notes;
  const Scene scene = load_scene_as_asked(options, notes);
  World world = make_world(scene);
  if (!options.from.empty()) world.restore_state(options.from);
  std::unique_ptr<Verifier> verifier;
  if (!options.verify.empty()) verifier = std::make_unique<Verifier>(options.verify, world);
  require_outputs(options);
  world.set_profiling(options.profile);

  RunSummary summary;
  summary.scene = scene.name;
  summary.file = scene.file;
  summary.formulation = world.formulation();
  summary.solver = world.solver();
  summary.shadow = world.shadow_solver();
  summary.step = scene.world.step;
  summary.profiled = options.profile;
  summary.energy_start = energy(world);
  const std::unique_ptr<Recorder> recorder = make_recorder(options, scene);
  std::optional<CaptureSpec> capture;
  if (!options.capture.empty()) {
    capture = parse_capture(options, scene);
    capture_problems(world, *capture);
  }
  std::int64_t steps = number_of_steps(scene);
  if (verifier && (options.duration < 0 || verifier->steps() < steps)) steps = verifier->steps();
  advance(scene, world, steps, {recorder.get(), verifier.get()}, summary);
  summary.energy_end = energy(world);

  if (recorder) recorder->close();
  if (!options.save_state.empty()) world.save_state(options.save_state);
  if (!options.report.empty()) write_whole_file(options.report, run_report_json(summary, world));
  print_summary(std::cout, summary, world, notes);
  if (capture) print_captured(*capture, world);
  if (verifier && !verifier->print(world, std::cout, std::cerr)) return kCheckFailed;
  if (summary.totals.failed_islands == 0) return kDone;
  std::cerr << "cardan: " << scene.file << ": no solver of the chain gave a finite answer in "
            << summary.totals.failed_islands
            << " islands and the last resort was used; try another --solver or a smaller --step"
            << std::endl;
  return kSimulationFailed;
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "Steps a scene and ends with a summary");
  auto options = std::make_shared<RunOptions>();
  command->add_option("scene", options->scene, "Scene file (YAML)")->required();
  command->add_option("--solver", options->solver, "Solver plugin, by id");
  command->add_option("--formulation", options->formulation,
                      "Contact formulation, e.g. cone or polyhedral:directions=8");
  command->add_option("--step", options->step, "Time step [s] in place of the scene's")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--set", options->set,
                   "PATH=VALUE laid over the scene, e.g. materials.default.mu=0.5; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--duration", options->duration, "Length of this run [s]")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--record", options->record, "Write time series to this HDF5 file");
  command
      ->add_option("--record-every", options->record_every,
                   "Distance of its rows [s] in place of the scene's; 0: every step")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--report", options->report, "Write a report to this JSON file");
  command->add_flag("--profile", options->profile, "Measure the stages of the step");
  command->add_option("--capture", options->capture,
                      "Write problems to files: failed, all or step=N");
  command->add_option("--capture-dir", options->capture_dir, "Folder of captured problems");
  command->add_option("--capture-limit", options->capture_limit, "Files at most, default 100")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--threads", options->threads, "Threads that step the islands")
      ->check(CLI::Range(1, 1024));
  command->add_option("--plugins", options->plugins, "Folder searched first for solver plugins")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--save-state", options->save_state,
                      "Write the last state to this HDF5 file");
  CLI::Option* from =
      command->add_option("--from", options->from, "Start from a state that --save-state wrote");
  command
      ->add_option("--verify", options->verify,
                   "Compare every step with this recording, bit for bit")
      ->excludes(from);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace cardan::app
