#include "apps/regress/report_markdown.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "apps/printable_text.h"
#include "apps/regress/case_words.h"

namespace cardan::app {

namespace {

struct Tally {
  int runs = 0, known = 0, failed = 0;
};

struct SceneRow {
  std::string scene;
  double seconds = 0;
  std::map<std::string, Tally> cells;  // by solver
};

bool counts(CaseStatus status) {
  return status != CaseStatus::kSkipped && status != CaseStatus::kInterrupted;
}

std::string text_of(const Tally& cell) {
  if (cell.runs == 0) return "";
  const int held = cell.runs - cell.known - cell.failed;
  std::string text = std::to_string(held);
  if (held < cell.runs) text.append("/").append(std::to_string(cell.runs));
  if (cell.known > 0) text.append(", ").append(std::to_string(cell.known)).append(" known");
  if (cell.failed > 0) {
    text.append(", **").append(std::to_string(cell.failed)).append(" failed**");
  }
  return text;
}

std::vector<SceneRow> rows_of(const std::vector<CaseResult>& results) {
  std::vector<SceneRow> rows;
  for (const CaseResult& result : results) {
    if (!counts(result.status)) continue;
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const SceneRow& one) { return one.scene == result.id.scene; });
    if (row == rows.end()) row = rows.insert(rows.end(), {result.id.scene, 0, {}});
    row->seconds += result.wall_seconds;
    Tally& cell = row->cells[result.id.solver];
    ++cell.runs;
    if (result.status == CaseStatus::kKnown) ++cell.known;
    if (result.status != CaseStatus::kKnown && result.status != CaseStatus::kPassed) ++cell.failed;
  }
  return rows;
}

std::string table_of(const std::vector<SceneRow>& rows) {
  std::set<std::string> solvers;
  for (const SceneRow& row : rows) {
    for (const auto& [solver, cell] : row.cells) solvers.insert(solver);
  }
  std::string head = "| scene |", line = "|---|";
  for (const std::string& solver : solvers) {
    head.append(" ").append(markdown_text(solver)).append(" |");
    line.append("---|");
  }
  std::string text = head.append(" seconds |\n").append(line).append("---|\n");
  for (const SceneRow& row : rows) {
    text.append("| ").append(markdown_text(row.scene)).append(" |");
    for (const std::string& solver : solvers) {
      const auto cell = row.cells.find(solver);
      text.append(" ").append(cell == row.cells.end() ? "" : text_of(cell->second)).append(" |");
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, " %.2f |\n", row.seconds);
    text.append(seconds);
  }
  return text;
}

// One line per reason, with its pairs and quantities.
std::string known_of(const std::vector<CaseResult>& results) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> pairs;
  for (const CaseResult& result : results) {
    for (const CaseCheck& check : result.checks) {
      if (check.passed || !check.known) continue;
      std::string pair = result.id.formulation;
      pairs[{result.id.scene, check.because}].insert(pair.append("/").append(result.id.solver));
    }
  }
  if (pairs.empty()) return "";
  std::string text = "\n| scene | pairs with known failures | reason |\n|---|---|---|\n";
  for (const auto& [key, names] : pairs) {
    text.append("| ").append(markdown_text(key.first)).append(" | ");
    std::string separator;
    for (const std::string& name : names) {
      text.append(separator).append(markdown_text(name));
      separator = ", ";
    }
    text.append(" | ").append(markdown_text(key.second)).append(" |\n");
  }
  return text;
}

std::string failures_of(const std::vector<CaseResult>& results) {
  std::string text;
  for (const CaseResult& result : results) {
    const bool good = result.status == CaseStatus::kPassed || result.status == CaseStatus::kKnown;
    if (good || !counts(result.status)) continue;
    text.append("| ").append(markdown_text(result.id.label())).append(" | ");
    text.append(name_of(result.status))
        .append(" | ")
        .append(markdown_text(headline(result)))
        .append(" |\n");
  }
  return text.empty() ? "" : "\n| failed | status | details |\n|---|---|---|\n" + text;
}

}  // namespace

std::string regress_report_markdown(const std::vector<CaseResult>& results) {
  return table_of(rows_of(results)) + known_of(results) + failures_of(results);
}

}  // namespace cardan::app
