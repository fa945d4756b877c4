#include "plot/svg.h"

#include <algorithm>
#include <iomanip>
#include <locale>
#include <sstream>

#include "plot/chart_svg.h"
#include "plot/markup.h"

namespace cardan::app {

namespace {

// A tenth of a pixel is invisible.
std::ostringstream make_stream() {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << std::setprecision(5);
  return out;
}

void write_head(std::ostream& out, double width, double height, const std::string& attributes) {
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" " << attributes
      << " width=\"" << width << "\" height=\"" << height << "\" viewBox=\"0 0 " << width << " "
      << height << "\">\n";
}

std::string description_of(const std::vector<Chart>& charts) {
  std::string text;
  for (const Chart& chart : charts) {
    text.append(text.empty() ? "" : "; ").append(chart.title);
    if (!chart.description.empty()) text.append(": ").append(chart.description);
  }
  return text;
}

struct Figure {
  std::string id;
  FrameSize size;
};

void write_description(std::ostream& out, const std::string& id, const std::vector<Chart>& charts) {
  const std::string title = charts.empty() ? "no plots" : charts.front().title;
  out << "<title id=\"" << id << "-title\">" << escaped(title) << "</title>\n<desc id=\"" << id
      << "-desc\">" << escaped(description_of(charts)) << "</desc>\n";
}

// With room for a legend of that height, 0 for none [px].
std::string figure_of(const Chart& chart, const Legend& legend, double room, const Figure& figure) {
  const std::string id = escaped(figure.id);
  const double bottom = kTop + figure.size.height + kBottom;
  std::ostringstream out = make_stream();
  write_head(out, kLeft + figure.size.width + kRight, bottom + room,
             "aria-labelledby=\"" + id + "-title " + id + "-desc\"");
  write_description(out, id, {chart});
  write_chart(out, chart, legend, figure.size);
  if (room > 0) write_legend(out, legend, bottom);
  out << "</svg>\n";
  return out.str();
}

}  // namespace

std::string svg_style() {
  // Colours that are distinct also without red-green vision [Okabe, Ito 2008], darker on white
  // and lighter on black where theirs are faint.
  return ".plot{font:12px sans-serif}.plot text{fill:#222}.plot .title{font-weight:bold}"
         ".plot .paper{fill:#fff}.plot .frame{fill:none;stroke:#555}"
         ".plot .grid{fill:none;stroke:#888;stroke-opacity:.25}"
         ".plot .curve{fill:none;stroke-linejoin:round;stroke-linecap:round}"
         ".plot .dashed{stroke-dasharray:6 4;stroke-linecap:butt}"
         ".plot .dotted{stroke-dasharray:1 6}.plot .chained{stroke-dasharray:10 5 1 5}"
         ".plot .band{fill:#009e73;fill-opacity:.2;stroke:#009e73;stroke-opacity:.6}"
         ".plot .marker{fill:none;stroke:#c00000;stroke-width:2.5}"
         ".plot .c0{stroke:#0072b2}.plot .c1{stroke:#d55e00}.plot .c2{stroke:#009e73}"
         ".plot .c3{stroke:#b3508c}.plot .c4{stroke:#b87800}.plot .c5{stroke:#2f9fdb}"
         ".plot .c6{stroke:#222}.plot .c7{stroke:#7a5a1e}\n"
         "@media screen and (prefers-color-scheme:dark){"
         ".plot text{fill:#ddd}.plot .paper{fill:#15171b}.plot .frame{stroke:#999}"
         ".plot .marker{stroke:#ff7b72}.plot .band{fill:#2cc79b;stroke:#2cc79b}"
         ".plot .c0{stroke:#58b0ea}.plot .c1{stroke:#ff9145}.plot .c2{stroke:#2cc79b}"
         ".plot .c3{stroke:#e39ac2}.plot .c4{stroke:#e8b43a}.plot .c5{stroke:#9bd6f7}"
         ".plot .c6{stroke:#eee}.plot .c7{stroke:#c9a667}}\n";
}

std::string svg_document(const std::vector<Chart>& charts, const FrameSize& size) {
  const std::size_t columns = std::clamp<std::size_t>(charts.size(), 1, 2);
  const std::size_t rows = (charts.size() + columns - 1) / columns;
  const double column = kLeft + size.width + kRight, row = kTop + size.height + kBottom;
  const Legend legend(charts);
  const double bottom = row * static_cast<double>(rows);
  std::ostringstream out = make_stream();
  write_head(out, column * static_cast<double>(columns), bottom + legend.height(),
             "aria-labelledby=\"plot-title plot-desc\"");
  write_description(out, "plot", charts);
  out << "<style>" << svg_style()
      << "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::size_t in_row = i % columns, above = i / columns;
    out << "<g transform=\"translate(" << column * static_cast<double>(in_row) << " "
        << row * static_cast<double>(above) << ")\">\n";
    write_chart(out, charts[i], legend, size);
    out << "</g>\n";
  }
  write_legend(out, legend, bottom);
  out << "</svg>\n";
  return out.str();
}

std::string svg_figure(const Chart& chart, const std::string& id, const FrameSize& size) {
  const Legend legend({chart});
  return figure_of(chart, legend, legend.height(), {id, size});
}

std::string svg_figures(const std::vector<Chart>& charts, const std::string& id,
                        const FrameSize& size) {
  const Legend legend(charts);
  std::string figures;
  int number = 0;
  for (const Chart& chart : charts) {
    figures += figure_of(chart, legend, 0, {id + "-" + std::to_string(number++), size});
  }
  std::ostringstream out = make_stream();
  write_head(out, kLeft + size.width + kRight, legend.height() + 8, "aria-label=\"legend\"");
  write_legend(out, legend, 8);
  out << "</svg>\n";
  return figures + out.str();
}

}  // namespace cardan::app
