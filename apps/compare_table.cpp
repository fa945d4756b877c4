#include "apps/compare_table.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/printable_text.h"

namespace cardan::app {

namespace {

std::string cell(const char* form, double x) {
  if (!std::isfinite(x)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, form, x);
  return text;
}

nlohmann::ordered_json number_or_null(double x) {
  if (std::isfinite(x)) return x;
  return nullptr;
}

}  // namespace

std::string why_not_run(const Outcome& outcome) {
  return outcome.refused.empty() ? outcome.ended : "refused: " + outcome.refused;
}

std::string name_of(const Outcome& outcome) {
  const std::string solver = "/" + outcome.solver, &label = outcome.label;
  const bool named = label.size() > solver.size() &&
                     label.compare(label.size() - solver.size(), solver.size(), solver) == 0;
  return named || outcome.solver.empty() ? label : label + solver;
}

const Outcome* find_reference(const std::vector<Outcome>& outcomes) {
  const Outcome *first = nullptr, *exact = nullptr;
  for (const Outcome& outcome : outcomes) {
    if (!ran(outcome)) continue;
    if (first == nullptr) first = &outcome;
    const RunTotals& totals = outcome.summary.totals;
    if (outcome.formulation != "cone" || !outcome.finished || totals.failed_islands > 0) continue;
    const bool better =
        exact == nullptr || totals.worst_residual < 0.1 * exact->summary.totals.worst_residual;
    if (better) exact = &outcome;
  }
  return exact != nullptr ? exact : first;
}

std::string status_of(const Outcome& outcome) {
  const RunTotals& totals = outcome.summary.totals;
  std::ostringstream text;
  if (totals.failed_islands > 0) text << totals.failed_islands << " failed";
  if (totals.approximate_islands > 0) {
    text << (text.tellp() > 0 ? ", " : "") << totals.approximate_islands << " approximate";
  }
  if (text.tellp() == 0) text << "solved";
  if (totals.failed_islands + totals.approximate_islands > 0) text << " of " << totals.islands;
  if (!outcome.finished) text << "; reached the time limit after " << totals.steps << " steps";
  if (!outcome.ended.empty()) text << "; " << outcome.ended;
  return text.str();
}

std::vector<OutcomeRow> rows_of(const std::vector<Outcome>& outcomes, const Outcome* reference,
                                const std::string& model) {
  std::vector<OutcomeRow> rows;
  for (const Outcome& outcome : outcomes) {
    OutcomeRow row;
    row.outcome = &outcome;
    row.reference = &outcome == reference;
    if (ran(outcome) && reference != nullptr) {
      row.difference = largest_difference(outcome.trajectory, reference->trajectory);
      if (const Trajectory::Track* track = outcome.trajectory.find(model)) {
        row.travel = travel(*track);
        row.stop = stop_time(outcome.trajectory, *track);
        row.rest = track->position.back();
      }
    }
    rows.push_back(row);
  }
  return rows;
}

namespace {

void print_row(const OutcomeRow& row) {
  const Outcome& outcome = *row.outcome;
  if (!ran(outcome)) {
    std::printf("%-36s %s\n", outcome.label.c_str(), one_line_text(why_not_run(outcome)).c_str());
    return;
  }
  const RunTotals& totals = outcome.summary.totals;
  const long long fallen = totals.fallbacks + totals.failed_islands;
  std::printf("%-36s %-14s %9.3f %9.2e %9.2e %9.2e %10lld %6lld %10.3e %11.4e %9s %8s  %s %s %s\n",
              outcome.label.c_str(), outcome.solver.c_str(), outcome.summary.wall_seconds,
              totals.worst_residual, outcome.cone_residual, totals.max_penetration,
              static_cast<long long>(totals.iterations), fallen, energy_change(outcome),
              row.difference, cell("%.5f", row.travel).c_str(), cell("%.4f", row.stop).c_str(),
              cell("%.4f", row.rest.x()).c_str(), cell("%.4f", row.rest.y()).c_str(),
              cell("%.4f", row.rest.z()).c_str());
  if (!outcome.ended.empty()) {
    std::printf("%-36s %s, after %lld steps\n", "", one_line_text(outcome.ended).c_str(),
                static_cast<long long>(totals.steps));
  } else if (!outcome.finished) {
    std::printf("%-36s reached the time limit after %lld steps\n", "",
                static_cast<long long>(totals.steps));
  }
}

}  // namespace

void print_table(const std::vector<OutcomeRow>& rows, const std::string& model) {
  std::printf("%-36s %-14s %9s %9s %9s %9s %10s %6s %10s %11s %9s %8s  %s\n", "formulation",
              "solver", "seconds", "residual", "cone", "depth", "iterations", "fall", "energy",
              "difference", "travel", "stop", "end");
  std::string reference;
  for (const OutcomeRow& row : rows) {
    if (row.reference) reference = name_of(*row.outcome);
    print_row(row);
  }
  if (reference.empty()) return;
  std::printf(
      "seconds: wall-clock time of the steps; residual: worst, own formulation [m/s]; cone: worst, "
      "exact cones [m/s]; depth: deepest penetration [m];\nfall: fallbacks, failed solver "
      "attempts; iterations: sum over all islands; energy: end minus start [J]; difference: "
      "largest from %s, over the whole motion [m or rad]",
      reference.c_str());
  if (!model.empty()) {
    std::printf(
        "; of %s: travel: distance from start to end [m], stop: time after which the speed stays "
        "below 1 mm/s [s], end: final position [m]",
        one_line_text(model).c_str());
  }
  std::printf("\n");
}

std::string json_of(const std::vector<OutcomeRow>& rows, const std::string& model) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OutcomeRow& row : rows) {
    const Outcome& outcome = *row.outcome;
    const RunTotals& totals = outcome.summary.totals;
    nlohmann::ordered_json item = {{"formulation", outcome.label}, {"solver", outcome.solver}};
    if (!outcome.ended.empty()) item["ended"] = outcome.ended;
    if (!outcome.refused.empty()) item["refused"] = outcome.refused;
    if (!ran(outcome)) {
      list.push_back(item);
      continue;
    }
    item["steps"] = totals.steps;
    item["finished"] = outcome.finished;
    item["islands"] = totals.islands;
    item["approximate_islands"] = totals.approximate_islands;
    item["wall_seconds"] = outcome.summary.wall_seconds;
    item["worst_residual"] = number_or_null(totals.worst_residual);
    item["cone_residual"] = number_or_null(outcome.cone_residual);
    item["energy_change"] = number_or_null(energy_change(outcome));
    item["max_penetration"] = number_or_null(totals.max_penetration);
    item["iterations"] = totals.iterations;
    item["fallbacks"] = totals.fallbacks;
    item["failed_islands"] = totals.failed_islands;
    item["reference"] = row.reference;
    item["difference"] = number_or_null(row.difference);
    if (!model.empty()) {
      item["model"] = model;
      item["travel"] = number_or_null(row.travel);
      item["stop_time"] = number_or_null(row.stop);
      item["end"] = {number_or_null(row.rest.x()), number_or_null(row.rest.y()),
                     number_or_null(row.rest.z())};
    }
    list.push_back(item);
  }
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string markdown_of(const std::vector<OutcomeRow>& rows, const std::string& model) {
  std::ostringstream text;
  const std::string of_model = model.empty() ? "" : " of " + markdown_text(model);
  text << "| formulation and solver | islands | worst residual [m/s] | cone residual [m/s] | "
          "fallbacks | depth [m] | energy change [J] | difference [m or rad] | travel"
       << of_model << " [m] | steps/s |\n|---|---|---|---|---|---|---|---|---|---|\n";
  for (const OutcomeRow& row : rows) {
    const Outcome& outcome = *row.outcome;
    text << "| " << markdown_text(outcome.label) << " | ";
    if (!ran(outcome)) {
      text << markdown_text(why_not_run(outcome)) << " | | | | | | | | |\n";
      continue;
    }
    const RunTotals& totals = outcome.summary.totals;
    const double rate = static_cast<double>(totals.steps) / outcome.summary.wall_seconds;
    text << markdown_text(status_of(outcome)) << " | " << cell("%.1e", totals.worst_residual)
         << " | " << cell("%.1e", outcome.cone_residual) << " | " << totals.fallbacks << " | "
         << cell("%.1e", totals.max_penetration) << " | " << cell("%.3e", energy_change(outcome))
         << " | " << (row.reference ? "reference" : cell("%.3e", row.difference)) << " | "
         << cell("%.5f", row.travel) << " | " << cell("%.0f", rate) << " |\n";
  }
  return text.str();
}

}  // namespace cardan::app
