#include "apps/compare_page.h"

#include <algorithm>

#include "apps/html_page.h"
#include "apps/plot/markup.h"
#include "apps/plot/svg.h"
#include "view/comparison_page.h"

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

// number: number of the run among those with steps.
void add_row(std::string& html, const OutcomeRow& row, std::size_t columns, int number) {
  const Outcome& outcome = *row.outcome;
  if (!ran(outcome)) {
    html += "<tr>";
    add_cell(html, outcome.label, false);
    html.append("<td colspan=\"").append(std::to_string(columns - 1)).append("\">");
    html.append(escaped(why_not_run(outcome))).append("</td></tr>\n");
    return;
  }
  const RunTotals& totals = outcome.summary.totals;
  html.append("<tr data-run=\"").append(std::to_string(number)).append("\"><th scope=\"row\">");
  html.append(svg_swatch(number)).append(escaped(name_of(outcome)));
  html.append(row.reference ? " (reference)</th>" : "</th>");
  add_cell(html, status_of(outcome), false);
  add_cell(html, number_or_dash(outcome.summary.wall_seconds));
  for (const std::int64_t count : {totals.iterations, totals.fallbacks}) {
    add_cell(html, std::to_string(count));
  }
  for (const double value : {totals.worst_residual, outcome.cone_residual, totals.max_penetration,
                             energy_change(outcome), row.difference, row.travel, row.stop}) {
    add_cell(html, number_or_dash(value));
  }
  html += "</tr>\n";
}

std::string table_of(const Comparison& comparison) {
  const std::vector<std::string> names = {
      "formulation/solver",  "islands",     "time [s]",
      "iterations",          "fallbacks",   "worst residual [m/s]",
      "cone residual [m/s]", "deepest [m]", "energy change [J]",
      "drift [m or rad]",    "travel [m]",  "stop [s]"};
  std::string html = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const std::string& name : names) {
    html.append("<th scope=\"col\">").append(escaped(name)).append("</th>");
  }
  html += "</tr></thead>\n<tbody>\n";
  int number = 0;
  for (const OutcomeRow& row : comparison.rows) {
    add_row(html, row, names.size(), number);
    if (ran(*row.outcome)) ++number;
  }
  return html + "</tbody></table></div>\n";
}

void add_tolerance(Chart& chart, double tolerance) {
  std::string label = "tolerance ";
  label.append(number_or_dash(tolerance)).append(" m/s");
  const bool known = std::any_of(chart.levels.begin(), chart.levels.end(),
                                 [&](const Level& level) { return level.label == label; });
  if (!known) chart.levels.push_back({label, tolerance});
}

std::string legend_of(const Comparison& comparison) {
  std::string html =
      "<p class=\"faint\">time: wall-clock time of the steps; worst residual: in each run's own "
      "formulation; cone residual: with the exact cones; energy change: end minus start; drift: "
      "largest difference from the reference over the whole motion, in base positions [m] and "
      "joint coordinates [rad, m]";
  if (!comparison.model.empty()) {
    html.append(
        "; travel: distance from start to end; stop: time after which the speed stays below "
        "1 mm/s; both of ");
    html.append(escaped(comparison.model));
  }
  return html.append("</p>\n");
}

std::string skipped_of(const Comparison& comparison) {
  if (comparison.skipped.empty()) return "";
  std::string html = "<h2>Incompatible pairs</h2>\n<ul>\n";
  for (const std::string& line : comparison.skipped)
    html.append("<li>").append(escaped(line)).append("</li>\n");
  return html.append("</ul>\n");
}

std::string report_of(const Comparison& comparison) {
  std::string html = "<div id=\"compare-plots\" class=\"figures\">\n";
  html.append(svg_figures(charts_of(comparison), "figure", {250, 150}));
  html.append("</div>\n<div id=\"compare-tables\">\n<p class=\"faint\">");
  html.append(escaped(headline_of(comparison))).append("; ").append(escaped(comparison.file));
  html.append("</p>\n").append(table_of(comparison)).append(legend_of(comparison));
  return html.append(skipped_of(comparison)).append("</div>\n");
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
    add_tolerance(residual, outcome.tolerance);
    residual.curves.push_back(worst_of(name, trajectory.time(), trajectory.residual()));
    if (row.reference) continue;
    const std::vector<double> off = differences(trajectory, comparison.reference->trajectory);
    drift.curves.push_back(worst_of(name, trajectory.time(), off));
  }
  std::vector<Chart> charts;
  if (!path.curves.empty()) charts = {path, speed};
  charts.push_back(residual);
  if (!drift.curves.empty()) charts.push_back(drift);
  return charts;
}

std::string headline_of(const Comparison& comparison) {
  const RunSummary& summary = comparison.reference->summary;
  const auto runs = std::count_if(comparison.rows.begin(), comparison.rows.end(),
                                  [](const OutcomeRow& row) { return ran(*row.outcome); });
  std::string text = comparison.scene;
  text.append(": ").append(std::to_string(runs)).append(runs == 1 ? " run of " : " runs of ");
  text.append(std::to_string(summary.totals.steps)).append(" steps of ");
  text.append(number_or_dash(summary.step)).append(" s; cardan " CARDAN_VERSION);
  return comparison.date.empty() ? text : text.append(", ").append(comparison.date);
}

view::LimitedPage page_of(const Comparison& comparison, std::size_t limit) {
  view::ComparisonData page{comparison.scene + ", compared",
                            comparison.scene_text,
                            {},
                            0,
                            comparison.model,
                            report_of(comparison),
                            svg_style()};
  for (const OutcomeRow& row : comparison.rows) {
    if (!ran(*row.outcome)) continue;
    if (row.reference) page.reference = page.runs.size();
    page.runs.push_back({name_of(*row.outcome), row.outcome->replay.value_or(view::ReplayData{})});
  }
  return view::limited_comparison_page(page, limit);
}

}  // namespace cardan::app
