#include "apps/regress/measurement.h"

#include <algorithm>
#include <cmath>

#include "apps/regress/known_failures.h"
#include "apps/regress/sample_times.h"
#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/run_report.h"

namespace cardan::app {

namespace {

constexpr double kGoldenEvery = 0.01;  // interval between rows of a new golden trajectory [s]

// Every report shows these quantities.
constexpr const char* kOverview[] = {"energy",   "kinetic_energy",  "residual",
                                     "contacts", "max_penetration", "normal_force"};

std::string place_of(const Scene& scene, int line) {
  std::string text = scene.file;
  return text.append(":").append(std::to_string(line));
}

// True if the expectation applies to this pair.
void require_valid(const ExpectSpec& spec, const World& world, const RunGrid& grid,
                   const std::string& where) {
  if (spec.kind == ExpectSpec::Kind::kStateHash) return;
  require_within_run(spec, grid, where);
  for (const ExpectSpec::Column& column : spec.columns) {
    make_quantity(column.quantity, world, where);
  }
  if (spec.kind == ExpectSpec::Kind::kGolden) return;
  if (make_quantity(spec.quantity, world, where).of_step) require_after_a_step(spec, grid, where);
  if (!spec.window.quantity.empty()) make_quantity(spec.window.quantity, world, where);
}

// State hash and time limit are checked but are not quantities.
void require_valid(const KnownFailure& known, const World& world, const std::string& where) {
  for (const std::string& name : known.quantities) {
    if (name != "state_hash" && name != kTimeLimit) make_quantity(name, world, where);
  }
}

bool all_finite(const World& world) {
  for (int i = 0; i < world.num_models(); ++i) {
    const Model& model = world.model(i);
    if (model.skeleton() && !(model.q().allFinite() && model.v().allFinite())) return false;
  }
  return true;
}

// A check that applies to every scene.
CaseCheck implied_check(const std::string& quantity, double measured, const std::string& message) {
  CaseCheck check;
  check.text = "implied: " + message;
  check.quantity = quantity;
  check.measured = measured;
  check.passed = measured == 0;
  check.message = message;
  return check;
}

CaseCheck hash_check(const ExpectSpec& spec, const std::string& hash) {
  CaseCheck check;
  check.text = spec.text;
  check.line = spec.line;
  check.quantity = "state_hash";
  check.passed = hash == spec.state_hash;
  check.measured = std::numeric_limits<double>::quiet_NaN();
  check.message = "state_hash: " + hash + " at the end, expected " + spec.state_hash;
  return check;
}

CaseSeries plain_series(const Quantity& quantity, const std::vector<ThinSeries::Point>& points) {
  CaseSeries series;
  series.name = quantity.name;
  series.unit = quantity.unit;
  for (const ThinSeries::Point& point : points) {
    series.time.push_back(point.time);
    series.value.push_back(point.value);
  }
  return series;
}

}  // namespace

Measurement::Measurement(const Scene& scene, const World& world, const RunGrid& grid,
                         const CaseRequest& request)
    : scene_(&scene),
      grid_(grid),
      kept_(request.series),
      record_(request.record_golden),
      formulation_(request.id.formulation),
      solver_(request.id.solver) {
  for (const KnownFailure& known : scene.known_failures) {
    require_valid(known, world, place_of(scene, known.line));
  }
  for (const ExpectSpec& spec : scene.expect) {
    require_valid(spec, world, grid, place_of(scene, spec.line));
    if (spec.only.takes(formulation_, solver_)) add(spec, world);
  }
  if (kept_ == SeriesKept::kNone) return;
  for (const char* name : kOverview) overview_.push_back(index_of(name, world, ""));
}

std::size_t Measurement::index_of(const std::string& name, const World& world,
                                  const std::string& where) {
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    if (quantities_[i].name == name) return i;
  }
  quantities_.push_back(make_quantity(name, world, where));
  values_.push_back(0);
  series_.emplace_back(grid_.steps + 1);
  return quantities_.size() - 1;
}

