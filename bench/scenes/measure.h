#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "scenes/engine.h"

namespace cardan::bench {

/// One row of the tables.
struct Measurement {
  double steps_per_s = 0;  ///< of processor time, median of the repetitions
  int repetitions = 0;
  long steps = 0, wanted = 0;  ///< of one repetition; fewer than wanted: cut by the limit
  double metric = 0;           ///< Scene::metric
  bool sound = false;          ///< by the criterion of the metric
  int contacts = 0;            ///< most at any sample
  std::optional<double> residual;
  std::optional<double> height;  ///< of the lowest robot's base at the end [m]
};

struct MeasureLimits {
  double seconds = 5;     ///< of processor time in one repetition; what takes longer is cut
  double at_least = 0.4;  ///< of stepping in all repetitions of a scene that is short
  int repetitions = 20;   ///< at most
};

/// Runs the scene again and again in engines that `make` builds. The clock covers the control law
/// and the step. The answer is judged on the last repetition.
Measurement measure(const Scene& scene, double step, const MeasureLimits& limits,
                    const std::function<std::unique_ptr<Engine>()>& make);

/// The criterion by which an answer counts as sound, for the tables.
const char* criterion(const Scene& scene);

}  // namespace cardan::bench
