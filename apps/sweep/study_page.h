#pragma once

#include <string>

#include "apps/sweep/cell_plot.h"
#include "apps/sweep/plot_data.h"

namespace cardan::app {

/// Makes the plots of a study. take: called with a name and the SVG of each plot.
using TakePlot = std::function<void(const std::string& name, const std::string& svg)>;
void make_study_plots(const PlotData& data, const CellLink& link, const TakePlot& take);

/// The plots on one HTML page. summary: counts of the cells.
std::string study_page(const std::string& title, const std::string& summary, const PlotData& data,
                       const CellLink& link);

}  // namespace cardan::app
