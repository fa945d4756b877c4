#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <thread>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/input_files.h"
#include "apps/installed_data.h"
#include "apps/printable_text.h"
#include "apps/process/interrupt_guard.h"
#include "apps/regress/bless.h"
#include "apps/regress/case_process.h"
#include "apps/regress/console.h"
#include "apps/regress/html_report.h"
#include "apps/regress/junit.h"
#include "apps/regress/planned_scenes.h"
#include "apps/regress/report_json.h"
#include "apps/regress/report_markdown.h"
#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/failure_text.h"

namespace cardan::app {

namespace {

/// Cases that are checked over the runs of a scene.
using Verdicts =
    std::function<std::vector<CaseResult>(const Scene& scene, const std::vector<CaseResult>&)>;

// Output files of a call, with their names in messages.
std::vector<std::pair<std::string, std::string>> outputs_of(const RegressOptions& options) {
  std::vector<std::pair<std::string, std::string>> outputs = {
      {options.junit, "--junit"}, {options.json, "--json"}, {options.markdown, "--markdown"}};
  if (!options.html.empty()) {
    outputs.emplace_back((std::filesystem::path(options.html) / "index.html").string(), "--html");
  }
  outputs.erase(std::remove_if(outputs.begin(), outputs.end(),
                               [](const auto& output) { return output.first.empty(); }),
                outputs.end());
  return outputs;
}

void check_outputs(const RegressOptions& options, const std::vector<std::string>& scenes) {
  std::vector<NamedFile> inputs, outputs;
  for (const std::string& scene : scenes) inputs.push_back({scene, "a scene of this call"});
  for (const auto& [file, option] : outputs_of(options)) outputs.push_back({file, option});
  require_apart(inputs, outputs);
  for (const std::string& file : {options.junit, options.json, options.markdown}) {
    if (!file.empty()) require_writable(file);
  }
  if (!options.html.empty()) require_report_folder(options.html);
}

// A report must not overwrite a scene, a file it includes, or a file it is compared with.
void require_no_input_as_output(const RegressOptions& options,
                                const std::vector<PlannedScene>& scenes) {
  std::vector<NamedFile> outputs;
  for (const auto& [file, option] : outputs_of(options)) outputs.push_back({file, option});
  for (const PlannedScene& planned : scenes) {
    if (planned.scene) require_apart(input_files(*planned.scene), outputs);
  }
}

// Name of a file or folder of a run.
std::string file_name_of(const CaseId& id) {
  std::string name = id.label();
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    if (!plain) c = '_';
  }
  constexpr std::size_t kLongest = 150;  // many parameters; file systems allow 255 bytes
  if (name.size() > kLongest) {
    name.resize(kLongest);
    name.append("-").append(std::to_string(std::hash<std::string>{}(id.label())));
  }
  return name;
}

// One folder per run, since the names of captured problems do not contain the solver.
std::string capture_folder(const RegressOptions& options, const CaseId& id) {
  if (options.bless || (options.capture_dir.empty() && options.html.empty())) return "";
  const std::filesystem::path place = options.capture_dir.empty()
                                          ? std::filesystem::path(options.html) / "problems"
                                          : std::filesystem::path(options.capture_dir);
  return (place / file_name_of(id)).string();
}

std::string replay_page(const RegressOptions& options, const CaseId& id) {
  if (options.bless || options.html.empty()) return "";
  const std::filesystem::path folder = std::filesystem::path(options.html) / kReplayFolder;
  return (folder / (file_name_of(id) + ".html")).string();
}

CaseRequest request_for(const RegressOptions& options, const CaseId& id) {
  CaseRequest request;
  request.id = id;
  request.plugins = options.plugins;
  request.threads = options.threads;
  request.duration = options.duration;
  request.series = options.html.empty() ? SeriesKept::kNone : SeriesKept::kFailed;
  request.capture_folder = capture_folder(options, id);
  request.replay_page = replay_page(options, id);
  request.record_golden = options.bless;
  return request;
}

std::size_t processes(const RegressOptions& options) {
  if (options.jobs > 0) return static_cast<std::size_t>(options.jobs);
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return std::max(1U, cores / static_cast<unsigned>(options.threads));
}

// The runs of all scenes, in the order of the plan.
std::vector<CaseResult> run_cases(const RegressOptions& options,
                                  const std::vector<PlannedScene>& scenes) {
  std::vector<CaseRequest> requests;
  std::vector<ChildJob> jobs;
  for (const PlannedScene& planned : scenes) {
    for (const CaseId& id : planned.plan.cases) {
      requests.push_back(request_for(options, id));
      jobs.push_back(case_job(requests.back()));
    }
  }
  std::vector<CaseResult> results(requests.size());
  RegressProgress progress(requests.size());
  ProcessPool pool(static_cast<int>(processes(options)), options.limit);
  pool.run(
      jobs,
      [&](std::size_t job, const ChildEnd& end) {
        results[job] = result_of(requests[job], end, options.limit);
        std::error_code not_empty;
        const std::string& folder = requests[job].capture_folder;
        if (!folder.empty()) std::filesystem::remove(folder, not_empty);
        progress.ended(results[job]);
      },
      [&](std::size_t running, std::size_t) { progress.show(running); });
  return results;
}

// Results in the order of the plan. Per scene: its runs, the checks over them, skipped runs.
std::vector<CaseResult> with_all_else(const std::vector<PlannedScene>& scenes,
                                      const std::vector<CaseResult>& results,
                                      const Verdicts& verdicts_over) {
  std::vector<CaseResult> all;
  auto next = results.begin();
  for (const PlannedScene& planned : scenes) {
    const auto end = next + static_cast<std::ptrdiff_t>(planned.plan.cases.size());
    const std::vector<CaseResult> cases(next, end);
    next = end;
    all.insert(all.end(), cases.begin(), cases.end());
    if (planned.scene && !cases.empty()) {
      for (CaseResult& judged : verdicts_over(*planned.scene, cases)) {
        all.push_back(std::move(judged));
      }
    }
    all.insert(all.end(), planned.plan.skipped.begin(), planned.plan.skipped.end());
  }
  return all;
}

int exit_code_of(const std::vector<CaseResult>& results) {
  if (InterruptGuard::signal() != 0) return interrupted_exit_code(InterruptGuard::signal());
  const auto any = [&](auto is) {
    return std::any_of(results.begin(), results.end(),
                       [&](const CaseResult& result) { return is(result.status); });
  };
  if (any([](CaseStatus status) { return status == CaseStatus::kError; })) return kBadInput;
  return any(counts_as_failure) ? kCheckFailed : kDone;
}

int list_cases(const std::vector<PlannedScene>& scenes) {
  int exit_code = kDone;
  for (const PlannedScene& planned : scenes) {
    for (const CaseId& id : planned.plan.cases) {
      std::string line = id.label();
      for (const std::string& tag : planned.scene->tags) line.append(" #").append(tag);
      std::cout << one_line_text(line) << "\n";
    }
    for (const CaseResult& skipped : planned.plan.skipped) {
      std::cout << name_of(skipped.status) << " "
                << one_line_text(skipped.id.label() + ": " + skipped.message) << "\n";
      if (skipped.status == CaseStatus::kError) exit_code = kBadInput;
    }
  }
  return exit_code;
}

// Writes each file independently, so that a failure does not lose the others. The JSON report comes
// last, since it contains the exit code. Returns the resulting exit code.
int write_outputs(const RegressOptions& options, const std::vector<CaseResult>& results,
                  int exit_code, double seconds) {
  const auto write = [&](const std::string& place, const auto& writer) {
    if (place.empty()) return;
    try {
      writer();
    } catch (const std::exception& error) {
      std::cerr << "cardan: " << one_line_text(failure_text(error)) << std::endl;
      exit_code = kBadInput;
    }
  };
  write(options.junit, [&] { write_whole_file(options.junit, junit_of(results)); });
  write(options.markdown,
        [&] { write_whole_file(options.markdown, regress_report_markdown(results)); });
  write(options.html, [&] {
    write_html_report(options.html, results, {CARDAN_VERSION, time_stamp(), seconds});
  });
  write(options.json,
        [&] { write_whole_file(options.json, regress_report_json(results, exit_code, seconds)); });
  return exit_code;
}

void require_options_that_agree(const RegressOptions& options) {
  const bool pairs = !(options.sweep.solvers + options.sweep.formulations).empty();
  if (options.dry_run && !options.bless) throw Error("--dry-run needs --bless", "--dry-run");
  if (options.bless && (pairs || !options.overrides.empty() || options.duration >= 0)) {
    throw Error("--bless runs each scene unchanged, with its own pair", "--bless",
                "remove --solvers, --formulations, --set and --duration");
  }
  for (const std::string& text : options.overrides) {
    if (options.sweep.solvers.empty() || text.compare(0, 15, "contact.solver.") != 0) continue;
    throw Error("--set " + text + " with --solvers does not name the solver of the option", "--set",
                "remove one of them");
  }
  if (options.sweep.only_own && pairs) {
    throw Error("--only-own runs each scene with its own pair", "--only-own",
                "remove it, or remove --solvers and --formulations");
  }
}

void say_ignored(const std::vector<std::string>& files) {
  if (files.empty()) return;
  std::string line = "ignored: no key 'cardan' in ";
  line.append(std::to_string(files.size())).append(files.size() == 1 ? " file: " : " files: ");
  constexpr std::size_t kMost = 5;
  for (std::size_t i = 0; i < std::min(files.size(), kMost); ++i) {
    line.append(i == 0 ? "" : ", ").append(files[i]);
  }
  if (files.size() > kMost) line.append(", …");
  std::cerr << "cardan: " << one_line_text(line) << std::endl;
}

// A call without runs has verified nothing.
int due_exit_code(const RegressOptions& options, const std::vector<CaseResult>& results, bool ran) {
  const int exit_code = exit_code_of(results);
  if (ran || exit_code != kDone || options.allow_empty) return exit_code;
  std::string why = "no case was run: nothing was selected";
  if (!results.empty()) {
    why = "no case was run: all " + std::to_string(results.size()) +
          " were skipped, the first: " + results.front().message;
  }
  std::cerr << "cardan: " << one_line_text(why) << "; see cardan regress --list, or pass "
            << "--allow-empty" << std::endl;
  return options.skip_code;
}

// Runs with all further results, and whether the golden files are in order.
std::pair<std::vector<CaseResult>, bool> outcome_of(const RegressOptions& options,
                                                    const std::vector<PlannedScene>& scenes,
                                                    const std::vector<CaseResult>& results) {
  if (!options.bless) return {with_all_else(scenes, results, check_across), true};
  const Blessing blessing = compare_with_golden(results);
  if (blessing.good && !options.dry_run) write_golden(blessing);
  const auto none = [](const Scene&, const std::vector<CaseResult>&) {
    return std::vector<CaseResult>();
  };
  return {with_all_else(scenes, results, none), blessing.good};
}

int regress(RegressOptions options) {
  require_options_that_agree(options);
  options.sweep.only_own = options.sweep.only_own || options.bless;
  // A closed output pipe (`| head`) must not stop the reports.
  std::signal(SIGPIPE, SIG_IGN);
  if (options.paths.empty()) options.paths.push_back(installed_scenes());
  const FoundScenes found = find_scenes(options.paths);
  check_outputs(options, found.scenes);
  const InterruptGuard guard;
  std::vector<PlannedScene> scenes = plan_scenes(options, found.scenes);
  require_no_input_as_output(options, scenes);
  say_ignored(found.ignored);
  if (options.bless) keep_golden_scenes(scenes);
  if (options.list) return list_cases(scenes);
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  const std::vector<CaseResult> runs = run_cases(options, scenes);
  const auto [results, blessed] = outcome_of(options, scenes, runs);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const CaseResult& result : results) {
    if (result.status == CaseStatus::kError) {
      std::cerr << "cardan: " << one_line_text(result.message) << std::endl;
    }
  }
  print_regress_summary(results, seconds);
  int exit_code = due_exit_code(options, results, !runs.empty());
  if (exit_code == kDone && !blessed) exit_code = kCheckFailed;
  return write_outputs(options, results, exit_code, seconds);
}

