#include "compare_page.h"

#include <algorithm>

#include "html_page.h"
#include "plot/markup.h"
#include "plot/svg.h"

namespace cardan::app {

namespace {

Curve path_of(const Outcome& outcome, const Trajectory::Track& track) {
  Curve path{name_of(outcome), {}, {}};
  for (const Vector3& p : track.position) {
    path.x.push_back(p.x());
    path.y.push_back(p.y());
  }
  return path;
}

// Worst value of each of about 300 intervals, since residuals jump by decades in between. Rounding
// errors count as 0.
Curve worst_of(const std::string& name, const std::vector<double>& time,
               const std::vector<double>& value) {
  constexpr std::size_t kPoints = 300;
  constexpr double kRounding = 1e-16;
  const std::size_t count = std::min(time.size(), value.size());
  const std::size_t every = count / kPoints + 1;
  Curve curve{name, {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const double y = value[i] < kRounding ? 0 : value[i];
    if (i % every == 0) {
      curve.x.push_back(time[i]);
      curve.y.push_back(y);
    } else {
      // A NaN persists.
      if (!(y <= curve.y.back())) curve.y.back() = y;
    }
  }
  return curve;
}

void add_cell(std::string& html, const std::string& text, bool number = true) {
  html.append(number ? "<td class=\"number\">" : "<td>").append(escaped(text)).append("</td>");
}

void add_row(std::string& html, const OutcomeRow& row, std::size_t columns) {
  const Outcome& outcome = *row.outcome;
  html += "<tr>";
  if (!ran(outcome)) {
    add_cell(html, outcome.label, false);
    html.append("<td colspan=\"").append(std::to_string(columns - 1)).append("\">");
    html.append(escaped(why_not_run(outcome))).append("</td></tr>\n");
    return;
  }
  const RunTotals& totals = outcome.summary.totals;
  add_cell(html, name_of(outcome) + (row.reference ? " (reference)" : ""), false);
  add_cell(html, status_of(outcome), false);
  add_cell(html, number_text(outcome.summary.wall_seconds));
  for (const std::int64_t count : {totals.iterations, totals.fallbacks}) {
    add_cell(html, std::to_string(count));
  }
  for (const double value : {totals.worst_residual, outcome.cone_residual, totals.max_penetration,
                             energy_change(outcome), row.difference, row.travel, row.stop}) {
    add_cell(html, number_text(value));
  }
  html += "</tr>\n";
}

std::string table_of(const Comparison& comparison) {
  const std::vector<std::string> names = {"formulation/solver",
                                          "islands",
                                          "time [s]",
                                          "iterations",
                                          "fallbacks",
                                          "worst residual [m/s]",
                                          "cone residual [m/s]",
                                          "deepest [m]",
                                          "energy change [J]",
                                          "drift",
                                          "travel [m]",
                                          "stop [s]"};
  std::string html = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const std::string& name : names) {
    html.append("<th scope=\"col\">").append(escaped(name)).append("</th>");
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const OutcomeRow& row : comparison.rows) add_row(html, row, names.size());
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::vector<Chart> charts_of(const Comparison& comparison) {
  const std::string& model = comparison.model;
  Chart path{"path of " + model + ", from above", "x [m]", "y [m]", true};
  Chart speed{"speed of " + model, "time [s]", "speed [m/s]"};
  Chart drift{"drift from " + name_of(*comparison.reference), "time [s]",
              "largest difference [m or rad]"};
  Chart residual{"worst residual", "time [s]", "residual [m/s]"};
  drift.log_y = residual.log_y = true;
  drift.description = "of base positions and joint coordinates";
  residual.description = "worst residual in each run's own formulation, computed by the engine";
  for (const OutcomeRow& row : comparison.rows) {
    const Outcome& outcome = *row.outcome;
    if (!ran(outcome)) continue;
    const std::string name = name_of(outcome);
    const Trajectory& trajectory = outcome.trajectory;
    if (const Trajectory::Track* track = trajectory.find(model)) {
      path.curves.push_back(path_of(outcome, *track));
      speed.curves.push_back({name, trajectory.time(), track->speed});
    }
    residual.curves.push_back(worst_of(name, trajectory.time(), trajectory.residual()));
    if (row.reference) continue;
    const std::vector<double> off = differences(trajectory, comparison.reference->trajectory);
    drift.curves.push_back(worst_of(name, trajectory.time(), off));
  }
  std::vector<Chart> charts;
  if (!path.curves.empty()) charts = {path, speed};
  charts.push_back(drift);
  charts.push_back(residual);
  return charts;
}

std::string page_of(const Comparison& comparison) {
  const RunTotals& totals = comparison.reference->summary.totals;
  std::string body = "<h1>" + escaped(comparison.scene) + ", compared</h1>\n<p class=\"faint\">";
  body.append(escaped(comparison.file)).append(", ").append(std::to_string(totals.steps));
  body.append(" steps of ").append(number_text(comparison.reference->summary.step));
  body.append(" s</p>\n").append(table_of(comparison));
  body.append(
      "<p class=\"faint\">time: wall-clock time of the steps; worst residual: in each run's own "
      "formulation; cone residual: with the exact cones; energy change: end minus start; drift: "
      "largest difference from the reference over the whole motion, in base positions [m] and "
      "joint coordinates [rad, m]");
  if (!comparison.model.empty()) {
    body.append(
        "; travel from start to end, and the time after which the speed stays below 1 mm/s: of ");
    body.append(escaped(comparison.model));
  }
  body.append("</p>\n<div class=\"figures\">\n");
  body += svg_figures(charts_of(comparison), "figure") + "</div>\n";
  if (!comparison.skipped.empty()) {
    body += "<h2>Incompatible pairs</h2>\n<ul>\n";
    for (const std::string& line : comparison.skipped) {
      body.append("<li>").append(escaped(line)).append("</li>\n");
    }
    body += "</ul>\n";
  }
  return html_page(comparison.scene + ", compared", body);
}

}  // namespace cardan::app
