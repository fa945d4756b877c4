#include <cmath>
#include <nlohmann/json.hpp>

#include "cardan/explanation.h"
#include "cardan/model_spec.h"
#include "constraint/compatibility.h"
#include "core/number_text.h"
#include "core/shown_text.h"

namespace cardan {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownRows = 6;

std::string numbers(const std::vector<double>& values) {
  std::string text;
  for (const double x : values) text.append(text.empty() ? "" : " ").append(number_text(x, 2));
  return text;
}

std::string block_line(const ExplainedBlock& block) {
  std::string line = "    " + block.name + ": " + block.kind;
  if (block.dim > 1) line += "(" + std::to_string(block.dim) + ")";
  if (block.mu > 0) line += ", mu " + number_text(block.mu, 2);
  if (std::isfinite(block.lo) && std::isfinite(block.hi) && block.lo < block.hi) {
    line += ", impulse from " + number_text(block.lo, 2) + " to " + number_text(block.hi, 2);
  }
  if (block.phi != 0) line += ", gap " + number_text(block.phi, 2);
  if (!block.impulse.empty()) {
    line += ", impulse [" + numbers(block.impulse) + "], u [" + numbers(block.velocity) + "]";
  }
  return line + "\n";
}

// "row of x = 1 · y − 0.5 · z".
std::string combination(const Explanation& explanation, const RedundantRow& redundant) {
  const auto name = [&](int row) { return explanation.row_names[static_cast<std::size_t>(row)]; };
  std::string text = "    " + name(redundant.row) + " =";
  std::size_t count = 0;
  for (const auto& [row, coefficient] : redundant.others) {
    if (count++ == 3) return text + " + …\n";
    text.append(count == 1 ? " " : " + ").append(number_text(coefficient, 2));
    text.append(" (").append(name(row)).append(")");
  }
  return text + (redundant.others.empty() ? " 0\n" : "\n");
}

std::string algebra_text(const Explanation& explanation) {
  const ProblemAnalysis& analysis = explanation.analysis;
  const std::size_t m = explanation.row_names.size();
  if (!analysis.complete) {
    return "  A: " + std::to_string(m) + " rows, above the limit of " +
           std::to_string(kMaxAnalysedRows) + " for the analysis\n";
  }
  std::string text = "  A, dimensionless: rank " + std::to_string(analysis.rank) + " of " +
                     std::to_string(m) + ", condition " + number_text(analysis.condition, 2) +
                     " on its range, largest A_ii " + number_text(analysis.diagonal_ratio, 2) +
                     " times the smallest";
  if (analysis.asymmetry > 1e-12) text += ", asymmetry " + number_text(analysis.asymmetry, 2);
  text += "\n";
  for (const RowPivot& pivot : analysis.smallest_pivots) {
    text.append("    pivot ").append(number_text(pivot.value, 2)).append(": ");
    text.append(explanation.row_names[static_cast<std::size_t>(pivot.row)]).append("\n");
  }
  if (analysis.redundant.empty()) return text;
  text += "  redundant: " + std::to_string(analysis.redundant.size()) + " rows\n";
  for (std::size_t i = 0; i < analysis.redundant.size() && i < kShownRows; ++i) {
    text += combination(explanation, analysis.redundant[i]);
  }
  if (analysis.redundant.size() > kShownRows) text += "    …\n";
  return text;
}

std::string jam_title(const JamStress& jam) {
  const std::string work = ", b·lambda = " + number_text(jam.work, 2);
  if (jam.proven) return "jam stress" + work + ", a proof that no rigid solution exists";
  if (!jam.frictional) return "jam stress" + work + ", found only to rounding accuracy";
  return "self-stress with friction" + work +
         ": these bodies cannot rest, but a sliding solution may exist";
}

std::string jam_text(const Explanation& explanation) {
  if (!explanation.analysis.jam) return "";
  const JamStress& jam = *explanation.analysis.jam;
  std::string text = "  " + jam_title(jam) + "\n";
  for (std::size_t i = 0; i < jam.lambda.size(); ++i) {
    if (std::abs(jam.lambda[i]) < 1e-3) continue;
    text.append("    ").append(number_text(jam.lambda[i], 2)).append("  ");
    text.append(explanation.row_names[i]).append("\n");
  }
  return text;
}

Json json_of(const ExplainedBlock& block) {
  return {{"name", block.name},       {"kind", block.kind},
          {"row", block.row},         {"dim", block.dim},
          {"mu", block.mu},           {"gap", block.phi},
          {"lo", block.lo},           {"hi", block.hi},
          {"impulse", block.impulse}, {"velocity", block.velocity}};
}

Json json_of(const ProblemAnalysis& analysis, const std::vector<std::string>& rows) {
  Json redundant = Json::array(), pivots = Json::array(), jam;
  for (const RedundantRow& row : analysis.redundant) {
    Json others = Json::array();
    for (const auto& [other, coefficient] : row.others) {
      others.push_back({{"row", other}, {"coefficient", coefficient}});
    }
    redundant.push_back(
        {{"row", row.row}, {"name", rows[static_cast<std::size_t>(row.row)]}, {"others", others}});
  }
  for (const RowPivot& pivot : analysis.smallest_pivots) {
    pivots.push_back({{"row", pivot.row},
                      {"name", rows[static_cast<std::size_t>(pivot.row)]},
                      {"value", pivot.value}});
  }
  if (analysis.jam) {
    jam = {{"work", analysis.jam->work},
           {"proven", analysis.jam->proven},
           {"frictional", analysis.jam->frictional},
           {"lambda", analysis.jam->lambda}};
  }
  return {{"complete", analysis.complete},
          {"rank", analysis.rank},
          {"condition", analysis.condition},
          {"asymmetry", analysis.asymmetry},
          {"diagonal_ratio", analysis.diagonal_ratio},
          {"smallest_pivots", pivots},
          {"redundant", redundant},
          {"jam", jam}};
}

// Names and reasons come from files and plugins.
Explanation with_shown_names(Explanation explanation) {
  const auto show = [](std::string& text) { text = shortened(escaped_line(text)); };
  show(explanation.title);
  for (auto& [name, mass] : explanation.models) show(name);
  for (ExplainedBlock& block : explanation.blocks) show(block.name);
  for (ExplainedAttempt& attempt : explanation.attempts) {
    show(attempt.solver);
    show(attempt.reason);
  }
  for (auto* lines : {&explanation.row_names, &explanation.outcome, &explanation.advice}) {
    for (std::string& line : *lines) show(line);
  }
  return explanation;
}

}  // namespace