void add_case_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(kCaseCommand, "");
  command->group("");  // hidden: started by `regress`
  auto request = std::make_shared<CaseRequest>();
  auto point = std::make_shared<std::vector<std::string>>();
  auto series = std::make_shared<std::string>();
  const auto all = CLI::MultiOptionPolicy::TakeAll;
  command->add_option("--file", request->id.file);
  command->add_option("--scene", request->id.scene);
  command->add_option("--formulation", request->id.formulation);
  command->add_option("--solver", request->id.solver);
  command->add_option("--at", *point)->expected(1)->multi_option_policy(all);
  command->add_option("--plugins", request->plugins)->expected(1)->multi_option_policy(all);
  command->add_option("--threads", request->threads);
  command->add_option("--duration", request->duration);
  command->add_option("--series", *series);
  command->add_option("--capture-dir", request->capture_folder);
  command->add_option("--capture-limit", request->capture_limit);
  command->add_option("--replay-page", request->replay_page);
  command->add_flag("--record-golden", request->record_golden);
  command->callback([request, point, series] {
    for (const std::string& text : *point) {
      request->id.point.push_back(split_assignment(text, "--at"));
    }
    request->series = *series == "all"    ? SeriesKept::kAll
                      : *series == "none" ? SeriesKept::kNone
                                          : SeriesKept::kFailed;
    run_case_and_hand_over(*request);
  });
}

