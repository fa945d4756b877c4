#pragma once

#include "cardan/sim/data/model_data_internal.h"

namespace cardan {

/// Adds the gyroscopic change of velocity of a free body to the whitened impulse z0, which must be
/// that of all other forces, and writes q⁺ of the free motion to q_next. Needs kinematics and the
/// factor of M̂. Angular momentum and, without forces, energy are kept to rounding
/// (docs/theory/rotation.md).
void add_free_flight(const ModelRef& model, double h);

/// True if q_next holds q⁺ because no impulse acted on the body in this step.
bool flies(const ModelRef& model);

}  // namespace cardan
