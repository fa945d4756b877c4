#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/isolated_replay.h"
#include "apps/load_solvers.h"
#include "apps/output_files.h"
#include "apps/printable_text.h"
#include "apps/process/activity.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/isolated.h"
#include "apps/process/stdout_to_stderr.h"
#include "apps/solve_case.h"
#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "constraint/compatibility.h"
#include "core/atomic_file.h"
#include "core/failure_text.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

struct SolveOptions {
  std::vector<std::string> files, options, plugins;
  std::string
      solver;  ///< an id, "all", or "": the expected solver, else the default for the problem
  std::string fallback;  ///< ids of fallback solvers, separated by commas
  double tolerance = 0;
  double limit = kDefaultLimit;  ///< per solver and problem [s]
  bool cold = false, json = false;
  std::string keep, into = "problems", expect, write;
};

// Text and HDF5 problem files of a folder, sorted; the path of a file gives that file.
std::vector<std::string> expand(const std::string& path) {
  std::error_code failure;  // unreadable files are reported when they are read
  if (!fs::is_directory(path, failure)) return {path};
  std::vector<std::string> inside;
  for (const auto& entry : fs::directory_iterator(path)) {
    const std::string ending = entry.path().extension();
    if (ending == ".hdf5" || ending == ".h5" || ending == ".dat") {
      inside.push_back(entry.path().string());
    }
  }
  if (inside.empty()) {
    throw Error("no problem file in this folder", path, "expected *.hdf5, *.h5 or *.dat");
  }
  std::sort(inside.begin(), inside.end());
  return inside;
}

void say(const std::exception& error) {
  std::fflush(stdout);
  std::cerr << "cardan: " << one_line_text(failure_text(error)) << std::endl;
}

// Files of all paths; a path without files is reported and counts as unreadable.
std::vector<std::string> expand_all(const std::vector<std::string>& paths, bool& readable) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    try {
      const std::vector<std::string> some = expand(path);
      files.insert(files.end(), some.begin(), some.end());
    } catch (const std::exception& error) {
      say(error);
      readable = false;
    }
  }
  return files;
}

SolverOption parse_option(const std::string& text) {
  const auto [name, value] = split_assignment(text, "--option");
  SolverOption option{name, 0, ""};
  const char* end = value.data() + value.size();
  const auto [last, failure] = std::from_chars(value.data(), end, option.number);
  if (failure == std::errc() && last == end) return option;
  if (value == "true" || value == "false") {
    option.number = value == "true" ? 1 : 0;
  } else {
    option.word = value;
  }
  return option;
}

std::vector<std::string> fallbacks_of(const SolveOptions& options) {
  std::vector<std::string> ids;
  std::istringstream list(options.fallback);
  for (std::string id; std::getline(list, id, ',');) {
    if (!id.empty()) ids.push_back(id);
  }
  return ids;
}