void add_selection(CLI::App& command, RegressOptions& options) {
  const auto all = CLI::MultiOptionPolicy::TakeAll;
  command.add_option("paths", options.paths,
                     "Scene files and folders of scenes; default: the installed scenes");
  command.add_option("--tag", options.filter.tags, "Select scenes with this tag; repeatable")
      ->expected(1)
      ->multi_option_policy(all);
  command
      .add_option("--not-tag", options.filter.not_tags, "Exclude scenes with this tag; repeatable")
      ->expected(1)
      ->multi_option_policy(all);
  command
      .add_option("--name", options.filter.names,
                  "Select scenes whose name matches this pattern, e.g. 'box_*'; repeatable")
      ->expected(1)
      ->multi_option_policy(all);
  command.add_option("--solvers", options.sweep.solvers, "Solvers: all, or a list of ids");
  command.add_option("--formulations", options.sweep.formulations,
                     "Formulations: all, or a list such as cone,polyhedral:directions=4");
  command.add_flag("--only-own", options.sweep.only_own,
                   "Run each scene once, with its own pair and initial state, without its sweep");
  command
      .add_option("--set", options.overrides,
                  "PATH=VALUE: override a value of the scenes; repeatable")
      ->expected(1)
      ->multi_option_policy(all);
  command.add_flag("--list", options.list, "List the selected runs, but run nothing");
  command.add_flag("--allow-empty", options.allow_empty,
                   "Return exit code 0 even if no run was selected or all runs were skipped");
  // Hidden: lets ctest recognise a skipped test by its exit code.
  command.add_option("--skip-code", options.skip_code, "")->group("");
}

}  // namespace

