#pragma once

#include "cardan/core/types.h"

namespace cardan {

/// State of one skeleton: configuration q (nq) and velocity v (nv). See joint_type.h for their
/// layout.
struct State {
  VectorX q;
  VectorX v;
};

}  // namespace cardan
