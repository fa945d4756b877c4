#include "apps/regress/expectation_check.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"

namespace cardan::app {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kSameTime = 1e-6;  // relative to a step
constexpr int kDigits = 9;

std::string allowed_text(double lower, double upper, const std::string& unit) {
  if (std::isinf(lower)) return "at most " + with_unit(upper, unit);
  if (std::isinf(upper)) return "at least " + with_unit(lower, unit);
  if (lower == upper) return with_unit(lower, unit);
  return with_unit(0.5 * (lower + upper), "")
      .append(" ± ")
      .append(with_unit(0.5 * (upper - lower), unit));
}

const char* reduction_name(Reduction over) {
  switch (over) {
    case Reduction::kMean:
      return "mean of ";
    case Reduction::kMeanSquare:
      return "mean square of ";
    case Reduction::kSum:
      return "sum of ";
    case Reduction::kMinimum:
      return "minimum of ";
    case Reduction::kMaximum:
      return "maximum of ";
    case Reduction::kRange:
      return "range of ";
    case Reduction::kEach:
      break;
  }
  return "";
}

// Why there is no sample to check.
std::string nothing_text(const ExpectWindow& window) {
  if (window.kind == ExpectWindow::Kind::kEvent) {
    std::string text = window.quantity;
    text.append(window.stays ? " does not stay " : " is never ");
    return text.append(window.below ? "below " : "above ")
        .append(number_text(window.bound, kDigits));
  }
  std::string text = "no step ends within ";
  text.append(number_text(window.from, kDigits))
      .append(" to ")
      .append(number_text(window.until, kDigits));
  return text.append(" s");
}

bool in_interval(const ExpectWindow& window, double time, double step) {
  const double slack = kSameTime * step;
  return time >= window.from - slack && time <= window.until + slack;
}

// True if the expectation compares samples and would hold for any single sample.
bool needs_two(const ExpectSpec& spec) {
  return spec.over == Reduction::kRange || spec.band.never_rises;
}

// Index of the point for the sample of kAt: the first of the nearest within half a step;
// points.size() if there is none.
std::size_t point_at(const std::vector<ThinSeries::Point>& points, double time, double step) {
  std::size_t best = points.size();
  double distance = (0.5 + kSameTime) * step;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double now = std::abs(points[i].time - time);
    if (now >= distance) continue;
    distance = now;
    best = i;
  }
  return best;
}

}  // namespace

double polynomial(const std::vector<double>& coefficients, double t) {
  double value = 0;
  for (std::size_t i = coefficients.size(); i-- > 0;) value = value * t + coefficients[i];
  return value;
}

std::string with_unit(double value, const std::string& unit) {
  std::string text = number_text(value, kDigits);
  return unit.empty() ? text : text.append(" ").append(unit);
}

ExpectationCheck::ExpectationCheck(const ExpectSpec& spec, double step)
    : spec_(&spec), step_(step) {}

bool ExpectationCheck::single() const {
  return spec_->window.kind == ExpectWindow::Kind::kAt ||
         spec_->window.kind == ExpectWindow::Kind::kEvent;
}

bool ExpectationCheck::holds(double watched) const {
  return spec_->window.below ? watched <= spec_->window.bound : watched >= spec_->window.bound;
}

void ExpectationCheck::sample(double time, double value, double watched) {
  const Sample sample{time, value - polynomial(spec_->minus, time)};
  switch (spec_->window.kind) {
    case ExpectWindow::Kind::kAlways:
      return take(sample);
    case ExpectWindow::Kind::kInterval:
      if (in_interval(spec_->window, time, step_)) take(sample);
      return;
    case ExpectWindow::Kind::kAt:
      if (memory_.count == 0 ||
          std::abs(time - spec_->window.from) < std::abs(memory_.one.time - spec_->window.from)) {
        memory_.one = sample;
        memory_.count = 1;
      }
      return;
    case ExpectWindow::Kind::kEvent:
      if (!holds(watched)) {
        if (spec_->window.stays) memory_.count = 0;
      } else if (memory_.count == 0) {
        memory_.one = sample;
        memory_.count = 1;
      }
      return;
  }
}

// Violation: distance outside the band; negative: remaining margin.
void ExpectationCheck::weigh(const Sample& sample, Worst& worst) const {
  const Band& band = spec_->band;
  const double reference = polynomial(band.reference, sample.time);
  Worst now{sample};
  now.lower = reference + band.lower;
  now.upper = band.never_rises ? memory_.lowest_so_far + band.rise : reference + band.upper;
  now.violation = std::isfinite(sample.value)
                      ? std::max(now.lower - sample.value, sample.value - now.upper)
                      : kInfinite;
  if (!(now.violation <= worst.violation)) worst = now;
}

