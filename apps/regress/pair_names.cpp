#include "apps/regress/pair_names.h"

#include <algorithm>

#include "apps/command_line.h"
#include "apps/compare_pairs.h"
#include "cardan/error.h"
#include "constraint/formulation.h"
#include "core/nearest.h"

namespace cardan::app {

namespace {

void require_one_of(const char* what, const std::string& name,
                    const std::vector<std::string>& known, const std::string& where) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::string message = "unknown ";
  message.append(what).append(" '").append(name).append("'");
  throw Error(message, where, suggest_name(name, known));
}

// An id, or a label of a run.
void require_formulation(const std::string& name, const std::string& where) {
  const std::size_t colon = name.find(':');
  require_one_of("formulation", name.substr(0, colon), formulation_ids(), where);
  if (colon == std::string::npos) return;
  const std::string label = label_of(parse_formulation(name));
  if (label == name) return;
  throw Error("no run has the formulation '" + name + "'", where, "write '" + label + "'");
}

void require_pairs(const PairFilter& pairs, const std::vector<std::string>& solvers,
                   const std::string& where) {
  for (const std::string& name : pairs.formulations) require_formulation(name, where);
  for (const std::string& name : pairs.solvers) require_one_of("solver", name, solvers, where);
}

}  // namespace

void require_known_pairs(const Scene& scene, const SolverRegistry& registry) {
  std::vector<std::string> solvers;
  for (const SolverOrigin& origin : registry.solvers()) solvers.emplace_back(origin.desc->id);
  const auto place = [&](int line) {
    std::string text = scene.file;
    return text.append(":").append(std::to_string(line));
  };
  for (const ExpectSpec& spec : scene.expect) require_pairs(spec.only, solvers, place(spec.line));
  for (const KnownFailure& known : scene.known_failures) {
    require_pairs(known.pairs, solvers, place(known.line));
  }
}

}  // namespace cardan::app
