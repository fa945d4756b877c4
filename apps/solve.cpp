#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cardan/constraint/match.h"
#include "cardan/core/error.h"
#include "cardan/host/solver_registry.h"
#include "command_line.h"
#include "commands.h"
#include "replay.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

struct SolveOptions {
  std::vector<std::string> files, options, plugins;
  std::string solver;  ///< an id, "all", or "": the expected one, else the problem's default
  double tolerance = 0;
  bool cold = false, json = false;
  std::string keep, into = "problems", expect;
};

/// One problem with what the solvers made of it.
struct Case {
  std::string path;
  ProblemFile file;
  std::vector<Replay> replays;
  bool passed = false;
};

// Text and HDF5 problems of a folder, sorted; a file stands for itself.
std::vector<std::string> expand(const std::string& path) {
  std::error_code failure;  // what cannot be looked at is named when it is read
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
  std::cerr << "cardan: " << error.what() << std::endl;
}

// All of the paths; one that stands for nothing is told and counts as unreadable.
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

// Every option must be known to a solver that is asked.
void require_known(const std::vector<SolverOption>& options, const SolveOptions& asked,
                   const SolverRegistry& registry) {
  for (const SolverOption& option : options) {
    bool known = false;
    for (const SolverOrigin& origin : registry.solvers()) {
      const cardan_solver_desc& solver = *origin.desc;
      if (!asked.solver.empty() && asked.solver != "all" && asked.solver != solver.id) continue;
      for (int i = 0; i < solver.num_params; ++i) known |= option.name == solver.params[i].name;
    }
    if (!known) {
      throw Error("no solver has the option '" + option.name + "'", "--option",
                  "see cardan solvers --describe ID");
    }
  }
}

// Who solves where nobody is named: the expected one, else the first of these that fits.
std::string default_solver(const ProblemFile& file, const SolverRegistry& registry) {
  if (!file.expectation.solver.empty()) return file.expectation.solver;
  for (const char* id : {"conic", "lemke"}) {
    const cardan_solver_desc* solver = registry.find(id);
    if (solver != nullptr && why_unfit(file.problem, *solver).empty()) return id;
  }
  for (const SolverOrigin& origin : registry.solvers()) {
    if (why_unfit(file.problem, *origin.desc).empty()) return origin.desc->id;
  }
  throw Error("no solver takes this problem", "", "name one with --solver to see why");
}

std::vector<const cardan_solver_desc*> solvers_for(const SolveOptions& options,
                                                   const ProblemFile& file,
                                                   const SolverRegistry& registry) {
  if (options.solver != "all") {
    return {&registry.require(options.solver.empty() ? default_solver(file, registry)
                                                     : options.solver)};
  }
  std::vector<const cardan_solver_desc*> solvers;
  for (const SolverOrigin& origin : registry.solvers()) solvers.push_back(origin.desc);
  return solvers;
}

// INFEASIBLE is JAMMED with a proof.
bool meets(int expected, int status) {
  return status == expected || (expected == CARDAN_JAMMED && status == CARDAN_INFEASIBLE);
}

// A case with an expectation passes when its solver meets it; another when a solver solved it.
bool passes(const Case& one) {
  const ProblemExpectation& expected = one.file.expectation;
  bool solved = false, asked = false;
  for (const Replay& result : one.replays) {
    solved = solved || result.status == CARDAN_SOLVED;
    if (result.solver != expected.solver) continue;
    asked = true;
    if (!meets(expected.status, result.status)) return false;
  }
  return asked || solved;
}

std::string number_text(const char* form, double x) {
  if (std::isnan(x)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, form, x);
  return text;
}

void print_case(const Case& one) {
  std::uint32_t kinds = 0;
  for (const cardan_block& block : one.file.problem.blocks) kinds |= 1u << block.kind;
  std::printf("%s: %s, %d rows, %zu blocks (%s)\n", one.path.c_str(), one.file.format.c_str(),
              one.file.problem.m(), one.file.problem.blocks.size(), kinds_text(kinds).c_str());
  const ProblemOrigin& origin = one.file.origin;
  if (origin.step >= 0) {
    std::printf("  from %s, step %lld, island %d, formulation %s\n", origin.scene.c_str(),
                static_cast<long long>(origin.step), origin.island, origin.formulation.c_str());
  }
  for (const std::string& note : one.file.notes) std::printf("  note: %s\n", note.c_str());
  std::printf("  %-15s %-12s %9s %9s %10s %9s %10s %10s\n", "solver", "status", "residual",
              "siconos", "iterations", "ms", "d impulse", "d velocity");
  for (const Replay& result : one.replays) {
    if (!result.unfit.empty()) continue;
    std::printf("  %-15s %-12s %9s %9s %10d %9.3f %10s %10s\n", result.solver.c_str(),
                status_name(result.status), number_text("%.1e", result.residual).c_str(),
                number_text("%.1e", result.siconos_error).c_str(), result.iterations,
                1e3 * result.seconds, number_text("%.1e", result.impulse_difference).c_str(),
                number_text("%.1e", result.velocity_difference).c_str());
    if (!result.remark.empty()) std::printf("    %s\n", result.remark.c_str());
  }
  for (const Replay& result : one.replays) {
    if (!result.unfit.empty()) std::printf("  does not fit: %s\n", result.unfit.c_str());
  }
  const ProblemExpectation& expected = one.file.expectation;
  if (!expected.solver.empty()) {
    const bool asked =
        std::any_of(one.replays.begin(), one.replays.end(),
                    [&](const Replay& result) { return result.solver == expected.solver; });
    const std::string outcome =
        asked ? (one.passed ? "met" : "MISSED") : expected.solver + " was not asked";
    std::printf("  expected: %s by %s: %s\n", status_name(expected.status), expected.solver.c_str(),
                outcome.c_str());
  }
}

