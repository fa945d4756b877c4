#include <algorithm>
#include <cmath>
#include <set>

#include "cardan/explanation.h"
#include "cardan/model_spec.h"
#include "constraint/rows/base_problem.h"
#include "core/number_text.h"

namespace cardan {

namespace {

/// Name of the block of a row.
const std::string& block_of(const Explanation& explanation, int row) {
  static const std::string kNone;
  for (const ExplainedBlock& block : explanation.blocks) {
    if (row >= block.row && row < block.row + block.dim) return block.name;
  }
  return kNone;
}

/// "a; b; c"; lists longer than `most` are truncated, with the number of omitted items.
std::string list(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) {
    text.append(i == 0 ? "" : "; ").append(names[i]);
  }
  if (names.size() > most) text.append("; and ").append(std::to_string(names.size() - most));
  return names.size() > most ? text.append(" more") : text;
}

/// Blocks that carry a stress, most loaded first.
std::vector<std::string> stressed_blocks(const Explanation& explanation) {
  std::vector<std::pair<double, std::string>> loads;
  const std::vector<double>& lambda = explanation.analysis.jam->lambda;
  for (const ExplainedBlock& block : explanation.blocks) {
    double load = 0;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      load = std::max(load, std::abs(lambda[static_cast<std::size_t>(i)]));
    }
    if (load > 1e-3) loads.emplace_back(-load, block.name);
  }
  std::sort(loads.begin(), loads.end());
  std::vector<std::string> names;
  names.reserve(loads.size());
  for (const auto& [load, name] : loads) names.push_back(name);
  return names;
}

/// The stress needs friction: without it, some of its tangential impulses are missing.
double needed_friction(const Explanation& explanation) {
  double needed = 0;
  const std::vector<double>& lambda = explanation.analysis.jam->lambda;
  for (const ExplainedBlock& block : explanation.blocks) {
    if (block.kind != "CONE" || block.dim < 3) continue;
    const double* row = &lambda[static_cast<std::size_t>(block.row)];
    if (row[0] > 1e-3) needed = std::max(needed, std::hypot(row[1], row[2]) / row[0]);
  }
  return needed;
}

void advise_on_jam(Explanation& explanation) {
  if (!explanation.analysis.jam) return;
  const std::string what =
      explanation.analysis.jam->frictional
          ? "friction cannot hold these at rest: they slide, or have no solution: "
          : "these press against each other while they approach, and no rigid impulses can stop "
            "them: ";
  explanation.advice.push_back(what + list(stressed_blocks(explanation), 6) +
                               "; give one of their materials compliance or stiffness, or stop "
                               "their surfaces from approaching each other");
  const double friction = needed_friction(explanation);
  if (explanation.jam_needs_friction && friction > 1e-3) {
    explanation.advice.push_back("the jam depends on friction: below mu = " +
                                 number_text(friction, 2) + " this stress disappears");
  }
}

void advise_on_masses(Explanation& explanation, bool trouble) {
  constexpr double kLarge = 1e3;
  if (explanation.models.size() < 2) return;
  const auto lighter = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [light, heavy] =
      std::minmax_element(explanation.models.begin(), explanation.models.end(), lighter);
  const double ratio = heavy->second / light->second;
  if (!(ratio > kLarge)) return;
  explanation.advice.push_back(
      heavy->first + " is " + number_text(ratio, 2) + " times as heavy as " + light->first +
      (trouble ? ": reduce the mass ratio, or use conic or a direct solver of the formulation; "
                 "sweeps (pgs) need many iterations"
               : ": fine for conic and the direct solvers, slow for sweeps (pgs)"));
}

void advise_on_redundancy(Explanation& explanation, bool trouble) {
  const std::vector<RedundantRow>& redundant = explanation.analysis.redundant;
  if (redundant.empty() || explanation.analysis.jam) return;
  std::set<std::string> names;
  for (const RedundantRow& row : redundant) names.insert(block_of(explanation, row.row));
  explanation.advice.push_back(
      std::to_string(redundant.size()) + " rows are linear combinations of others (" +
      list({names.begin(), names.end()}, 4) +
      "): velocities are unique, impulses are not; a material compliance above 0 " +
      (trouble ? "makes the problem regular" : "makes them unique"));
}

void advise_on_condition(Explanation& explanation, bool trouble) {
  constexpr double kBad = 1e8;
  const ProblemAnalysis& analysis = explanation.analysis;
  if (!trouble || !(analysis.condition > kBad) || analysis.smallest_pivots.empty()) return;
  const std::string& row =
      explanation.row_names[static_cast<std::size_t>(analysis.smallest_pivots.front().row)];
  explanation.advice.push_back("A is nearly singular (condition " +
                               number_text(analysis.condition, 2) + "), mainly in " + row +
                               ": give its material compliance, or remove that constraint");
}

void advise_on_friction(Explanation& explanation) {
  for (const ExplainedBlock& block : explanation.blocks) {
    if (block.kind != "CONE" || block.mu < kMaxFriction) continue;
    explanation.advice.push_back("mu of " + block.name + " is at the cap of " +
                                 number_text(kMaxFriction, 2) +
                                 ": lower it, or weld parts that never slip");
    return;
  }
}

void advise_on_attempts(Explanation& explanation) {
  std::set<std::string> said;
  for (const ExplainedAttempt& attempt : explanation.attempts) {
    if (attempt.status == CARDAN_SOLVED || !said.insert(attempt.solver).second) continue;
    if (attempt.status == CARDAN_ITERATIONS && !explanation.analysis.jam) {
      explanation.advice.push_back(attempt.solver + " used up its iteration budget at " +
                                   number_text(attempt.residual, 2) +
                                   " m/s: raise max_iterations or tolerance, or put conic or a "
                                   "direct solver (lemke, block_pivot) before it");
    } else if (attempt.status == CARDAN_UNSUPPORTED) {
      explanation.advice.push_back(attempt.solver +
                                   " does not support this island: see cardan solvers --describe " +
                                   attempt.solver);
    } else if (attempt.status == CARDAN_NUMERIC) {
      explanation.advice.push_back(attempt.solver +
                                   " failed numerically: put another solver before it, and send "
                                   "its author the captured problem");
    }
  }
}

}  // namespace

void add_advice(Explanation& explanation) {
  const bool trouble =
      std::any_of(explanation.attempts.begin(), explanation.attempts.end(),
                  [](const ExplainedAttempt& a) { return a.status != CARDAN_SOLVED; });
  advise_on_jam(explanation);
  advise_on_attempts(explanation);
  advise_on_condition(explanation, trouble);
  advise_on_masses(explanation, trouble);
  advise_on_redundancy(explanation, trouble);
  advise_on_friction(explanation);
  if (!explanation.analysis.complete && !explanation.row_names.empty()) {
    explanation.advice.emplace_back(
        "the problem is too large for dense algebra: use a smaller scene of the same kind");
  }
  if (explanation.advice.empty()) explanation.advice.emplace_back("nothing needs to change");
}

}  // namespace cardan
