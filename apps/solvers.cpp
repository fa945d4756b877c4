#include <iomanip>
#include <iostream>
#include <memory>

#include "apps/check_plugin.h"
#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/load_solvers.h"
#include "apps/printable_text.h"
#include "apps/process/isolated.h"
#include "cardan/solver_registry.h"
#include "constraint/compatibility.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

struct SolversOptions {
  std::string describe, check;
  double limit = kDefaultLimit;  ///< limit of the check of each solver [s]
  std::vector<std::string> plugins;
};

// "cone, polyhedral": formulations that the solver takes with their default options.
std::string fitting_formulations(const cardan_solver_desc& solver) {
  std::string text;
  for (const std::string& id : formulation_ids()) {
    FormulationSpec spec;
    spec.id = id;
    if (!why_unfit(make_formulation(spec)->info(), solver).empty()) continue;
    text += (text.empty() ? "" : ", ") + id;
  }
  return text.empty() ? "none in this version" : text;
}

void print_parameter(const cardan_param& parameter) {
  std::cout << "    " << parameter.name << ": ";
  switch (parameter.type) {
    case CARDAN_PARAM_BOOLEAN:
      std::cout << "true or false, default " << (parameter.def != 0 ? "true" : "false");
      break;
    case CARDAN_PARAM_CHOICE: {
      std::cout << "one of";
      for (int i = 0; parameter.choices[i]; ++i) {
        std::cout << (i ? ", " : " ") << parameter.choices[i];
      }
      std::cout << "; default " << parameter.choices[static_cast<int>(parameter.def)];
      break;
    }
    default:
      std::cout << (parameter.type == CARDAN_PARAM_INTEGER ? "whole number " : "number ")
                << number_text(parameter.lo) << " to " << number_text(parameter.hi);
      if (parameter.unit && *parameter.unit) std::cout << " [" << parameter.unit << "]";
      std::cout << ", default " << number_text(parameter.def);
  }
  std::cout << "\n      " << one_line_text(parameter.doc) << "\n";
}

void print_description(const SolverOrigin& origin) {
  const cardan_solver_desc& solver = *origin.desc;
  std::cout << solver.id << " " << one_line_text(solver.version) << ": "
            << one_line_text(solver.doc) << "\n"
            << "  found in: " << origin.place << "\n";
  if (!origin.hash.empty()) std::cout << "  hash: " << origin.hash << "\n";
  if (!origin.shadows.empty()) std::cout << "  shadows: " << origin.shadows << "\n";
  std::cout << "  block kinds: " << kinds_text(solver.kinds) << "\n"
            << "  requires: " << properties_text(solver.required_properties) << "\n"
            << "  default formulation: " << solver.default_formulation << "\n"
            << "  formulations: " << fitting_formulations(solver) << "\n";
  if (solver.max_rows > 0) std::cout << "  maximum rows: " << solver.max_rows << "\n";
  if (solver.max_dense_rows > 0) {
    std::cout << "  maximum rows with a dense matrix: " << solver.max_dense_rows << "\n";
  }
  std::cout << "  options:" << (solver.num_params == 0 ? " none\n" : "\n");
  for (int i = 0; i < solver.num_params; ++i) print_parameter(solver.params[i]);
}

void print_list(const SolverRegistry& registry) {
  for (const SolverOrigin& origin : registry.solvers()) {
    const cardan_solver_desc& solver = *origin.desc;
    std::cout << std::left << std::setw(12) << solver.id << " " << std::setw(8)
              << one_line_text(solver.version) << " " << one_line_text(solver.doc) << "\n"
              << "             supports " << fitting_formulations(solver) << "; default "
              << solver.default_formulation << "\n"
              << "             found in " << origin.place << "\n";
    if (!origin.shadows.empty()) std::cout << "             shadows " << origin.shadows << "\n";
  }
  if (registry.solvers().empty()) std::cout << "no solver was found\n";
  std::cout << "searched:\n";
  for (const std::string& place : registry.searched()) std::cout << "  " << place << "\n";
  for (const std::string& reason : registry.refused())
    std::cout << "refused: " << one_line_text(reason) << "\n";
}

int describe(const SolverRegistry& registry, const std::string& id) {
  registry.require(id);  // names the known solvers if there is none of this id
  print_description(registry.origin(id));
  return kDone;
}

int solvers(const SolversOptions& options) {
  if (!options.check.empty()) {
    const bool passed = check_plugin_isolated(options.check, options.limit);
    return passed ? kDone : kCheckFailed;
  }
  const std::vector<std::filesystem::path> directories(options.plugins.begin(),
                                                       options.plugins.end());
  const SolverRegistry registry = load_solvers(directories);
  if (!options.describe.empty()) return describe(registry, options.describe);
  print_list(registry);
  return kDone;
}

}  // namespace

void add_solvers_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("solvers", "List the available solver plugins");
  auto options = std::make_shared<SolversOptions>();
  command->add_option("--describe", options->describe, "Print the full description of this solver");
  command->add_option("--check", options->check, "Run the conformance kit on a plugin (.so)")
      ->excludes("--describe");
  command
      ->add_option("--timeout", options->limit,
                   "Wall-clock limit for the check of each solver [s], default 600")
      ->check(positive_number());
  command
      ->add_option("--plugins", options->plugins,
                   "Folder of solver plugins, searched first; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->callback([options, &exit_code] { exit_code = solvers(*options); });
}

}  // namespace cardan::app
