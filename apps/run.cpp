#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/input_files.h"
#include "apps/output_files.h"
#include "apps/page_notes.h"
#include "apps/printable_text.h"
#include "apps/process/activity.h"
#include "apps/process/process_pool.h"
#include "apps/process/supervisor.h"
#include "apps/progress.h"
#include "apps/run_scene.h"
#include "apps/run_verdict.h"
#include "apps/run_watch.h"
#include "apps/step_count.h"
#include "apps/summary.h"
#include "apps/verify.h"
#include "cardan/capture.h"
#include "cardan/error.h"
#include "cardan/recording.h"
#include "cardan/run_report.h"
#include "core/atomic_file.h"
#include "core/failure_text.h"
#include "core/number_text.h"
#include "view/frame_collector.h"
#include "view/replay_page.h"

namespace cardan::app {

namespace {

void say(const std::string& line) { std::cerr << "cardan: " << one_line_text(line) << std::endl; }

struct RunOptions {
  SceneRequest scene;
  std::string record, report, save_state, from, verify, html;
  double html_rate = 60;     ///< frames per second of simulated time
  double record_every = -1;  ///< [s]; 0: each step; negative: as in the scene
  std::string capture, capture_dir;
  int capture_limit = 100;
  bool profile = false, remove_partials = false;
  double limit = std::numeric_limits<double>::infinity();  ///< wall-clock time [s]
};

std::vector<NamedFile> outputs_of(const RunOptions& options) {
  return {{options.record, "--record"},
          {options.report, "--report"},
          {options.save_state, "--save-state"},
          {options.html, "--html"}};
}

void check_files(const RunOptions& options, const Scene& scene) {
  std::vector<NamedFile> inputs = input_files(scene);
  inputs.push_back({options.from, "--from"});
  inputs.push_back({options.verify, "--verify"});
  require_outputs(inputs, outputs_of(options));
  report_partial_files(outputs_of(options), options.remove_partials);
}

// failed, all or step=N. Without --capture-dir, files go next to the recording or the report.
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
      throw Error("'" + options.capture + "' does not name a step", "--capture",
                  "steps are counted from 1");
    }
  } else if (options.capture != "failed") {
    throw Error("unknown '" + options.capture + "'", "--capture", "expected failed, all or step=N");
  }
  const std::string& beside = options.record.empty() ? options.report : options.record;
  const std::filesystem::path folder = std::filesystem::path(beside).parent_path() / "captured";
  spec.directory = options.capture_dir.empty() ? folder.string() : options.capture_dir;
  return spec;
}

// Prints one line about captured problems and one about those not captured. Returns false if a file
// could not be written.
bool print_captured(const CaptureSpec& spec, const World& world) {
  const CaptureCount count = captured(world);
  std::cout << "captured " << count.written << " problems in " << one_line_text(spec.directory)
            << std::endl;
  if (!count.failure.empty()) {
    say(std::to_string(count.left_out) + " problems were not captured: " + count.failure);
  } else if (count.left_out > 0) {
    say(std::to_string(count.left_out) + " more problems were not written; see --capture-limit");
  }
  return count.failure.empty();
}

std::unique_ptr<Recorder> make_recorder(const RunOptions& options, const Scene& scene) {
  constexpr double kDefaultEvery = 0.01;  // [s]
  if (options.record.empty()) return nullptr;
  const double of_scene = scene.record_every > 0 ? scene.record_every : kDefaultEvery;
  return std::make_unique<Recorder>(options.record,
                                    options.record_every >= 0 ? options.record_every : of_scene);
}

/// A run with its outputs, watch and final reports.
class Run {
 public:
  explicit Run(const RunOptions& options);

  /// Runs to the end, or until the watch stops it. Returns the exit code.
  int to_end();

 private:
  void step_through(RunWatch& watch);
  bool look();
  int finish(RunEnd end, bool whole_step);
  [[noreturn]] void give_up(RunEnd end);
  void write_files(bool whole_step);
  void write_page(bool whole_step);
  void say_how_it_ended(RunEnd end, bool whole_step) const;
  int exit_code(RunEnd end, bool held) const;
  bool say_failures() const;

  const RunOptions& options_;
  std::vector<std::string> notes_;
  Scene scene_;
  World world_;
  std::unique_ptr<Verifier> verifier_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<view::FrameCollector> frames_;
  std::optional<CaptureSpec> capture_;
  RunSummary summary_;
  std::int64_t steps_ = 0;
  bool whole_step_ = true;  ///< false: the last step was interrupted, and its results are omitted
};

double energy(const World& world) { return world.kinetic_energy() + world.potential_energy(); }