void add_regress_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("regress", "Run scenes and check their expectations, for CI");
  auto options = std::make_shared<RegressOptions>();
  add_selection(*command, *options);
  command->add_option("--duration", options->duration, "Duration of each run [s]")
      ->check(number_from_0());
  command
      ->add_option("--jobs", options->jobs, "Number of parallel processes; default: one per core")
      ->check(CLI::Range(1, 1024));
  command->add_option("--threads", options->threads, "Threads per process")
      ->check(CLI::Range(1, 1024));
  command->add_option("--timeout", options->limit, "Wall-clock limit of each run [s], default 600")
      ->check(positive_number());
  command->add_option("--junit", options->junit, "Write JUnit XML to this file");
  command->add_option("--json", options->json, "Write a JSON report to this file");
  command->add_option("--markdown", options->markdown,
                      "Write a Markdown table of scenes and solvers to this file");
  command->add_option("--html", options->html, "Write an HTML report into this folder");
  command->add_option("--capture-dir", options->capture_dir,
                      "Write the contact problems of unsolved islands to this folder");
  command->add_flag("--bless", options->bless, "Rewrite the golden trajectories");
  command->add_flag("--dry-run", options->dry_run, "With --bless: only show the differences");
  command
      ->add_option("--plugins", options->plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->callback([options, &exit_code] { exit_code = regress(*options); });
  add_case_command(app);
}

}  // namespace cardan::app
