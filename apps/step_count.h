#pragma once

#include <cstdint>

#include "cardan/scene/scene.h"

namespace cardan::app {

/// Number of steps of a run of the scene; the last step may pass the end by less than its length.
/// Throws Error for more than 1e12.
std::int64_t number_of_steps(const Scene& scene);

}  // namespace cardan::app