void ExpectationCheck::take(const Sample& sample) {
  if (spec_->over == Reduction::kEach) weigh(sample, memory_.worst);
  memory_.lowest_so_far = std::min(memory_.lowest_so_far, sample.value);
  // Comparisons with NaN are false, so a NaN would otherwise be hidden by the first sample.
  if (memory_.count == 0 || !(sample.value >= memory_.least.value)) memory_.least = sample;
  if (memory_.count == 0 || !(sample.value <= memory_.greatest.value)) memory_.greatest = sample;
  memory_.sum += sample.value;
  memory_.sum_of_squares += sample.value * sample.value;
  memory_.last = sample;
  ++memory_.count;
}

ExpectationCheck::Sample ExpectationCheck::reduced() const {
  const double n = static_cast<double>(memory_.count);
  switch (spec_->over) {
    case Reduction::kMean:
      return {memory_.last.time, memory_.sum / n};
    case Reduction::kMeanSquare:
      return {memory_.last.time, memory_.sum_of_squares / n};
    case Reduction::kSum:
      return {memory_.last.time, memory_.sum};
    case Reduction::kMinimum:
      return std::isfinite(memory_.sum) ? memory_.least : Sample{memory_.last.time, memory_.sum};
    case Reduction::kMaximum:
      return std::isfinite(memory_.sum) ? memory_.greatest : Sample{memory_.last.time, memory_.sum};
    case Reduction::kRange:
      return {memory_.last.time, std::isfinite(memory_.sum)
                                     ? memory_.greatest.value - memory_.least.value
                                     : memory_.sum};
    case Reduction::kEach:
      break;
  }
  return {memory_.worst.time, memory_.worst.value};
}

bool ExpectationCheck::too_few() const { return memory_.count < (needs_two(*spec_) ? 2 : 1); }

double ExpectationCheck::value() const {
  if (too_few()) return std::numeric_limits<double>::quiet_NaN();
  return single() ? memory_.one.value : reduced().value;
}

CaseCheck ExpectationCheck::verdict(const std::string& unit) const {
  CaseCheck check;
  check.text = spec_->text;
  check.line = spec_->line;
  check.quantity = spec_->quantity;
  check.unit = spec_->over == Reduction::kMeanSquare && !unit.empty() ? "(" + unit + ")^2" : unit;
  if (too_few()) {
    check.measured = std::numeric_limits<double>::quiet_NaN();
    check.lower = spec_->band.lower;
    check.upper = spec_->band.upper;
    check.message = spec_->quantity + ": " +
                    (memory_.count == 0 ? nothing_text(spec_->window)
                                        : "only one sample, but a comparison needs two or more");
    return check;
  }
  Worst worst = memory_.worst;
  if (single()) {
    weigh(memory_.one, worst);
  } else if (spec_->over != Reduction::kEach) {
    weigh(reduced(), worst);
  }
  check.measured = worst.value;
  check.lower = worst.lower;
  check.upper = worst.upper;
  check.time = worst.time;
  check.passed = worst.violation <= 0;
  std::string& message = check.message;
  message.append(reduction_name(spec_->over)).append(spec_->quantity).append(": ");
  message.append(with_unit(worst.value, check.unit)).append(" at ");
  message.append(with_unit(worst.time, "s")).append(", expected ");
  if (spec_->band.never_rises) message.append("never to rise: ");
  message.append(allowed_text(worst.lower, worst.upper, check.unit));
  return check;
}

CaseSeries banded_series(const ExpectSpec& spec, const std::string& unit, double step,
                         const std::vector<ThinSeries::Point>& points) {
  CaseSeries series;
  series.name = spec.quantity;
  series.unit = unit;
  const ExpectWindow& window = spec.window;
  const std::size_t at =
      window.kind == ExpectWindow::Kind::kAt ? point_at(points, window.from, step) : points.size();
  double lowest = kInfinite;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ThinSeries::Point& point = points[i];
    series.time.push_back(point.time);
    series.value.push_back(point.value - polynomial(spec.minus, point.time));
    const bool judged =
        i == at || window.kind == ExpectWindow::Kind::kAlways ||
        (window.kind == ExpectWindow::Kind::kInterval && in_interval(window, point.time, step));
    const double reference = polynomial(spec.band.reference, point.time);
    double lower = reference + spec.band.lower, upper = reference + spec.band.upper;
    if (spec.band.never_rises) upper = lowest + spec.band.rise;
    const bool banded =
        judged && (spec.over == Reduction::kEach || spec.over == Reduction::kMean ||
                   spec.over == Reduction::kMinimum || spec.over == Reduction::kMaximum);
    series.lower.push_back(banded ? lower : -kInfinite);
    series.upper.push_back(banded ? upper : kInfinite);
    if (judged) lowest = std::min(lowest, series.value.back());
  }
  return series;
}

}  // namespace cardan::app
