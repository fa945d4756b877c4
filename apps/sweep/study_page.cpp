#include "apps/sweep/study_page.h"

#include <algorithm>

#include "apps/html_page.h"
#include "apps/plot/markup.h"

namespace cardan::app {

namespace {

// A study of many parameters has too many pairs to look at.
constexpr std::size_t kMostPaired = 6;

}  // namespace

void make_study_plots(const PlotData& data, const CellLink& link, const TakePlot& take) {
  const std::size_t parameters = data.parameters.size();
  for (std::size_t m = 0; m < data.metrics.size(); ++m) {
    const std::string& metric = data.metrics[m].name;
    for (const auto& [direction, magnitude] : data.polar)
      take(metric + "-polar-" + data.parameters[magnitude].name,
           polar_svg(data, direction, magnitude, m, link));
    for (std::size_t p = 0; p < parameters; ++p)
      take(metric + "-" + data.parameters[p].name, marginal_svg(data, p, m, link));
    const std::size_t paired = std::min(parameters, kMostPaired);
    for (std::size_t p = 0; p < paired; ++p) {
      for (std::size_t q = p + 1; q < paired; ++q)
        take(metric + "-" + data.parameters[p].name + "-" + data.parameters[q].name,
             pair_svg(data, p, q, m, link));
    }
  }
}

std::string study_page(const std::string& title, const std::string& summary, const PlotData& data,
                       const CellLink& link) {
  std::string body = "<h1>" + escaped(title) + "</h1>\n<p>" + escaped(summary) + "</p>\n";
  if (data.cells.size() < data.finished) {
    body.append("<p>").append(std::to_string(data.cells.size())).append(" of the ");
    body.append(std::to_string(data.finished)).append(" finished cells are drawn.</p>\n");
  }
  body.append(
      "<p class=\"faint\">Each point is a cell. The tooltip of the point names the cell, and a "
      "click "
      "opens the replay of the cell if a replay exists.</p>\n<div class=\"figures\">\n");
  make_study_plots(data, link,
                   [&](const std::string&, const std::string& svg) { body.append(svg); });
  return html_page(title, body.append("</div>\n"));
}

}  // namespace cardan::app
