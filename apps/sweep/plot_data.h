#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/plot/axis.h"
#include "apps/sweep/plan.h"
#include "apps/sweep/row_index.h"

namespace cardan::app {

/// A parameter or a metric, with a value for each plotted cell.
struct PlotColumn {
  std::string name;
  std::string unit;                  ///< "": a count, a ratio, or unknown
  std::vector<double> values;        ///< for choices, the index of the choice
  std::vector<std::string> choices;  ///< empty: the values are numbers
  bool logarithmic = false;
};

/// Content of the plots of a study: its finished cells, thinned out evenly if there are many.
struct PlotData {
  std::vector<std::size_t> cells;
  std::size_t finished = 0;  ///< cells before thinning
  std::vector<PlotColumn> parameters, metrics;
  std::vector<std::pair<std::size_t, std::size_t>> polar;  ///< columns of direction and magnitude
};

/// Name and unit of a column, as in the labels of axes.
std::string label_of(const PlotColumn& column);

/// most: maximum number of cells that are plotted.
PlotData read_plot_data(const Plan& plan, const RowIndex& rows, std::size_t most);

/// Axis of a column, with the names of choices as ticks.
struct PlotAxis {
  Axis axis = Axis::linear(0, 1);
  std::vector<Tick> ticks;
};
PlotAxis axis_of(const PlotColumn& column);

}  // namespace cardan::app