void Measurement::add(const ExpectSpec& spec, const World& world) {
  const std::string where = place_of(*scene_, spec.line);
  if (spec.kind == ExpectSpec::Kind::kStateHash) {
    hashes_.push_back(&spec);
    return;
  }
  if (spec.kind == ExpectSpec::Kind::kQuantity) {
    const std::size_t quantity = index_of(spec.quantity, world, where);
    const std::string& event = spec.window.quantity;
    watched_.push_back({&spec, ExpectationCheck(spec, grid_.step), quantity,
                        event.empty() ? quantity : index_of(event, world, where)});
    return;
  }
  golden_.push_back({&spec, make_golden_check(spec, where), {}});
  for (const std::string& column : golden_.back().check.columns()) {
    golden_.back().quantities.push_back(index_of(column, world, where));
  }
}

GoldenCheck Measurement::make_golden_check(const ExpectSpec& spec, const std::string& where) const {
  if (!record_) return {spec, grid_, where};
  const double scene_every = scene_->record_every > 0 ? scene_->record_every : kGoldenEvery;
  return GoldenCheck::recorder(spec, grid_, where, spec.every > 0 ? spec.every : scene_every);
}

void Measurement::sample(std::int64_t step, const World& world) {
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    values_[i] = quantities_[i].measure(world);
    if (kept_ != SeriesKept::kNone) series_[i].add(world.time(), values_[i]);
  }
  for (Watched& watched : watched_) {
    const bool of_step =
        quantities_[watched.quantity].of_step || quantities_[watched.event].of_step;
    const bool event = watched.spec->window.kind == ExpectWindow::Kind::kEvent;
    if (step == 0 && event && of_step) continue;
    watched.check.sample(world.time(), values_[watched.quantity], values_[watched.event]);
  }
  for (Golden& golden : golden_) {
    golden_values_.clear();
    for (const std::size_t i : golden.quantities) golden_values_.push_back(values_[i]);
    golden.check.sample(step, world.time(), golden_values_);
  }
}

void Measurement::add_series(const Watched& watched, CaseCheck& check, CaseResult& result) const {
  const bool wanted = kept_ == SeriesKept::kAll || (kept_ == SeriesKept::kFailed && !check.passed);
  if (!wanted) return;
  check.series = static_cast<int>(result.series.size());
  result.series.push_back(banded_series(*watched.spec, quantities_[watched.quantity].unit,
                                        grid_.step, series_[watched.quantity].points()));
}

void Measurement::check_quantities(CaseResult& result) const {
  for (const Watched& watched : watched_) {
    if (watched.spec->across.kind != AcrossSpec::Kind::kNone) {
      result.across.push_back({watched.spec->line, watched.check.value()});
      continue;
    }
    CaseCheck check = watched.check.verdict(quantities_[watched.quantity].unit);
    add_series(watched, check, result);
    result.checks.push_back(std::move(check));
  }
}

void Measurement::evaluate(const World& world, CaseResult& result) const {
  check_quantities(result);
  for (const Golden& golden : golden_) {
    if (record_) {
      result.recorded.push_back(golden.check.recorded());
      continue;
    }
    std::vector<std::string> units;
    for (const std::size_t i : golden.quantities) units.push_back(quantities_[i].unit);
    CaseCheck check = golden.check.verdict(units, result.series);
    if (kept_ == SeriesKept::kNone || (kept_ == SeriesKept::kFailed && check.passed)) {
      result.series.pop_back();
      check.series = -1;
    }
    result.checks.push_back(std::move(check));
  }
  for (const ExpectSpec* spec : hashes_) {
    result.checks.push_back(hash_check(*spec, result.state_hash));
  }
  const bool named = std::any_of(watched_.begin(), watched_.end(), [](const Watched& watched) {
    return watched.spec->quantity == "failed_islands" &&
           watched.spec->window.kind == ExpectWindow::Kind::kAlways &&
           watched.spec->across.kind == AcrossSpec::Kind::kNone;
  });
  if (!named && result.failed_islands > 0) {
    const auto count = static_cast<double>(result.failed_islands);
    result.checks.push_back(
        implied_check("failed_islands", count,
                      "failed_islands: " + with_unit(count, "") +
                          " islands of the run had no answer from any solver, expected 0"));
  }
  if (!all_finite(world)) {
    result.checks.push_back(implied_check("finite", std::numeric_limits<double>::quiet_NaN(),
                                          "finite: the final state contains a non-finite number"));
  }
  add_overview(result);
}

void Measurement::add_overview(CaseResult& result) const {
  for (const std::size_t i : overview_) {
    result.series.push_back(plain_series(quantities_[i], series_[i].points()));
  }
}

}  // namespace cardan::app