// Plugins create their solvers here, within the time limit of the run.
World make_watched_world(const Scene& scene, double limit) {
  activity::set(scene.file + ", creating the world and its solvers");
  if (std::isfinite(limit)) activity::set_kill_time(limit + kGrace);
  World world = make_world(scene);
  activity::set_kill_time(-1);
  activity::set("");
  return world;
}

Run::Run(const RunOptions& options)
    : options_(options),
      scene_(load_scene_as_asked(options.scene, notes_)),
      world_(make_watched_world(scene_, options.limit)) {
  if (!options.from.empty()) world_.restore_state(options.from);
  if (!options.verify.empty()) verifier_ = std::make_unique<Verifier>(options.verify, world_);
  check_files(options, scene_);
  world_.set_profiling(options.profile);
  summary_.scene = scene_.name;
  summary_.file = scene_.file;
  summary_.formulation = world_.formulation();
  summary_.solver = world_.solver();
  summary_.shadow = world_.shadow_solver();
  summary_.step = scene_.world.step;
  summary_.profiled = options.profile;
  summary_.energy_start = energy(world_);
  recorder_ = make_recorder(options, scene_);
  if (!options.capture.empty()) {
    capture_ = parse_capture(options, scene_);
    capture_problems(world_, *capture_);
  }
  steps_ = number_of_steps(scene_);
  if (verifier_ && (options.scene.duration < 0 || verifier_->steps() < steps_)) {
    steps_ = verifier_->steps();
  }
  if (!options.html.empty()) {
    frames_ = std::make_unique<view::FrameCollector>(
        world_, view::CollectOptions{options.html_rate, steps_});
  }
}

// Returns false if no further step is needed.
bool Run::look() {
  if (recorder_) recorder_->record(world_);
  if (frames_) frames_->observe(world_);
  return !verifier_ || verifier_->check(world_);
}

void Run::step_through(RunWatch& watch) {
  using Clock = std::chrono::steady_clock;
  Progress progress(world_.time() + static_cast<double>(steps_) * scene_.world.step);
  Clock::duration spent{};
  bool goes_on = look();
  for (std::int64_t i = 0; i < steps_ && goes_on && watch.goes_on(); ++i) {
    const Clock::time_point start = Clock::now();
    if (verifier_) verifier_->prepare_step(world_);
    watch.begin_step();
    const StepReport& report = world_.step();
    whole_step_ = watch.end_step();
    if (!whole_step_) break;
    spent += Clock::now() - start;
    summary_.wall_seconds = std::chrono::duration<double>(spent).count();
    summary_.totals.add(report);
    goes_on = look();
    progress.show(world_);
  }
}

std::string solvers_text(const World& world) {
  std::string text;
  for (const std::string& id : world.chain()) text.append(text.empty() ? "" : ", ").append(id);
  if (!world.shadow_solver().empty()) text.append(", shadow ").append(world.shadow_solver());
  return text;
}

int Run::to_end() {
  activity::note_output(options_.record);
  activity::set(scene_.file + ", stepped with " + solvers_text(world_));
  RunWatch watch(options_.limit, [this](RunEnd why) { give_up(why); });
  step_through(watch);
  activity::set("");
  const bool whole_run =
      summary_.totals.steps == steps_;  // the limit was reached with the last step
  return finish(whole_run ? RunEnd::kWhole : watch.end(), whole_step_);
}

void Run::give_up(RunEnd end) {
  int code = kSimulationFailed;
  try {
    code = finish(end, false);
  } catch (const std::exception& error) {
    say(failure_text(error));
    code = kBadInput;
  }
  leave(code);
}

void Run::write_files(bool whole_step) {
  if (recorder_) recorder_->close();
  if (!options_.save_state.empty()) {
    if (whole_step) {
      world_.save_state(options_.save_state);
    } else {
      say(options_.save_state + ": not written, because the current step did not finish");
    }
  }
  if (!options_.report.empty()) {
    write_whole_file(options_.report, run_report_json(summary_, world_));
  }
}

void Run::write_page(bool whole_step) {
  view::ReplayData data = whole_step ? frames_->finish(world_) : frames_->take();
  data.title = scene_.name;
  data.scene_text = scene_.text;
  print_notes(data);
  const view::PageReport page = view::write_replay_page(options_.html, data, view::kPageLimit);
  std::cout << one_line_text(view::describe(page, options_.html)) << std::endl;
}

void Run::say_how_it_ended(RunEnd end, bool whole_step) const {
  if (end == RunEnd::kWhole) return;
  const std::int64_t done = summary_.totals.steps;
  std::string line = scene_.file + ": ";
  line += end == RunEnd::kLimit ? "ended at the limit of " + number_text(options_.limit, 6) + " s"
                                : "interrupted by " + name_of_signal(InterruptGuard::signal());
  line += " after " + std::to_string(done) + " of " + std::to_string(steps_) + " steps";
  if (!whole_step) {
    line += "; step " + std::to_string(done + 1) + " did not return from " + solvers_text(world_);
  }
  say(line);
}

