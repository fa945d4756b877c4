#include "apps/plot/svg.h"

#include <algorithm>
#include <iomanip>
#include <locale>
#include <sstream>

#include "apps/plot/chart_svg.h"
#include "apps/plot/markup.h"
#include "apps/plot/palette.h"

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

std::string figure_of(const Chart& chart, const Looks& looks, const Figure& figure) {
  const std::string id = escaped(figure.id);
  const FrameSize size = frame_size(chart, figure.size);
  std::ostringstream out = make_stream();
  const bool over_time = chart.x_label == "time [s]";
  write_head(out, kLeft + size.width + label_room(chart), kTop + size.height + kBottom,
             "aria-labelledby=\"" + id + "-title " + id + "-desc\"" +
                 (over_time ? " data-axis=\"time\"" : ""));
  write_description(out, id, {chart});
  write_chart(out, chart, looks, size);
  out << "</svg>\n";
  return out.str();
}

std::string dark_rules(const std::string& root) {
  const std::string plot = root + ".plot";
  std::string rules;
  const auto add = [&](const char* name, const std::string& rule) {
    rules.append(plot).append(" ").append(name).append("{").append(rule).append("}");
  };
  add("text", "fill:#ddd");
  add(".paper", "fill:#15171b");
  add(".frame", "stroke:#999");
  add(".marker", "stroke:#ff7b72");
  add(".band", "fill:#9aa2ab;stroke:#9aa2ab");
  add(".level", "stroke:#ddd");
  add(".level-text text", "stroke:#15171b");
  add(".leader", "stroke:#999");
  add(".cell", "stroke:#fff;stroke-opacity:.6");
  for (std::size_t i = 0; i < kHues.size(); ++i)
    add((".c" + std::to_string(i)).c_str(), std::string("stroke:") + kHues[i].dark);
  return rules;
}

}  // namespace

std::string svg_style() {
  std::string style =
      ".plot{font:12px sans-serif}.plot text{fill:#222}.plot .title{font-weight:bold}"
      ".plot .headline{font-size:15px;font-weight:bold}"
      ".plot .paper{fill:#fff}.plot .frame{fill:none;stroke:#555}"
      ".plot .grid{fill:none;stroke:#888;stroke-opacity:.25}"
      ".plot .curve{fill:none;stroke-linejoin:round;stroke-linecap:round}"
      ".plot .dashed{stroke-dasharray:6 4;stroke-linecap:butt}"
      ".plot .dotted{stroke-dasharray:1 6}.plot .chained{stroke-dasharray:10 5 1 5}"
      ".plot .long{stroke-dasharray:12 7}"
      ".plot .leader{fill:none;stroke:#666;stroke-width:.8;stroke-opacity:.6}"
      ".plot .level{fill:none;stroke:#222;stroke-dasharray:4 3}.plot .level-text{font-size:11px}"
      ".plot .level-text text{paint-order:stroke;stroke:#fff;stroke-width:3px}"
      ".plot .band{fill:#6b737c;fill-opacity:.2;stroke:#6b737c;stroke-opacity:.6}"
      ".plot .marker{fill:none;stroke:#c00000;stroke-width:2.5}"
      ".plot .cell{stroke:#222;stroke-opacity:.4;stroke-width:.7}";
  for (std::size_t i = 0; i < kHues.size(); ++i)
    style.append(".plot .c")
        .append(std::to_string(i))
        .append("{stroke:")
        .append(kHues[i].light)
        .append("}");
  style.append("\n@media screen and (prefers-color-scheme:dark){");
  style.append(dark_rules(":root:not([data-theme=light]) ")).append(dark_rules(":root"));
  style.append("}\n").append(dark_rules(":root[data-theme=dark] ")).append("\n");
  return style;
}

std::string svg_document(const std::vector<Chart>& charts, const std::string& title,
                         const FrameSize& size) {
  const std::size_t columns = std::clamp<std::size_t>(charts.size(), 1, 2);
  const std::size_t rows = (charts.size() + columns - 1) / columns;
  const double head = title.empty() ? 0 : 30;
  FrameSize frame = size;
  double labels = 0;
  for (const Chart& chart : charts) {
    labels = std::max(labels, label_room(chart));
    frame.height = std::max(frame.height, frame_size(chart, size).height);
  }
  const double column = kLeft + frame.width + labels, row = kTop + frame.height + kBottom;
  const Looks looks(charts);
  std::ostringstream out = make_stream();
  write_head(out, column * static_cast<double>(columns), head + row * static_cast<double>(rows),
             "aria-labelledby=\"plot-title plot-desc\"");
  write_description(out, "plot", charts);
  out << "<style>" << svg_style()
      << "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
  if (!title.empty())
    out << "<text class=\"headline\" x=\"" << 14 << "\" y=\"24\">" << escaped(title) << "</text>\n";
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::size_t in_row = i % columns, above = i / columns;
    out << "<g transform=\"translate(" << column * static_cast<double>(in_row) << " "
        << head + row * static_cast<double>(above) << ")\">\n";
    write_chart(out, charts[i], looks, frame);
    out << "</g>\n";
  }
  out << "</svg>\n";
  return out.str();
}

std::string svg_figure(const Chart& chart, const std::string& id, const FrameSize& size) {
  return figure_of(chart, Looks({chart}), {id, size});
}

std::string svg_figures(const std::vector<Chart>& charts, const std::string& id,
                        const FrameSize& size) {
  const Looks looks(charts);
  std::string figures;
  int number = 0;
  for (const Chart& chart : charts)
    figures += figure_of(chart, looks, {id + "-" + std::to_string(number++), size});
  return figures;
}

std::string svg_swatch(int number) {
  std::string text = "<svg class=\"plot swatch\" width=\"28\" height=\"10\" aria-hidden=\"true\">";
  text.append("<path class=\"curve ").append(stroke_class(number));
  return text.append("\" stroke-width=\"3\" d=\"M2 5h24\"/></svg>");
}

}  // namespace cardan::app
