#include "apps/step_count.h"

#include <cmath>

#include "cardan/error.h"
#include "core/number_text.h"

namespace cardan::app {

std::int64_t number_of_steps(const Scene& scene) {
  const double count = scene.time.duration / scene.world.step;
  if (count > 1e12) {
    throw Error("a run of " + number_text(count) + " steps", scene.file,
                "expected at most 1e12: increase the step or shorten the duration");
  }
  // Rounding of the quotient must not add a step.
  return static_cast<std::int64_t>(std::ceil(count * (1 - 1e-12) - 1e-9));
}

}  // namespace cardan::app