std::string explanation_text(const Explanation& given) {
  const Explanation explanation = with_shown_names(given);
  std::string text = explanation.title + "\n";
  if (!explanation.models.empty()) {
    text += "  bodies:";
    for (const auto& [name, mass] : explanation.models) {
      text.append(" ").append(name).append(" (").append(number_text(mass, 2)).append(" kg)");
    }
    text += "\n";
  }
  text += "  " + std::to_string(explanation.row_names.size()) + " rows in " +
          std::to_string(explanation.blocks.size()) + " constraints:\n";
  for (const ExplainedBlock& block : explanation.blocks) text += block_line(block);
  text += algebra_text(explanation) + jam_text(explanation);
  if (!explanation.attempts.empty()) text += "  tried:\n";
  for (const ExplainedAttempt& attempt : explanation.attempts) {
    text.append("    ").append(attempt.solver).append(": ").append(status_name(attempt.status));
    text.append(", ").append(std::to_string(attempt.iterations)).append(" iterations, stage ");
    text.append(std::to_string(attempt.stage));
    if (attempt.compliance > 0) {
      text.append(", with a compliance of ").append(number_text(attempt.compliance, 2));
    }
    text.append(": ").append(attempt.reason).append("\n");
  }
  for (const std::string& line : explanation.outcome) text.append("  ").append(line).append("\n");
  text += "  what to change:\n";
  for (const std::string& line : explanation.advice) text.append("    ").append(line).append("\n");
  return text;
}

std::string explanation_json(const std::vector<Explanation>& explanations) {
  Json list = Json::array();
  for (const Explanation& explanation : explanations) {
    Json models = Json::object(), blocks = Json::array(), attempts = Json::array();
    for (const auto& [name, mass] : explanation.models) models[name] = mass;
    for (const ExplainedBlock& block : explanation.blocks) blocks.push_back(json_of(block));
    for (const ExplainedAttempt& attempt : explanation.attempts) {
      attempts.push_back({{"solver", attempt.solver},
                          {"status", status_name(attempt.status)},
                          {"iterations", attempt.iterations},
                          {"stage", attempt.stage},
                          {"compliance", attempt.compliance},
                          {"residual", attempt.residual},
                          {"reason", attempt.reason}});
    }
    list.push_back({{"title", explanation.title},
                    {"models", models},
                    {"rows", explanation.row_names},
                    {"constraints", blocks},
                    {"algebra", json_of(explanation.analysis, explanation.row_names)},
                    {"attempts", attempts},
                    {"outcome", explanation.outcome},
                    {"advice", explanation.advice}});
  }
  return list.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cardan