// The first model with non-finite energy.
std::string overflowing_model(const World& world) {
  for (const Model* model : world.models()) {
    if (!std::isfinite(model->kinetic_energy()) || !std::isfinite(model->potential_energy()))
      return "model '" + model->name() + "'";
  }
  return "all models together";
}

// Prints the failure shown by the totals. Returns true if there is one.
bool Run::say_failures() const {
  const bool overflows = !std::isfinite(summary_.energy_end);
  const std::string failure =
      failure_of({summary_.totals, summary_.energy_end, overflows ? overflowing_model(world_) : ""},
                 scene_.world.contact.solver);
  if (!failure.empty()) say(scene_.file + ": " + failure);
  return !failure.empty();
}

int Run::exit_code(RunEnd end, bool held) const {
  const bool failed = say_failures();
  if (end == RunEnd::kInterrupted) return interrupted_exit_code(InterruptGuard::signal());
  if (end == RunEnd::kLimit) return kSimulationFailed;
  if (!held) return kCheckFailed;
  return failed ? kSimulationFailed : kDone;
}

int Run::finish(RunEnd end, bool whole_step) {
  summary_.energy_end = energy(world_);
  summary_.ended = end == RunEnd::kLimit   ? "limit"
                   : end == RunEnd::kWhole ? "whole"
                                           : "interrupted";
  write_files(whole_step);
  print_summary(std::cout, summary_, world_, notes_);
  const bool captured = !capture_ || print_captured(*capture_, world_);
  const bool held = !verifier_ || verifier_->print(world_, std::cout, std::cerr);
  say_how_it_ended(end, whole_step);
  const int code = exit_code(end, held);
  // Done last, so that an error of the page does not prevent results from being printed.
  if (frames_) write_page(whole_step);
  return code == kDone && !captured ? kBadInput : code;
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "Run a scene and print a summary");
  auto options = std::make_shared<RunOptions>();
  command
      ->add_option("scene", options->scene.file,
                   "Scene (YAML), MJCF file (.xml), SDF file (.sdf, .world), or robot (.urdf), "
                   "which is dropped on the ground; -: scene from standard input")
      ->required();
  command->add_option("arguments", options->scene.xacro_arguments,
                      "After --: NAME:=VALUE arguments for a robot written in xacro");
  command->add_option("--solver", options->scene.solver, "Id of the solver plugin");
  command->add_option("--formulation", options->scene.formulation,
                      "Contact formulation, e.g. cone or polyhedral:directions=8");
  command
      ->add_option("--step", options->scene.step, "Time step [s], which replaces that of the scene")
      ->check(positive_number());
  command
      ->add_option(
          "--set", options->scene.set,
          "PATH=VALUE: override a value of the scene, e.g. materials.default.mu=0.5; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--duration", options->scene.duration, "Duration of the run [s]")
      ->check(number_from_0());
  command->add_option("--record", options->record, "Write time series to this HDF5 file");
  command
      ->add_option("--record-every", options->record_every,
                   "Interval between recorded rows [s], which replaces that of the scene; 0: "
                   "every step")
      ->check(number_from_0());
  command->add_option("--report", options->report, "Write a report to this JSON file");
  CLI::Option* html =
      command->add_option("--html", options->html, "Write a replay page (one HTML file)");
  command
      ->add_option("--html-rate", options->html_rate,
                   "Frames of the page per second of simulated time, default 60")
      ->check(positive_number())
      ->needs(html);
  command->add_flag("--profile", options->profile, "Measure the time of each stage of the step");
  command->add_option("--capture", options->capture,
                      "Write these contact problems to files: failed, all or step=N");
  command->add_option("--capture-dir", options->capture_dir, "Folder for captured problems");
  command
      ->add_option("--capture-limit", options->capture_limit,
                   "Maximum number of captured files, default 100")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--threads", options->scene.threads, "Number of threads")
      ->check(CLI::Range(1, 1024));
  command
      ->add_option("--plugins", options->scene.plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--timeout", options->limit,
                   "Wall-clock limit [s], after which the run ends with exit code 3")
      ->check(positive_number());
  command->add_flag("--remove-partials", options->remove_partials,
                    "Remove unfinished files that earlier runs left next to the outputs");
  command->add_option("--save-state", options->save_state,
                      "Write the final state to this HDF5 file");
  CLI::Option* from =
      command->add_option("--from", options->from, "Start from a state written by --save-state");
  command
      ->add_option("--verify", options->verify, "Compare every step with this recording bit by bit")
      ->excludes(from);
  command->callback([options, &exit_code] { exit_code = Run(*options).to_end(); });
}

}  // namespace cardan::app