bool is_asked(const SolveOptions& options, const std::string& id) {
  if (options.solver.empty() || options.solver == "all" || options.solver == id) return true;
  const std::vector<std::string> ids = fallbacks_of(options);
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// Every option must belong to a requested solver.
void require_known(const std::vector<SolverOption>& options, const SolveOptions& asked,
                   const SolverRegistry& registry) {
  for (const SolverOption& option : options) {
    bool known = false;
    for (const SolverOrigin& origin : registry.solvers()) {
      const cardan_solver_desc& solver = *origin.desc;
      if (!is_asked(asked, solver.id)) continue;
      known = known || find_option(solver, option.name) != nullptr;
    }
    if (!known) {
      throw Error("no solver has the option '" + option.name + "'", "--option",
                  "see cardan solvers --describe ID");
    }
  }
}

// Default solver: the expected one, else the first compatible one of these.
std::string default_solver(const ProblemFile& file, const SolverRegistry& registry) {
  if (!file.expectation.solver.empty()) return file.expectation.solver;
  for (const char* id : {"conic", "lemke"}) {
    const cardan_solver_desc* solver = registry.find(id);
    if (solver != nullptr && why_unfit(file, *solver).empty()) return id;
  }
  for (const SolverOrigin& origin : registry.solvers()) {
    if (why_unfit(file, *origin.desc).empty()) return origin.desc->id;
  }
  throw Error("no solver supports this problem", "", "name one with --solver to see why");
}

// All solvers, or a chain: the solver and its fallbacks.
std::vector<const cardan_solver_desc*> solvers_for(const SolveOptions& options,
                                                   const ProblemFile& file,
                                                   const SolverRegistry& registry) {
  if (options.solver != "all") {
    std::vector<const cardan_solver_desc*> chain = {&registry.require(
        options.solver.empty() ? default_solver(file, registry) : options.solver)};
    for (const std::string& id : fallbacks_of(options)) chain.push_back(&registry.require(id));
    return chain;
  }
  std::vector<const cardan_solver_desc*> solvers;
  for (const SolverOrigin& origin : registry.solvers()) solvers.push_back(origin.desc);
  return solvers;
}

int parse_status(const std::string& word) {
  for (int status = CARDAN_SOLVED; status < CARDAN_UNSUPPORTED; ++status) {
    if (word == status_name(status)) return status;
  }
  throw Error("'" + word + "' is not a status", "--expect",
              "expected SOLVED, APPROXIMATE, JAMMED, INFEASIBLE, ITERATIONS or NUMERIC");
}

// A correct answer is expected again; for a failed one, a solution is expected in future.
int expected_status(const SolveOptions& options, int status) {
  if (!options.expect.empty()) return parse_status(options.expect);
  const bool answer = status == CARDAN_JAMMED || status == CARDAN_INFEASIBLE;
  return answer ? status : CARDAN_SOLVED;
}

void keep_case(const SolveOptions& options, SolveCase& one) {
  const ProblemReplay& result = one.replays.front();
  if (!result.unfit.empty()) throw Error("cannot be kept: " + result.unfit, one.path);
  if (!result.ended.empty()) {
    throw Error("cannot be kept: " + result.solver + " " + result.ended, one.path);
  }
  const double tolerance = options.tolerance > 0 ? options.tolerance : one.file.problem.tolerance;
  one.file.expectation = {result.solver, expected_status(options, result.status), tolerance};
  one.file.problem.tolerance = tolerance;
  if (options.cold) std::fill(one.file.guess.begin(), one.file.guess.end(), 0.0);
  std::error_code failure;
  fs::create_directories(options.into, failure);
  if (failure || !fs::is_directory(options.into, failure)) {
    throw Error("cannot make this folder", options.into, "name another with --into");
  }
  const std::string target = (fs::path(options.into) / (options.keep + ".hdf5")).string();
  if (fs::exists(target)) {
    throw Error("a case with this name already exists", target,
                "choose another --keep, or remove the case");
  }
  write_problem(target, one.file);
  const bool met = meets(one.file.expectation.status, result.status);
  // With --json, standard output is one JSON document.
  std::fprintf(options.json ? stderr : stdout, "kept as %s: %s by %s%s\n", target.c_str(),
               status_name(one.file.expectation.status), result.solver.c_str(),
               met ? "" : ", not met yet");
}

// Row of a solver that cannot be used.
ProblemReplay unusable(const cardan_solver_desc& solver, const std::string& reason) {
  ProblemReplay result;
  result.solver = solver.id;
  result.ended = one_line_text(reason);
  return result;
}

// With all solvers, an unusable solver gets a row; requested alone, it is an error.
ProblemReplay ask(const ProblemFile& file, const cardan_solver_desc& solver,
                  const SolveOptions& options, const ProblemReplaySettings& settings) {
  try {
    return isolated_replay(file, solver, settings, options.limit);
  } catch (const Error& error) {
    if (options.solver != "all") throw;
    return unusable(solver, error.what());
  }
}

SolveCase solve_one(const std::string& path, const SolveOptions& options,
                    const ProblemReplaySettings& settings, const SolverRegistry& registry) {
  SolveCase one;
  one.path = path;
  one.file = read_problem(path);
  const bool chain = options.solver != "all";
  for (const cardan_solver_desc* solver : solvers_for(options, one.file, registry)) {
    activity::set(one_line_text(path) + ", solver " + solver->id);
    one.replays.push_back(ask(one.file, *solver, options, settings));
    if (InterruptGuard::signal() != 0) break;
    if (chain && one.replays.back().status == CARDAN_SOLVED) break;
  }
  compare_to_best(one.replays);
  one.passed = passes(one);
  return one;
}

void check_keep(const SolveOptions& options, std::size_t files) {
  if (options.keep.empty()) return;
  if (files != 1 || options.solver == "all") {
    throw Error("a case needs exactly one file and one solver", "--keep",
                "name one file and one --solver");
  }
  if (fs::path(options.keep).filename() != options.keep) {
    throw Error("'" + options.keep + "' is not a plain name", "--keep",
                "name the folder with --into");
  }
  if (!options.options.empty()) {
    throw Error("a case cannot contain solver options", "--keep", "remove --option");
  }
}

void check_chain(const SolveOptions& options, const SolverRegistry& registry) {
  if (!options.solver.empty() && options.solver != "all") registry.require(options.solver);
  const std::vector<std::string> fallbacks = fallbacks_of(options);
  for (const std::string& id : fallbacks) registry.require(id);
  if (fallbacks.empty()) return;
  if (options.solver == "all") {
    throw Error("there is no fallback when all solvers run", "--fallback", "name one --solver");
  }
  if (!options.keep.empty()) {
    throw Error("a case has exactly one solver", "--fallback", "remove it, or remove --keep");
  }
}

/// Number of files per outcome.
struct Tally {
  bool passed = true, readable = true, ended = false;
  nlohmann::json list = nlohmann::json::array(), answers = nlohmann::json::array();

  int exit_code() const {
    if (InterruptGuard::signal() != 0) return interrupted_exit_code(InterruptGuard::signal());
    if (!readable) return kBadInput;
    if (ended) return kSimulationFailed;
    return passed ? kDone : kCheckFailed;
  }
};

std::string json_text(const nlohmann::json& list) {
  return list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void solve_file(const std::string& path, const SolveOptions& options,
                const ProblemReplaySettings& settings, const SolverRegistry& registry,
                Tally& tally) {
  try {
    SolveCase one = solve_one(path, options, settings, registry);
    tally.passed = tally.passed && one.passed;
    tally.ended = tally.ended || any_ended(one);
    if (options.json) {
      append_json(one, tally.list);
    } else {
      print_case(one);
    }
    if (!options.write.empty()) append_answers(one, tally.answers);
    if (!options.keep.empty()) keep_case(options, one);
  } catch (const std::exception& error) {
    say(error);
    tally.readable = false;
  }
}

int solve(const SolveOptions& options) {
  std::optional<StdoutToStderr> aside;
  if (options.json) aside.emplace();
  const std::vector<fs::path> directories(options.plugins.begin(), options.plugins.end());
  const SolverRegistry registry = load_solvers(directories);
  ProblemReplaySettings settings{options.tolerance, options.cold, {}};
  for (const std::string& text : options.options) settings.options.push_back(parse_option(text));
  require_known(settings.options, options, registry);
  check_chain(options, registry);
  Tally tally;
  const std::vector<std::string> files = expand_all(options.files, tally.readable);
  check_keep(options, files.size());
  if (!options.expect.empty()) parse_status(options.expect);
  std::vector<NamedFile> inputs;
  for (const std::string& file : files) inputs.push_back({file, "a problem"});
  require_outputs(inputs, {{options.write, "--write"}});

  const InterruptGuard guard;
  for (const std::string& path : files) {
    if (InterruptGuard::signal() != 0) break;
    solve_file(path, options, settings, registry, tally);
  }
  activity::set("");
  aside.reset();
  if (options.json) std::cout << json_text(tally.list);
  if (!options.write.empty()) write_whole_file(options.write, json_text(tally.answers));
  return tally.exit_code();
}

}  // namespace

void add_solve_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("solve", "Solve problem files and check the answers");
  auto options = std::make_shared<SolveOptions>();
  command->add_option("files", options->files, "Problem files or folders of problem files")
      ->required();
  command->add_option("--solver", options->solver, "Id of the solver plugin, or all");
  command->add_option("--fallback", options->fallback,
                      "a,b: fallback solvers, tried in this order if the preceding solver fails");
  command
      ->add_option("--timeout", options->limit,
                   "Wall-clock limit for each solver on each problem [s], default 600")
      ->check(positive_number());
  command->add_option("--write", options->write,
                      "Write the impulses and velocities of every answer to this JSON file");
  command
      ->add_option("--tolerance", options->tolerance,
                   "Residual below which a problem counts as solved [m/s]; overrides the tolerance "
                   "in the file")
      ->check(positive_number());
  command->add_flag("--cold", options->cold, "Start from zero instead of the guess in the file");
  command->add_flag("--json", options->json, "Print JSON instead of tables");
  command
      ->add_option("--option", options->options,
                   "NAME=VALUE: set an option of the solver; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--plugins", options->plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--keep", options->keep, "Keep the file as a regression case with this name")
      ->check([](const std::string& name) { return name.empty() ? "expected a name" : ""; });
  command->add_option("--into", options->into, "Folder for kept cases, default 'problems'");
  command->add_option("--expect", options->expect, "Expected status of the kept case");
  command->callback([options, &exit_code] { exit_code = solve(*options); });
}

}  // namespace cardan::app
