#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "apps/sweep/plot_data.h"

/// Plots of a study as SVG. Each point is a cell; its tooltip shows the values of the cell.
namespace cardan::app {

/// Address of the replay of a cell; "": none.
using CellLink = std::function<std::string(std::size_t cell)>;

/// A metric over a parameter, with the mean at each value if there are few values.
std::string marginal_svg(const PlotData& data, std::size_t parameter, std::size_t metric,
                         const CellLink& link);

/// One parameter over another, with a metric as colour.
std::string pair_svg(const PlotData& data, std::size_t x, std::size_t y, std::size_t metric,
                     const CellLink& link);

/// A metric as colour over direction [rad], counter-clockwise from the right, and magnitude. Cells
/// that differ in other parameters are drawn side by side.
std::string polar_svg(const PlotData& data, std::size_t direction, std::size_t magnitude,
                      std::size_t metric, const CellLink& link);

}  // namespace cardan::app
