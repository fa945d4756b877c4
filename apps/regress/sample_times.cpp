#include "apps/regress/sample_times.h"

#include <algorithm>
#include <cmath>

#include "apps/regress/expectation_check.h"
#include "cardan/error.h"

namespace cardan::app {

void require_within_run(const ExpectSpec& spec, const RunGrid& grid, const std::string& where) {
  const double end = static_cast<double>(grid.steps) * grid.step;
  const bool timed = spec.window.kind == ExpectWindow::Kind::kAt ||
                     spec.window.kind == ExpectWindow::Kind::kInterval;
  if (!timed) return;
  const double last = std::isfinite(spec.window.until)
                          ? std::max(spec.window.from, spec.window.until)
                          : spec.window.from;
  if (last <= end + 0.5 * grid.step) return;
  throw Error("the run ends at " + with_unit(end, "s") + ", before " + with_unit(last, "s"), where,
              "increase time.duration, or choose an earlier time");
}

// Before the first step there are no contacts, residuals or forces.
void require_after_a_step(const ExpectSpec& spec, const RunGrid& grid, const std::string& where) {
  const ExpectWindow& window = spec.window;
  const bool start =
      (window.kind == ExpectWindow::Kind::kAt && window.from <= 0.5 * grid.step) ||
      (window.kind == ExpectWindow::Kind::kInterval && window.until < 0.5 * grid.step);
  if (!start) return;
  throw Error("'" + spec.quantity + "' belongs to a step, and there is no step before the start",
              where, "use the end of the first step, at: " + with_unit(grid.step, ""));
}

}  // namespace cardan::app
