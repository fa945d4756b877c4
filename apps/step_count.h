#pragma once

#include <cstdint>

#include "cardan/scene.h"

namespace cardan::app {

/// Number of steps of a run of the scene. The last step may end later than the run, by less than
/// one step length. Throws Error for more than 1e12.
std::int64_t number_of_steps(const Scene& scene);

}  // namespace cardan::app
