#pragma once

#include <cstdint>

#include "cardan/core/types.h"

/// Types of the calls that change a world between steps (docs/changes.md).
namespace cardan {

/// Identifies a loop of a world. The id stays valid until the loop is removed and is never reused.
struct LoopId {
  std::int64_t value = -1;
  bool operator==(const LoopId&) const = default;
};

/// Mass of a link together with all links that are fixed to it.
struct LinkMass {
  double mass = 0;                ///< mass [kg]
  Vector3 com = Vector3::Zero();  ///< centre of mass in the frame of the link [m]
  Matrix3 inertia =
      Matrix3::Zero();  ///< inertia about the centre of mass in axes of the link [kg m²]
};

}  // namespace cardan
