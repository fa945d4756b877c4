#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "apps/regress/expectation_check.h"
#include "apps/regress/golden_check.h"
#include "cardan/quantity.h"
#include "sim/scene/study.h"

namespace cardan::app {

/// The metrics of a study, measured on the run of one cell.
class CellMetrics {
 public:
  /// Throws Error with the line of the study for unknown quantities and for times after the end of
  /// the run.
  CellMetrics(const Study& study, const World& world, const RunGrid& grid);

  /// Call once at the start and after each step.
  void sample(std::int64_t step, const World& world);
  /// In the order of the study; NaN where no sample was selected.
  std::vector<double> values() const;

  /// All data that are kept between samples, as bytes.
  std::vector<std::byte> memory() const;
  /// Continues after the samples of another object for the same study and cell. Returns false for
  /// bytes of another size.
  bool set_memory(std::span<const std::byte> bytes);

 private:
  struct Watched {
    ExpectationCheck check;
    std::size_t quantity, event;  ///< indices into quantities_
    bool skips_start = false;
  };
  std::size_t index_of(const std::string& name, const World& world, const std::string& where);

  std::vector<ExpectSpec> specs_;  ///< of the checks, which refer to them
  std::vector<Watched> watched_;
  std::vector<Quantity> quantities_;
  std::vector<double> values_;  ///< current value of each quantity
};

}  // namespace cardan::app
