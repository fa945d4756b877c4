#include "cardan/explanation.h"

#include <algorithm>

#include "cardan/model_spec.h"
#include "constraint/compatibility.h"
#include "core/number_text.h"

namespace cardan {

namespace {

// Why a solver stopped, in words.
std::string reason_of(const ExplainedAttempt& attempt, double tolerance) {
  const std::string residual = number_text(attempt.residual, 2) + " m/s";
  switch (attempt.status) {
    case CARDAN_SOLVED:
      return "the judge accepts the answer: residual " + residual;
    case CARDAN_APPROXIMATE:
      return "it reported a solution, but the judged residual is " + residual + ", above " +
             number_text(tolerance, 2);
    case CARDAN_JAMMED:
      return "it ended on a ray: impulses that grow without end and never satisfy the rows";
    case CARDAN_INFEASIBLE:
      return "it found that no impulses satisfy all rows";
    case CARDAN_ITERATIONS:
      return "it used up its iteration budget; residual " + residual;
    case CARDAN_NUMERIC:
      return "it failed numerically";
    case CARDAN_UNSUPPORTED:
      return "it does not support this problem";
  }
  return "";
}

void add_outcome(const IslandReport& report, const std::vector<std::string>& chain,
                 Explanation& explanation) {
  std::vector<std::string>& lines = explanation.outcome;
  const std::string solver =
      report.solver < 0 ? "the last resort" : chain[static_cast<std::size_t>(report.solver)];
  lines.push_back("answered by " + solver + ", " + status_name(report.status) + ", residual " +
                  number_text(report.residual, 2) + " m/s, with the exact cones " +
                  number_text(report.cone_residual, 2) + " m/s");
  if (report.added_compliance > 0) {
    lines.push_back("the answer contains an added compliance of " +
                    number_text(report.added_compliance, 2) +
                    " of A_ii, which is not in the scene");
  }
  if (report.diagnosis != 0) {
    lines.push_back(std::string("diagnosis ") + status_name(report.diagnosis) +
                    (report.diagnosis == CARDAN_INFEASIBLE ? ": proven by a self-stress" : ""));
  }
  if (report.law_relaxed)
    lines.emplace_back("an impulse stopped the slip, because no forces can (Painleve)");
  if (!report.passes_converged)
    lines.emplace_back("the passes of the formulation ended before they converged");
  if (report.restitution_scale < 1) {
    lines.push_back("restitution scaled by " + number_text(report.restitution_scale, 2) +
                    ", so that no energy is gained");
  }
  if (!report.fault.empty()) lines.push_back("fault: " + report.fault);
}

const char* constraint_kind(const Problem& problem, int row) {
  for (const cardan_block& block : problem.blocks) {
    if (row >= block.row && row < block.row + block.dim) return block_kind_name(block.kind);
  }
  return "";
}

std::string file_title(const ProblemFile& file) {
  std::string title = file.format.empty() ? "problem" : file.format;
  if (!file.origin.scene.empty()) title += ", scene " + file.origin.scene;
  if (file.origin.step >= 0) title += ", step " + std::to_string(file.origin.step);
  if (file.origin.island >= 0) title += ", island " + std::to_string(file.origin.island);
  if (!file.origin.formulation.empty()) title += ", formulation " + file.origin.formulation;
  return title;
}

bool jam_needs_friction(const ProblemAnalysis& analysis, Problem problem) {
  if (!analysis.jam) return false;
  for (cardan_block& block : problem.blocks) block.mu = 0;
  return !find_jam_stress(problem).has_value();
}

}  // namespace

Explanation explain_island(const IslandView& view, const std::vector<std::string>& chain,
                           double tolerance) {
  Explanation explanation;
  explanation.models = view.models;
  for (const IslandBlock& source : view.blocks) {
    ExplainedBlock block;
    block.name = source.name;
    block.kind = constraint_kind(view.problem, source.row);
    block.row = source.row;
    block.dim = static_cast<int>(source.rows.size());
    block.mu = source.mu;
    block.phi = source.phi;
    block.lo = source.lo;
    block.hi = source.hi;
    block.impulse = source.impulse;
    block.velocity = source.velocity;
    explanation.blocks.push_back(block);
  }
  for (int row = 0; row < view.problem.m(); ++row) {
    explanation.row_names.push_back(row_name(view, row));
  }
  explanation.analysis = analyse(view.problem);
  explanation.jam_needs_friction = jam_needs_friction(explanation.analysis, view.problem);
  const IslandReport& report = view.report;
  const int attempts = std::min(report.num_attempts, IslandReport::kMaxAttempts);
  for (int k = 0; k < attempts; ++k) {
    const SolverAttempt& source = report.attempts[static_cast<std::size_t>(k)];
    ExplainedAttempt attempt{chain[static_cast<std::size_t>(source.solver)],
                             source.status,
                             source.iterations,
                             source.stage,
                             source.compliance,
                             source.residual,
                             ""};
    attempt.reason = reason_of(attempt, tolerance);
    explanation.attempts.push_back(attempt);
  }
  add_outcome(report, chain, explanation);
  if (report.law_relaxed) {
    explanation.advice.emplace_back(
        "no forces satisfy sliding friction here: lower mu, or use a formulation at velocity level "
        "(cone), whose impulses always exist");
  }
  add_advice(explanation);
  return explanation;
}

Explanation explain_file(const ProblemFile& file) {
  Explanation explanation;
  explanation.title = file_title(file);
  explanation.row_names.resize(static_cast<std::size_t>(file.problem.m()));
  for (std::size_t k = 0; k < file.problem.blocks.size(); ++k) {
    const cardan_block& source = file.problem.blocks[k];
    ExplainedBlock block;
    block.name = k < file.names.size() && !file.names[k].empty() ? file.names[k]
                                                                 : "block " + std::to_string(k);
    block.kind = block_kind_name(source.kind);
    block.row = source.row;
    block.dim = source.dim;
    block.mu = source.mu;
    block.lo = source.lo;
    block.hi = source.hi;
    for (int i = 0; i < source.dim; ++i) {
      std::string& name =
          explanation.row_names[static_cast<std::size_t>(source.row) + static_cast<std::size_t>(i)];
      name = block.name;
      if (source.dim > 1) name.append(", row ").append(std::to_string(i + 1));
    }
    explanation.blocks.push_back(block);
  }
  explanation.analysis = analyse(file.problem);
  explanation.jam_needs_friction = jam_needs_friction(explanation.analysis, file.problem);
  for (const RecordedAttempt& source : file.attempts) {
    ExplainedAttempt attempt{
        source.solver, source.status, source.iterations, 0, 0, source.residual, ""};
    attempt.reason = reason_of(attempt, file.problem.tolerance);
    explanation.attempts.push_back(attempt);
  }
  for (const std::string& note : file.notes) explanation.outcome.push_back(note);
  if (!file.origin.remark.empty()) explanation.outcome.push_back(file.origin.remark);
  add_advice(explanation);
  return explanation;
}

}  // namespace cardan
