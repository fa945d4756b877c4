#include "apps/regress/golden_check.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "apps/regress/expectation_check.h"
#include "cardan/error.h"
#include "core/nearest.h"

namespace cardan::app {

namespace {

constexpr std::size_t kMostRowsOfSeries = 2000;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

GoldenCheck::GoldenCheck(const ExpectSpec& spec, const RunGrid& grid, const std::string& where)
    : spec_(&spec), golden_(read_golden(spec.golden)) {
  prepare(grid, where);
}

GoldenCheck GoldenCheck::recorder(const ExpectSpec& spec, const RunGrid& grid,
                                  const std::string& where, double every) {
  GoldenCheck check(spec);
  if (std::filesystem::exists(spec.golden)) {
    check.golden_ = read_golden(spec.golden);
  } else {
    check.take_new_rows(grid, where, every);
  }
  check.add_columns();
  check.prepare(grid, where);
  return check;
}

void GoldenCheck::add_columns() {
  for (const ExpectSpec::Column& column : spec_->columns) {
    const auto& names = golden_.columns;
    if (std::find(names.begin(), names.end(), column.quantity) != names.end()) continue;
    golden_.columns.push_back(column.quantity);
    golden_.values.emplace_back(golden_.time.size(), 0.0);
  }
}

void GoldenCheck::prepare(const RunGrid& grid, const std::string& where) {
  take_tolerances(where);
  align(grid, where);
  measured_.columns = golden_.columns;
  measured_.values.resize(golden_.columns.size());
}

void GoldenCheck::take_new_rows(const RunGrid& grid, const std::string& where, double every) {
  if (spec_->columns.empty()) {
    throw Error("there is no golden trajectory yet, and no columns to record are given", where,
                "name its quantities: columns: [QUANTITY, …]");
  }
  const auto stride = std::max<std::int64_t>(1, std::llround(every / grid.step));
  for (std::int64_t k = 0; k <= grid.steps; k += stride) {
    const double time = static_cast<double>(k) * grid.step;
    if (time > spec_->window.until + 0.5 * grid.step) break;
    golden_.time.push_back(time);
  }
}

void GoldenCheck::take_tolerances(const std::string& where) {
  rtol_.assign(golden_.columns.size(), spec_->rtol);
  atol_.assign(golden_.columns.size(), spec_->atol);
  for (const ExpectSpec::Column& column : spec_->columns) {
    const auto& names = golden_.columns;
    const auto found = std::find(names.begin(), names.end(), column.quantity);
    if (found == names.end()) {
      throw Error("column '" + column.quantity + "' is not in " + spec_->golden, where,
                  suggest_name(column.quantity, names) + " --bless records it");
    }
    const auto index = static_cast<std::size_t>(found - names.begin());
    rtol_[index] = column.rtol;
    atol_[index] = column.atol;
  }
}

// A row is compared with the step whose end is nearest to its time.
void GoldenCheck::align(const RunGrid& grid, const std::string& where) {
  std::int64_t last = -1;
  for (const double time : golden_.time) {
    if (time > spec_->window.until) break;
    const std::int64_t step = std::llround(time / grid.step);
    const std::string row = "the row at " + with_unit(time, "s") + " of " + spec_->golden;
    if (time < 0) throw Error(row + " is before the start", where, "times start at 0");
    if (step > grid.steps) {
      const double end = static_cast<double>(grid.steps) * grid.step;
      throw Error(
          row + " is more than half a step after the end of the run, " + with_unit(end, "s"), where,
          "set until: T, lengthen the run, or record it again with --bless");
    }
    if (step == last) {
      throw Error(row + " belongs to the same step as the row before: steps are " +
                      with_unit(grid.step, "s"),
                  where, "record the trajectory with rows at least one step apart");
    }
    row_step_.push_back(step);
    last = step;
  }
  require_enough(grid, where);
}

// A file that contains only the start, or ends early, would compare little and pass.
void GoldenCheck::require_enough(const RunGrid& grid, const std::string& where) const {
  const auto after =
      std::count_if(row_step_.begin(), row_step_.end(), [](std::int64_t step) { return step > 0; });
  if (after < 2) {
    throw Error(spec_->golden + " has fewer than two rows after the start" +
                    (std::isfinite(spec_->window.until) ? " and before 'until'" : ""),
                where, "record it again: remove the file and run --bless");
  }
  const std::size_t n = row_step_.size();
  const double last = golden_.time[n - 1], distance = last - golden_.time[n - 2];
  const double end = std::min(spec_->window.until, static_cast<double>(grid.steps) * grid.step);
  if (last + distance + 0.5 * grid.step >= end) return;
  throw Error(spec_->golden + " ends at " + with_unit(last, "s") + ", and " + with_unit(end, "s") +
                  " are needed for the comparison",
              where, "set until: T, or record it again: remove the file and run --bless");
}

void GoldenCheck::sample(std::int64_t step, double time, const std::vector<double>& values) {
  const std::size_t row = measured_.time.size();
  if (row == row_step_.size() || row_step_[row] != step) return;
  measured_.time.push_back(time);
  for (std::size_t i = 0; i < values.size(); ++i) measured_.values[i].push_back(values[i]);
}

double GoldenCheck::tolerance_of(std::size_t column, double golden) const {
  return atol_[column] + rtol_[column] * std::abs(golden);
}

// Columns have different units, so deviations are compared relative to their tolerance.
GoldenCheck::Deviation GoldenCheck::worst_of(std::size_t column) const {
  Deviation worst;
  for (std::size_t k = 0; k < measured_.time.size(); ++k) {
    const double golden = golden_.values[column][k], measured = measured_.values[column][k];
    const double tolerance = tolerance_of(column, golden), off = std::abs(measured - golden);
    double ratio = off > 0 ? off / tolerance : 0;
    if (!std::isfinite(measured)) ratio = kUnbounded;
    if (ratio > worst.ratio) worst = {ratio, measured_.time[k], measured, golden, tolerance};
  }
  return worst;
}

CaseCheck GoldenCheck::verdict(const std::vector<std::string>& units,
                               std::vector<CaseSeries>& series) const {
  CaseCheck check;
  check.text = spec_->text;
  check.line = spec_->line;
  Deviation worst;
  std::size_t index = 0;
  std::string others;
  int failed = 0;
  for (std::size_t i = 0; i < golden_.columns.size(); ++i) {
    const Deviation one = worst_of(i);
    if (one.ratio > 1) {
      ++failed;
      others.append(others.empty() ? "" : ", ").append(golden_.columns[i]);
    }
    if (!(one.ratio > worst.ratio)) continue;
    worst = one;
    index = i;
  }
  check.passed = failed == 0 && !measured_.time.empty();
  check.quantity = golden_.columns[index];
  check.unit = units[index];
  check.measured = worst.measured;
  check.lower = worst.golden - worst.tolerance;
  check.upper = worst.golden + worst.tolerance;
  check.time = worst.time;
  check.message = check.quantity + ": " + with_unit(worst.measured, check.unit) + " at " +
                  with_unit(worst.time, "s") + ", golden " + with_unit(worst.golden, "") + " ± " +
                  with_unit(worst.tolerance, check.unit) + " (" + spec_->golden + ")";
  if (failed > 1) check.message += "; columns that differ: " + others;
  check.series = static_cast<int>(series.size());
  series.push_back(series_of(index, check.unit));
  return check;
}

CaseSeries GoldenCheck::series_of(std::size_t column, const std::string& unit) const {
  CaseSeries series;
  series.name = golden_.columns[column];
  series.unit = unit;
  const std::size_t rows = measured_.time.size();
  const std::size_t stride = (rows + kMostRowsOfSeries - 1) / kMostRowsOfSeries;
  for (std::size_t k = 0; k < rows; k += stride) {
    const double golden = golden_.values[column][k], tolerance = tolerance_of(column, golden);
    series.time.push_back(measured_.time[k]);
    series.value.push_back(measured_.values[column][k]);
    series.golden.push_back(golden);
    series.lower.push_back(golden - tolerance);
    series.upper.push_back(golden + tolerance);
  }
  return series;
}

CaseGolden GoldenCheck::recorded() const {
  for (std::size_t i = 0; i < measured_.columns.size(); ++i) {
    for (const double value : measured_.values[i]) {
      if (std::isfinite(value)) continue;
      throw Error("'" + measured_.columns[i] + "' is not finite: nothing to record", spec_->golden);
    }
  }
  return {spec_->golden, golden_text(measured_)};
}

}  // namespace cardan::app
