#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cardan/core/export.h"

/// Expectations of a scene (docs/regression.md): data alone. `cardan regress` measures
/// and judges.
namespace cardan {

/// Pairs that something holds for; an empty list names every one.
struct CARDAN_API PairFilter {
  std::vector<std::string> formulations;  ///< by id: "cone", "polyhedral"
  std::vector<std::string> solvers;       ///< by id of the first of the chain

  /// formulation: a label such as "polyhedral:directions=4", which its id names too.
  bool takes(const std::string& formulation, const std::string& solver) const;
};

/// Which samples of a run an expectation looks at.
struct ExpectWindow {
  enum class Kind { kAlways, kAt, kInterval, kEvent };
  Kind kind = Kind::kAlways;
  double from = 0;                                         ///< kAt, kInterval [s]
  double until = std::numeric_limits<double>::infinity();  ///< kInterval [s]

  /// kEvent: the first sample at which `quantity` is below (above) the bound; with `stays` the
  /// first from which on it is so to the end of the run.
  std::string quantity;
  bool below = true;
  double bound = 0;
  bool stays = false;
};

/// Reduction of the samples of the window before they are judged.
enum class Reduction { kEach, kMean, kMeanSquare, kSum, kMinimum, kMaximum, kRange };

/// The verdict on a value x at time t [s]: lower ≤ x − reference(t) ≤ upper, or that it never
/// rises.
struct Band {
  std::vector<double> reference;  ///< c₀ + c₁ t + c₂ t² …; empty: 0
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool never_rises = false;  ///< x exceeds none of the earlier samples by more than `rise`
  double rise = 0;
};

/// Over the runs of a sweep instead of one run: the value of each run, compared. The band is that
/// of the spread (largest minus smallest value) or of the order.
struct AcrossSpec {
  enum class Kind { kNone, kSpread, kOrder };
  Kind kind = Kind::kNone;
  /// "step", "solver", "formulation", "seed" or the path of a parameter; the other axes stay fixed.
  std::string axis;
  /// kOrder: order p of |x(s) − exact| ~ s^p by least squares; without an exact value that of the
  /// differences of neighbours.
  bool has_exact = false;
  double exact = 0;
};

/// One line of `expect`.
struct ExpectSpec {
  enum class Kind { kQuantity, kGolden, kStateHash };
  Kind kind = Kind::kQuantity;
  int line = 0;
  std::string text;  ///< as in the file, on one line
  PairFilter only;

  std::string quantity;
  std::vector<double> minus;  ///< c₀ + c₁ t …, taken off every sample before it is reduced
  ExpectWindow window;
  Reduction over = Reduction::kEach;
  Band band;
  AcrossSpec across;

  std::string golden;  ///< path of a CSV file
  double rtol = 0, atol = 0;
  double every = 0;  ///< distance of the rows of a new file [s]; 0: that of `record`, else 0.01
  struct Column {
    std::string quantity;
    double rtol = 0, atol = 0;
  };
  std::vector<Column> columns;  ///< tolerances of their own

  std::string state_hash;  ///< of the end, 16 hexadecimal digits: this binary on this machine alone
};

/// A known failure of a pair, and its reason: it is run and reported, and does not fail the check.
struct KnownFailure {
  PairFilter pairs;
  std::vector<std::string> quantities;  ///< never empty, never "finite"
  std::string because;
  int line = 0;
};

/// Uniform offsets of the start, the same for the same seed on every machine (docs/regression.md).
struct PerturbSpec {
  std::uint64_t seed = 1;
  double position = 0;  ///< of floating bases, each axis [m]
  double rotation = 0;  ///< of floating bases, each part of the rotation vector [rad]
  double joints = 0;    ///< of joints of one freedom [rad, m]
  double velocity = 0;  ///< of every freedom [m/s, rad/s]
};

/// One axis of a sweep; the runs of a scene are the product of its axes.
struct SweepAxis {
  std::string name;                 ///< as in AcrossSpec::axis
  std::vector<std::string> values;  ///< as written: YAML scalars or one-line YAML
};

}  // namespace cardan
