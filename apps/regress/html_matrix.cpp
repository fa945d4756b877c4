#include "apps/regress/html_matrix.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/plot/markup.h"
#include "apps/regress/case_words.h"

namespace cardan::app {

namespace {

using Pair = std::pair<std::string, std::string>;  // formulation, solver

/// The cases of a scene with a pair.
struct Cell {
  std::vector<std::size_t> cases;
};

struct Row {
  std::string scene, file;
  std::map<Pair, Cell> cells;
};

struct Matrix {
  std::vector<Row> rows;
  /// Formulations in the order of their first use, each with its solvers.
  std::vector<std::pair<std::string, std::vector<std::string>>> columns;
};

template <typename List>
auto& entry_of(List& list, const std::string& name) {
  for (auto& entry : list) {
    if (entry.first == name) return entry.second;
  }
  return list.emplace_back(name, typename List::value_type::second_type{}).second;
}

Row& row_of(Matrix& matrix, const CaseId& id, std::map<Pair, std::size_t>& places) {
  const auto [place, is_new] = places.try_emplace({id.scene, id.file}, matrix.rows.size());
  if (is_new) matrix.rows.push_back({id.scene, id.file, {}});
  return matrix.rows[place->second];
}

Matrix matrix_of(const std::vector<CaseResult>& cases) {
  Matrix matrix;
  std::map<Pair, std::size_t> places;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseId& id = cases[i].id;
    row_of(matrix, id, places).cells[{id.formulation, id.solver}].cases.push_back(i);
    if (cases[i].status == CaseStatus::kSkipped) continue;
    std::vector<std::string>& solvers = entry_of(matrix.columns, id.formulation);
    const bool known = std::find(solvers.begin(), solvers.end(), id.solver) != solvers.end();
    if (!known) solvers.push_back(id.solver);
  }
  return matrix;
}

std::string name_or(const std::string& name, const char* otherwise) {
  return name.empty() ? otherwise : escaped(name);
}

std::string head_of(const Matrix& matrix) {
  std::string top = "<thead><tr><th rowspan=\"2\" scope=\"col\">scene</th>", below = "<tr>";
  for (const auto& [formulation, solvers] : matrix.columns) {
    top.append("<th scope=\"colgroup\" colspan=\"").append(std::to_string(solvers.size()));
    top.append("\">").append(name_or(formulation, "its own")).append("</th>");
    for (const std::string& solver : solvers) {
      below.append("<th scope=\"col\">").append(name_or(solver, "pair")).append("</th>");
    }
  }
  return top.append("</tr>\n").append(below).append("</tr></thead>\n");
}

void write_cell(std::string& html, const Cell& cell, const std::vector<CaseResult>& cases) {
  const std::size_t worst =
      *std::max_element(cell.cases.begin(), cell.cases.end(), [&](std::size_t a, std::size_t b) {
        return severity(cases[a].status) < severity(cases[b].status);
      });
  const CaseResult& result = cases[worst];
  const auto count = std::count_if(cell.cases.begin(), cell.cases.end(),
                                   [&](std::size_t i) { return cases[i].status == result.status; });
  std::string more;
  if (cell.cases.size() > 1) {
    more.append(" ").append(std::to_string(count)).append("/");
    more.append(std::to_string(cell.cases.size()));
  }
  const std::string target = result.status == CaseStatus::kSkipped ? "skipped" : anchor_of(worst);
  html.append("<td><a class=\"status ").append(name_of(result.status)).append("\" href=\"#");
  html.append(target).append("\">").append(word_of(result.status)).append(more);
  html.append("</a></td>");
}

}  // namespace

std::string anchor_of(std::size_t number) {
  return std::string("case-").append(std::to_string(number + 1));
}

std::string status_html(CaseStatus status, const std::string& more) {
  return std::string("<span class=\"status ") + name_of(status) + "\">" + word_of(status) +
         escaped(more) + "</span>";
}

std::string matrix_html(const std::vector<CaseResult>& cases) {
  const Matrix matrix = matrix_of(cases);
  if (matrix.columns.empty()) return "";
  std::string html =
      "<div class=\"wide\"><table class=\"matrix\">\n" + head_of(matrix) + "<tbody>\n";
  for (const Row& row : matrix.rows) {
    html.append("<tr><th scope=\"row\" title=\"").append(escaped(row.file)).append("\">");
    html.append(escaped(row.scene.empty() ? row.file : row.scene)).append("</th>");
    for (const auto& [formulation, solvers] : matrix.columns) {
      for (const std::string& solver : solvers) {
        const auto cell = row.cells.find({formulation, solver});
        if (cell == row.cells.end()) {
          html += "<td></td>";
        } else {
          write_cell(html, cell->second, cases);
        }
      }
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace cardan::app
