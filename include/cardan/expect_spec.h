#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cardan/export.h"

/// Data of the expectations of a scene (docs/regression.md), which `cardan regress` measures and
/// checks.
namespace cardan {

/// A set of pairs of formulation and solver. An empty list matches all names.
struct CARDAN_API PairFilter {
  std::vector<std::string> formulations;  ///< ids of formulations, e.g. "cone" or "polyhedral"
  std::vector<std::string> solvers;       ///< ids of the first solver of the chain

  /// True if the filter matches a pair. formulation: a label such as "polyhedral:directions=4". An
  /// id in the list matches all labels of its formulation.
  bool takes(const std::string& formulation, const std::string& solver) const;
};

/// Samples of a run that an expectation uses.
struct ExpectWindow {
  /// All samples, the sample at one time, the samples of an interval, or the sample at an event.
  enum class Kind { kAlways, kAt, kInterval, kEvent };
  Kind kind = Kind::kAlways;
  double from = 0;  ///< time for kAt, start for kInterval [s]
  double until = std::numeric_limits<double>::infinity();  ///< end for kInterval [s]

  /// For kEvent, the window is the first sample at which `quantity` is below (or above) the bound.
  /// With `stays`, it is the first sample from which the condition holds until the end of the run.
  std::string quantity;
  bool below = true;   ///< true for below, false for above
  double bound = 0;    ///< bound in the unit of the quantity
  bool stays = false;  ///< true if the condition must hold until the end
};

/// Reduction that is applied to the samples of the window before the check.
enum class Reduction { kEach, kMean, kMeanSquare, kSum, kMinimum, kMaximum, kRange };

/// Condition on a value x at time t [s]: lower ≤ x − reference(t) ≤ upper, or x never rises.
struct Band {
  std::vector<double> reference;  ///< coefficients of c₀ + c₁ t + c₂ t² …; empty for 0
  double lower = -std::numeric_limits<double>::infinity();  ///< bound in the quantity's unit
  double upper = std::numeric_limits<double>::infinity();   ///< bound in the quantity's unit
  bool never_rises = false;  ///< true if x must exceed no earlier sample by more than `rise`
  double rise = 0;           ///< largest rise in the unit of the quantity
};

/// Comparison across the runs of a sweep, with one value per run. The band applies to the spread
/// (largest minus smallest value) or to the order.
struct AcrossSpec {
  /// No comparison, the spread, or the order of convergence.
  enum class Kind { kNone, kSpread, kOrder };
  Kind kind = Kind::kNone;
  /// Axis of the comparison: "step", "solver", "formulation", "seed" or the path of a parameter.
  /// The other axes stay fixed.
  std::string axis;
  /// For kOrder, true if there is an exact value. The order p in |x(s) − exact| ~ s^p is found by
  /// least squares. Without an exact value, the order is that of the differences between
  /// neighbouring runs.
  bool has_exact = false;
  double exact = 0;  ///< exact value in the unit of the quantity
};

/// One line of `expect`.
struct ExpectSpec {
  /// A band, a golden trajectory, or the hash of the last state.
  enum class Kind { kQuantity, kGolden, kStateHash };
  Kind kind = Kind::kQuantity;
  int line = 0;
  std::string text;  ///< text as in the file, on one line
  PairFilter only;

  std::string quantity;
  std::vector<double> minus;  ///< coefficients of c₀ + c₁ t …, which is subtracted from every
                              ///< sample before the reduction
  ExpectWindow window;
  Reduction over = Reduction::kEach;
  Band band;
  AcrossSpec across;

  std::string golden;  ///< path of a CSV file
  double rtol = 0, atol = 0;
  double every = 0;  ///< interval between rows of a new file [s]; 0 means the interval of `record`,
                     ///< or 0.01 s without `record`
  /// A column of a golden file that has its own tolerances.
  struct Column {
    std::string quantity;
    double rtol = 0, atol = 0;
  };
  std::vector<Column> columns;  ///< columns with individual tolerances

  std::string state_hash;  ///< hash of the final state, 16 hexadecimal digits; valid only for the
                           ///< same binary on the same machine
};

/// A known failure of a pair, with its reason. The pair is run and reported, but the check does not
/// fail because of it.
struct KnownFailure {
  PairFilter pairs;
  /// Quantities that fail; never empty, and never contains "finite".
  std::vector<std::string> quantities;
  std::string because;  ///< reason, which every report shows
  int line = 0;
};

/// Uniform random offsets of the initial state. A seed gives the same offsets on every machine
/// (docs/regression.md).
struct PerturbSpec {
  std::uint64_t seed = 1;
  double position = 0;  ///< largest offset of floating bases along each axis [m]
  double rotation =
      0;  ///< largest offset of each component of the rotation vector of floating bases [rad]
  double joints = 0;    ///< largest offset of joints with one DoF [rad, m]
  double velocity = 0;  ///< largest offset of the velocity of each DoF [m/s, rad/s]
};

/// One axis of a sweep. The runs of a scene are the product of its axes.
struct SweepAxis {
  std::string name;                 ///< name, as in AcrossSpec::axis
  std::vector<std::string> values;  ///< values as written: YAML scalars or one-line YAML
};

}  // namespace cardan
