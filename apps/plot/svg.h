#pragma once

#include <string>
#include <vector>

#include "plot/chart.h"

namespace cardan::app {

/// Size of the frame of a chart, without titles and numbers [px].
struct FrameSize {
  double width = 460, height = 300;
};

/// Standalone SVG document with two charts per row and a legend below. It contains only text and
/// paths, needs no scripts, and follows the dark setting of the viewer.
std::string svg_document(const std::vector<Chart>& charts, const FrameSize& size = {});

/// One chart with its legend, for an HTML page that contains svg_style() once. `id` is unique in
/// the page.
std::string svg_figure(const Chart& chart, const std::string& id, const FrameSize& size = {});

/// Charts as separate figures, followed by one common legend.
std::string svg_figures(const std::vector<Chart>& charts, const std::string& id,
                        const FrameSize& size = {});

/// CSS of the plots.
std::string svg_style();

}  // namespace cardan::app