// JSON has no infinity and no NaN.
nlohmann::json number_or_null(double x) {
  return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json(nullptr);
}

void append_json(const Case& one, nlohmann::json& list) {
  for (const Replay& result : one.replays) {
    nlohmann::json entry = {{"file", one.path},
                            {"format", one.file.format},
                            {"rows", one.file.problem.m()},
                            {"solver", result.solver},
                            {"status", status_name(result.status)},
                            {"residual", number_or_null(result.residual)},
                            {"siconos_error", number_or_null(result.siconos_error)},
                            {"iterations", result.iterations},
                            {"seconds", result.seconds},
                            {"impulse_difference", number_or_null(result.impulse_difference)},
                            {"velocity_difference", number_or_null(result.velocity_difference)}};
    if (!result.unfit.empty()) entry["unfit"] = result.unfit;
    if (one.file.expectation.solver == result.solver) {
      entry["expected"] = status_name(one.file.expectation.status);
    }
    list.push_back(std::move(entry));
  }
}

int parse_status(const std::string& word) {
  for (int status = CARDAN_SOLVED; status < CARDAN_UNSUPPORTED; ++status) {
    if (word == status_name(status)) return status;
  }
  throw Error("'" + word + "' is no status", "--expect",
              "expected SOLVED, APPROXIMATE, JAMMED, INFEASIBLE, ITERATIONS or NUMERIC");
}

// What is right now is expected again; what failed is expected to be mended.
int expected_status(const SolveOptions& options, int status) {
  if (!options.expect.empty()) return parse_status(options.expect);
  const bool answer = status == CARDAN_JAMMED || status == CARDAN_INFEASIBLE;
  return answer ? status : CARDAN_SOLVED;
}

void keep_case(const SolveOptions& options, Case& one) {
  const Replay& result = one.replays.front();
  if (!result.unfit.empty()) throw Error("cannot be kept: " + result.unfit, one.path);
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
    throw Error("there is a case of this name", target, "give another --keep, or remove it");
  }
  write_problem(target, one.file);
  const bool met = meets(one.file.expectation.status, result.status);
  // With --json standard output is one JSON document.
  std::fprintf(options.json ? stderr : stdout, "kept as %s: %s by %s%s\n", target.c_str(),
               status_name(one.file.expectation.status), result.solver.c_str(),
               met ? "" : ", not met yet");
}

Case solve_one(const std::string& path, const SolveOptions& options, const ReplaySettings& settings,
               const SolverRegistry& registry) {
  Case one;
  one.path = path;
  one.file = read_problem(path);
  for (const cardan_solver_desc* solver : solvers_for(options, one.file, registry)) {
    one.replays.push_back(replay(one.file, *solver, settings));
  }
  compare_to_best(one.replays);
  one.passed = passes(one);
  return one;
}

void check_keep(const SolveOptions& options, std::size_t files) {
  if (options.keep.empty()) return;
  if (files != 1 || options.solver == "all") {
    throw Error("one file and one solver make a case", "--keep", "name them");
  }
  if (fs::path(options.keep).filename() != options.keep) {
    throw Error("'" + options.keep + "' is not a plain name", "--keep",
                "name the folder with --into");
  }
  if (!options.options.empty()) {
    throw Error("a case does not hold options of its solver", "--keep", "leave out --option");
  }
}

int solve(const SolveOptions& options) {
  const std::vector<fs::path> directories(options.plugins.begin(), options.plugins.end());
  const SolverRegistry registry(directories);
  ReplaySettings settings{options.tolerance, options.cold, {}};
  for (const std::string& text : options.options) settings.options.push_back(parse_option(text));
  require_known(settings.options, options, registry);
  if (!options.solver.empty() && options.solver != "all") registry.require(options.solver);
  bool passed = true, readable = true;
  const std::vector<std::string> files = expand_all(options.files, readable);
  check_keep(options, files.size());
  if (!options.expect.empty()) parse_status(options.expect);

  nlohmann::json list = nlohmann::json::array();
  for (const std::string& path : files) {
    try {
      Case one = solve_one(path, options, settings, registry);
      passed = passed && one.passed;
      if (options.json) {
        append_json(one, list);
      } else {
        print_case(one);
      }
      if (!options.keep.empty()) keep_case(options, one);
    } catch (const std::exception& error) {
      say(error);
      readable = false;
    }
  }
  if (options.json) {
    std::cout << list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  }
  if (!readable) return kBadInput;
  return passed ? kDone : kCheckFailed;
}

}  // namespace

void add_solve_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("solve", "Gives problem files to solvers and judges the answers");
  auto options = std::make_shared<SolveOptions>();
  command->add_option("files", options->files, "Problem files, or folders of them")->required();
  command->add_option("--solver", options->solver, "Solver plugin, by id, or all");
  command
      ->add_option("--tolerance", options->tolerance,
                   "Residual [m/s] that counts as solved, in place of the problem's")
      ->check(positive_number());
  command->add_flag("--cold", options->cold, "Start from zero, not from the guess in the file");
  command->add_flag("--json", options->json, "Print a JSON document in place of tables");
  command->add_option("--option", options->options, "NAME=VALUE, an option of the solver")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--plugins", options->plugins, "Folder searched first for solver plugins")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--keep", options->keep, "Keep the file as a regression case of this name")
      ->check([](const std::string& name) { return name.empty() ? "expected a name" : ""; });
  command->add_option("--into", options->into, "Folder of kept cases, default problems");
  command->add_option("--expect", options->expect, "Status that a kept case expects");
  command->callback([options, &exit_code] { exit_code = solve(*options); });
}

}  // namespace cardan::app
