#include "apps/sweep/plot_data.h"

#include <algorithm>

#include "apps/sweep/exact_text.h"

namespace cardan::app {

namespace {

// Choices in the order of the study, of a column that has other values than numbers.
std::vector<std::string> choices_of(const Plan& plan, std::size_t column) {
  std::vector<std::string> listed = plan.listed_values(column);
  const bool numbers = std::all_of(listed.begin(), listed.end(), [](const std::string& value) {
    return number_of(value).has_value();
  });
  return numbers ? std::vector<std::string>{} : listed;
}

bool is_logarithmic(const Study& study, const std::string& name) {
  for (const Distribution& one : study.samples.distributions) {
    if (one.path == name) return one.kind == Distribution::Kind::kLogUniform;
  }
  // A list over two decades or more is one of decades.
  for (const SweepAxis& axis : study.axes) {
    if (axis.name != name) continue;
    double least = 0, greatest = 0;
    for (const std::string& text : axis.values) {
      const double value = number_of(text).value_or(0);
      if (value <= 0) return false;
      least = least == 0 ? value : std::min(least, value);
      greatest = std::max(greatest, value);
    }
    return greatest >= 100 * least;
  }
  return false;
}

double value_in(const PlotColumn& column, const std::string& text) {
  if (column.choices.empty()) return number_of(text).value();
  const auto at = std::find(column.choices.begin(), column.choices.end(), text);
  return static_cast<double>(at - column.choices.begin());
}

std::size_t column_index(const Plan& plan, const std::string& name) {
  return static_cast<std::size_t>(std::find(plan.columns().begin(), plan.columns().end(), name) -
                                  plan.columns().begin());
}

}  // namespace

PlotData read_plot_data(const Plan& plan, const RowIndex& rows, std::size_t most) {
  const Study& study = plan.study();
  PlotData data;
  for (std::size_t i = 0; i < plan.columns().size(); ++i) {
    const std::string& name = plan.columns()[i];
    data.parameters.push_back({name, "", {}, choices_of(plan, i), is_logarithmic(study, name)});
  }
  for (const MetricSpec& metric : study.metrics) data.metrics.push_back({metric.name, "", {}, {}});
  for (const PolarSpec& polar : study.polar) {
    data.polar.emplace_back(column_index(plan, polar.path + ".direction"),
                            column_index(plan, polar.path + ".magnitude"));
    data.parameters[data.polar.back().first].unit = "rad";
  }
  data.finished = rows.count(CellStatus::kFinished);
  const std::size_t every = std::max<std::size_t>(1, (data.finished + most - 1) / most);
  std::size_t seen = 0;
  rows.for_each([&](std::size_t cell, const CellRow& row, std::size_t) {
    if (row.status != CellStatus::kFinished || seen++ % every != 0) return;
    data.cells.push_back(cell);
    const std::vector<std::string> values = plan.values(cell);
    for (std::size_t i = 0; i < values.size(); ++i)
      data.parameters[i].values.push_back(value_in(data.parameters[i], values[i]));
    for (std::size_t i = 0; i < data.metrics.size(); ++i)
      data.metrics[i].values.push_back(row.metrics[i]);
  });
  return data;
}

std::string label_of(const PlotColumn& column) {
  return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

PlotAxis axis_of(const PlotColumn& column) {
  PlotAxis axis;
  if (!column.choices.empty()) {
    axis.axis = Axis::linear(-0.5, static_cast<double>(column.choices.size()) - 0.5);
    for (std::size_t i = 0; i < column.choices.size(); ++i)
      axis.ticks.push_back({static_cast<double>(i), column.choices[i]});
    return axis;
  }
  Extent extent;
  extent.add(column.values);
  axis.axis = column.logarithmic ? Axis::logarithmic(extent) : Axis::linear(extent);
  axis.ticks = axis.axis.ticks();
  return axis;
}

}  // namespace cardan::app
