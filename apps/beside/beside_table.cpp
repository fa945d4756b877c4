#include "apps/beside/beside_table.h"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/printable_text.h"

namespace cardan::app {

namespace {

/// A figure with its name, its unit, and the form of its numbers.
struct FigureColumn {
  const char* name;
  const char* unit;
  const char* form;
  double MotionFigures::*value;
};

constexpr FigureColumn kFigures[] = {
    {"penetration", "m", "%.2e", &MotionFigures::deepest},
    {"penetration at the end", "m", "%.2e", &MotionFigures::deepest_at_end},
    {"slip", "m/s", "%.2e", &MotionFigures::slip},
    {"creep", "m/s", "%.2e", &MotionFigures::creep},
    {"normal force", "N", "%.5g", &MotionFigures::normal_force},
    {"energy change", "J", "%+.3e", &MotionFigures::energy_change},
    {"energy rise", "J", "%.2e", &MotionFigures::energy_rise},
    {"steps per second", "1/s", "%.0f", &MotionFigures::steps_per_second},
};

std::string figure_cell(const FigureColumn& column, const MotionFigures& figures) {
  const double value = figures.*column.value;
  if (!std::isfinite(value)) return "-";
  char text[64];
  std::snprintf(text, sizeof text, column.form, value);
  return text;
}

std::string headline(const BesideTable& table) {
  char text[64];
  std::snprintf(text, sizeof text, ": %d steps of %g s", table.steps, table.step);
  return one_line_text(table.scene) + text;
}

std::string difference_line(const MotionDifference& difference) {
  char text[160];
  std::snprintf(text, sizeof text, "the motions differ by up to %.2e m and %.2e rad",
                difference.position, difference.angle);
  std::string line = text;
  if (!difference.link.empty()) line += ", of " + one_line_text(difference.link);
  if (std::isfinite(difference.apart_from)) {
    std::snprintf(text, sizeof text, "; by more than 1 mm from t = %g s", difference.apart_from);
    line += text;
  }
  return line;
}

nlohmann::ordered_json finite_or_null(double x) {
  if (std::isfinite(x)) return x;
  return nullptr;
}

}  // namespace

std::string beside_text(const BesideTable& table) {
  constexpr int kWidth = 16;
  const auto cell = [](const std::string& text) {
    char padded[80];
    std::snprintf(padded, sizeof padded, " %*s", kWidth, text.c_str());
    return std::string(padded);
  };
  std::string text = headline(table) + "\n";
  char name[80];
  std::snprintf(name, sizeof name, "%-30s", "");
  text += name;
  for (const MotionFigures& engine : table.engines) text += cell(engine.engine);
  text += "\n";
  for (const FigureColumn& column : kFigures) {
    const std::string label = std::string(column.name) + " [" + column.unit + "]";
    std::snprintf(name, sizeof name, "%-30s", label.c_str());
    text += name;
    for (const MotionFigures& engine : table.engines) text += cell(figure_cell(column, engine));
    text += "\n";
  }
  text += difference_line(table.difference) + "\n";
  for (const MotionFigures& engine : table.engines)
    if (!engine.trouble.empty())
      text += engine.engine + ": " + one_line_text(engine.trouble) + "\n";
  return text;
}

std::string beside_json(const BesideTable& table) {
  nlohmann::ordered_json engines = nlohmann::ordered_json::array();
  for (const MotionFigures& engine : table.engines)
    engines.push_back({{"engine", engine.engine},
                       {"trouble", engine.trouble},
                       {"penetration", engine.deepest},
                       {"penetration_at_end", engine.deepest_at_end},
                       {"slip", finite_or_null(engine.slip)},
                       {"creep", finite_or_null(engine.creep)},
                       {"normal_force", finite_or_null(engine.normal_force)},
                       {"energy_change", finite_or_null(engine.energy_change)},
                       {"energy_rise", finite_or_null(engine.energy_rise)},
                       {"steps_per_second", engine.steps_per_second}});
  const nlohmann::ordered_json json{
      {"scene", table.scene},
      {"file", table.file},
      {"step", table.step},
      {"steps", table.steps},
      {"engines", std::move(engines)},
      {"difference",
       {{"position", finite_or_null(table.difference.position)},
        {"angle", finite_or_null(table.difference.angle)},
        {"link", table.difference.link},
        {"apart_from", finite_or_null(table.difference.apart_from)}}}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string beside_markdown(const BesideTable& table) {
  std::string text = "| " + markdown_text(headline(table)) + " |", rule = "|---|";
  for (const MotionFigures& engine : table.engines) {
    text += " " + markdown_text(engine.engine) + " |";
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (const FigureColumn& column : kFigures) {
    text += std::string("| ") + column.name + " [" + column.unit + "] |";
    for (const MotionFigures& engine : table.engines)
      text += " " + figure_cell(column, engine) + " |";
    text += "\n";
  }
  return text + "\n" + markdown_text(difference_line(table.difference)) + "\n";
}

}  // namespace cardan::app
