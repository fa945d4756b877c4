#pragma once

#include <vector>

#include "cardan/spatial.h"
#include "collision/narrow/contact_patch.h"

namespace cardan {

/// A contact of the detection with the geometry of the time at which it closes.
struct Closing {
  int contact = -1;            ///< index in the detection
  double phi = 0;              ///< gap of the pair at the start of the step [m]
  Vector3 offset_a, offset_b;  ///< as in ContactConstraint [m]
};

/// Work data of locate_closings. The vectors keep their capacity.
struct ClosingWork {
  std::vector<Closing> closings;  ///< by ascending contact
  std::vector<Patch> patches;

  /// Returns the closing of a contact, or null.
  const Closing* find(int contact) const;
};

}  // namespace cardan
