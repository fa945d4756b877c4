#include "apps/regress/case_charts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "apps/html_page.h"

namespace cardan::app {

namespace {

std::string label_with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

// Axis of the values of an expectation over a sweep; otherwise the time.
std::string x_label_of(const CaseResult& result) {
  for (const auto& [axis, value] : result.id.point) {
    if (axis == "across") return value;
  }
  return "time [s]";
}

// On a linear axis, most values would lie on the bottom.
bool wants_decades(const std::vector<const CaseSeries*>& series) {
  std::vector<double> positive;
  double largest = 0;
  for (const CaseSeries* one : series) {
    for (const std::vector<double>* values : {&one->value, &one->golden, &one->upper}) {
      for (const double value : *values) {
        if (value < 0) return false;
        if (std::isfinite(value)) largest = std::max(largest, value);
      }
    }
    for (const double value : one->value) {
      if (std::isfinite(value) && value > 0) positive.push_back(value);
    }
  }
  if (positive.empty()) return false;
  const auto middle = positive.begin() + static_cast<std::ptrdiff_t>(positive.size() / 2);
  std::nth_element(positive.begin(), middle, positive.end());
  return *middle < 1e-3 * largest;
}

// Omits sections where both sides are open, since nothing is checked there.
ShadedBand band_of(const CaseSeries& series) {
  ShadedBand band{"allowed", series.time, series.lower, series.upper};
  const std::size_t count = std::min(band.lower.size(), band.upper.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isinf(band.lower[i]) && std::isinf(band.upper[i])) band.lower[i] = NAN;
  }
  return band;
}

Marker worst_marker(const CaseCheck& check, const std::string& x_label) {
  const std::string unit = x_label == "time [s]" ? " s" : "";
  return {"worst, at " + number_or_dash(check.time) + unit, check.time, check.measured};
}

Chart failed_chart(const CaseResult& result, const CaseCheck& check) {
  const CaseSeries& series = result.series[static_cast<std::size_t>(check.series)];
  Chart chart{series.name, x_label_of(result), label_with_unit(series.name, series.unit)};
  chart.log_y = wants_decades({&series});
  chart.description = check.message;
  chart.curves.push_back({"measured", series.time, series.value});
  if (!series.golden.empty()) {
    chart.curves.push_back({"golden", series.time, series.golden, true});
  }
  if (!series.lower.empty() && !series.upper.empty()) chart.bands.push_back(band_of(series));
  if (std::isfinite(check.measured) && std::isfinite(check.time)) {
    chart.markers.push_back(worst_marker(check, chart.x_label));
  }
  return chart;
}

// Centre of the band: the golden value, the middle, or the only bound; NaN where nothing is
// checked.
double wanted(const CaseSeries& series, std::size_t i) {
  const double lower = series.lower[i], upper = series.upper[i];
  const bool below = std::isfinite(lower), above = std::isfinite(upper);
  if (!below && !above) return NAN;
  if (i < series.golden.size()) return series.golden[i];
  if (below && above) return 0.5 * (lower + upper);
  return below ? lower : upper;
}

// True if the deviation would be visible on an axis for the whole series.
bool seen(const CaseSeries& series, const CaseCheck& check) {
  double lo = check.measured, hi = check.measured;
  for (const double value : series.value) {
    if (!std::isfinite(value)) continue;
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  const double miss = std::max(check.lower - check.measured, check.measured - check.upper);
  return !(miss < 0.05 * (hi - lo));
}

// Chart of the series minus the expected value, if there is one.
Chart deviation_chart(const CaseSeries& series, const CaseCheck& check,
                      const std::string& x_label) {
  Chart chart{series.name + ", deviation from the expected value", x_label,
              label_with_unit("deviation", series.unit)};
  Curve off{"measured", series.time, {}};
  ShadedBand band{"allowed", series.time, {}, {}};
  double centre = NAN;  // at the worst moment
  for (std::size_t i = 0; i < series.time.size(); ++i) {
    const double about = wanted(series, i);
    off.y.push_back(series.value[i] - about);
    band.lower.push_back(series.lower[i] - about);
    band.upper.push_back(series.upper[i] - about);
    if (series.time[i] <= check.time || std::isnan(centre)) centre = about;
  }
  chart.curves.push_back(off);
  chart.bands.push_back(band);
  CaseCheck shifted = check;
  shifted.measured -= centre;
  if (std::isfinite(shifted.measured)) chart.markers.push_back(worst_marker(shifted, x_label));
  return chart;
}

bool has_band(const CaseSeries& series) {
  const std::size_t count = series.time.size();
  return count > 0 && series.value.size() == count && series.lower.size() == count &&
         series.upper.size() == count;
}

bool has_series(const CaseResult& result, const CaseCheck& check) {
  return check.series >= 0 && static_cast<std::size_t>(check.series) < result.series.size();
}

/// Chart of the overview with the series whose names contain a word.
struct Topic {
  const char* title;
  const char* word;
  bool decades;  ///< whatever the values
};
constexpr Topic kTopics[] = {{"energies", "energy", false},
                             {"worst residual", "residual", true},
                             {"contact forces", "force", false},
                             {"penetration", "penetration", false}};

}  // namespace

std::vector<Chart> failed_charts(const CaseResult& result) {
  std::vector<Chart> charts;
  for (const CaseCheck& check : result.checks) {
    if (check.passed || !has_series(result, check)) continue;
    const CaseSeries& series = result.series[static_cast<std::size_t>(check.series)];
    charts.push_back(failed_chart(result, check));
    if (charts.back().log_y || !has_band(series) || seen(series, check)) continue;
    charts.push_back(deviation_chart(series, check, charts.back().x_label));
  }
  return charts;
}

std::vector<Chart> overview_charts(const CaseResult& result) {
  std::set<const CaseSeries*> taken;
  for (const CaseCheck& check : result.checks) {
    if (check.passed || !has_series(result, check)) continue;
    taken.insert(&result.series[static_cast<std::size_t>(check.series)]);
  }
  std::vector<Chart> charts;
  for (const Topic& topic : kTopics) {
    std::vector<const CaseSeries*> series;
    for (const CaseSeries& one : result.series) {
      const bool fits = one.name.find(topic.word) != std::string::npos && !one.time.empty();
      const bool same_unit = series.empty() || series.front()->unit == one.unit;
      if (fits && same_unit && taken.insert(&one).second) series.push_back(&one);
    }
    if (series.empty()) continue;
    Chart chart{topic.title, "time [s]", label_with_unit(topic.title, series.front()->unit)};
    chart.log_y = topic.decades || wants_decades(series);
    for (const CaseSeries* one : series) chart.curves.push_back({one->name, one->time, one->value});
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace cardan::app
