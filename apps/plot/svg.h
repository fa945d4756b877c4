#pragma once

#include <string>
#include <vector>

#include "apps/plot/chart.h"

namespace cardan::app {

/// Size of the frame of a chart, without titles and numbers [px].
struct FrameSize {
  double width = 460, height = 300;
};

/// Standalone SVG document with two charts per row. It contains only text and paths, needs no
/// scripts, and follows the dark setting of the viewer. title: heading above the charts, "": none.
std::string svg_document(const std::vector<Chart>& charts, const std::string& title,
                         const FrameSize& size = {});

/// One chart, for an HTML page that contains svg_style() once. `id` must be unique in the page.
std::string svg_figure(const Chart& chart, const std::string& id, const FrameSize& size = {});

/// Charts as separate figures, in which equal labels look the same.
std::string svg_figures(const std::vector<Chart>& charts, const std::string& id,
                        const FrameSize& size = {});

/// A sample of the stroke that has this number in svg_figures, for tables.
std::string svg_swatch(int number);

/// CSS of the plots. It follows the dark setting of the reader, unless the page has a light or dark
/// data-theme.
std::string svg_style();

}  // namespace cardan::app
