#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "bench/scenes/engine.h"

namespace cardan::bench {

/// One row of the tables.
struct Measurement {
  double steps_per_s = 0;  ///< per second of processor time, median of the repetitions
  int repetitions = 0;
  long steps = 0, wanted = 0;  ///< per repetition; fewer than wanted: stopped at the limit
  double metric = 0;           ///< Scene::metric
  bool sound = false;          ///< meets the criterion of the metric
  int contacts = 0;            ///< largest number at any sample
  std::optional<double> residual;
  std::optional<IslandCounts> islands;
  int moving = 0;                ///< bodies faster than 1e-2 m/s or 1e-2 rad/s at the end
  std::optional<double> height;  ///< height of the base of the lowest robot at the end [m]
};

struct MeasureLimits {
  double seconds = 5;     ///< processor time of one repetition; longer repetitions are stopped
  double at_least = 0.4;  ///< total stepping time over all repetitions of a short scene
  int repetitions = 20;   ///< maximum number
};

/// Runs the scene repeatedly in engines created by `make`. The measured time covers the control law
/// and the step. The metric is that of the last repetition.
Measurement measure(const Scene& scene, double step, const MeasureLimits& limits,
                    const std::function<std::unique_ptr<Engine>()>& make);

/// Text of the criterion for a sound result, for the tables.
const char* criterion(const Scene& scene);

}  // namespace cardan::bench
