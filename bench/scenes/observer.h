#pragma once

#include <memory>

#include "bench/scenes/engine.h"

namespace cardan::bench {

struct Verdict {
  double metric = 0;
  bool sound = false;
  std::optional<double> height;  ///< height of the lowest base at the end [m]
};

/// Computes the metric of a run.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void sample(Engine& engine, double time) = 0;
  /// Call after the last step.
  virtual Verdict judge(Engine& engine) = 0;
};

std::unique_ptr<Observer> make_observer(const Scene& scene);

}  // namespace cardan::bench
