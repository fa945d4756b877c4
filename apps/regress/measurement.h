#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cardan/scene/scene.h"
#include "golden_judge.h"
#include "judge.h"
#include "quantity.h"
#include "run_case.h"
#include "thin_series.h"

namespace cardan::app {

/// Everything that is measured in a run and judged at its end.
class Measurement {
 public:
  /// Throws Error with file and line: unknown quantities, moments after the end of the run, golden
  /// trajectories that cannot be read.
  Measurement(const Scene& scene, const World& world, const RunGrid& grid,
              const CaseRequest& request);

  /// At the start and after each step.
  void sample(std::int64_t step, const World& world);

  /// Checks, series, values for `across`, recorded trajectories.
  void judge(const World& world, CaseResult& result) const;
  /// For a run that was interrupted: the overview alone.
  void add_overview(CaseResult& result) const;

 private:
  struct Watched {
    const ExpectSpec* spec;
    Judge judge;
    std::size_t quantity, event;  ///< indices into quantities_
  };
  struct Golden {
    const ExpectSpec* spec;
    GoldenJudge judge;
    std::vector<std::size_t> quantities;
  };

  std::size_t index_of(const std::string& name, const World& world, const std::string& where);
  void add(const ExpectSpec& spec, const World& world);
  GoldenJudge make_golden_judge(const ExpectSpec& spec, const std::string& where) const;
  void judge_quantities(CaseResult& result) const;
  void add_series(const Watched& watched, CaseCheck& check, CaseResult& result) const;

  const Scene* scene_;
  RunGrid grid_;
  SeriesKept kept_;
  bool record_;
  std::string formulation_, solver_;
  std::vector<Quantity> quantities_;
  std::vector<double> values_;  ///< per quantity, now
  std::vector<ThinSeries> series_;
  std::vector<std::size_t> overview_;
  std::vector<Watched> watched_;
  std::vector<Golden> golden_;
  std::vector<const ExpectSpec*> hashes_;
  std::vector<double> golden_values_;
};

}  // namespace cardan::app
