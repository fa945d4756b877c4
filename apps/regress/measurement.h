#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/regress/expectation_check.h"
#include "apps/regress/golden_check.h"
#include "apps/regress/run_case.h"
#include "apps/regress/thin_series.h"
#include "cardan/quantity.h"
#include "cardan/scene.h"

namespace cardan::app {

/// All measurements of a run, checked at its end.
class Measurement {
 public:
  /// Throws Error with file and line for unknown quantities, times after the end of the run, and
  /// unreadable golden trajectories.
  Measurement(const Scene& scene, const World& world, const RunGrid& grid,
              const CaseRequest& request);

  /// Call once at the start and after each step.
  void sample(std::int64_t step, const World& world);

  /// Adds checks, series, values for `across` and recorded trajectories.
  void evaluate(const World& world, CaseResult& result) const;
  /// Adds only the overview, for an interrupted run.
  void add_overview(CaseResult& result) const;

 private:
  struct Watched {
    const ExpectSpec* spec;
    ExpectationCheck check;
    std::size_t quantity, event;  ///< indices into quantities_
  };
  struct Golden {
    const ExpectSpec* spec;
    GoldenCheck check;
    std::vector<std::size_t> quantities;
  };

  std::size_t index_of(const std::string& name, const World& world, const std::string& where);
  void add(const ExpectSpec& spec, const World& world);
  GoldenCheck make_golden_check(const ExpectSpec& spec, const std::string& where) const;
  void check_quantities(CaseResult& result) const;
  void add_series(const Watched& watched, CaseCheck& check, CaseResult& result) const;

  const Scene* scene_;
  RunGrid grid_;
  SeriesKept kept_;
  bool record_;
  std::string formulation_, solver_;
  std::vector<Quantity> quantities_;
  std::vector<double> values_;  ///< current value of each quantity
  std::vector<ThinSeries> series_;
  std::vector<std::size_t> overview_;
  std::vector<Watched> watched_;
  std::vector<Golden> golden_;
  std::vector<const ExpectSpec*> hashes_;
  std::vector<double> golden_values_;
};

}  // namespace cardan::app
