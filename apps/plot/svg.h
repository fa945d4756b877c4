#pragma once

#include <string>
#include <vector>

#include "plot/chart.h"

namespace cardan::app {

/// Size of a chart's frame, without titles and numbers [px].
struct FrameSize {
  double width = 460, height = 300;
};

/// Charts, two in a row, as one SVG document of its own with a legend below: text and strokes
/// alone, readable without scripts, light on dark where the viewer asks for it.
std::string svg_document(const std::vector<Chart>& charts, const FrameSize& size = {});

/// One chart with its legend, to stand in an HTML page that holds svg_style() once. `id` is its own
/// in the page.
std::string svg_figure(const Chart& chart, const std::string& id, const FrameSize& size = {});

/// Charts as figures of their own, with one legend as the last.
std::string svg_figures(const std::vector<Chart>& charts, const std::string& id,
                        const FrameSize& size = {});

/// CSS of the plots.
std::string svg_style();

}  // namespace cardan::app
