#pragma once

#include "cardan/core/types.h"

namespace cardan {

/// Saved state of one skeleton: configuration q (nq) and velocity v (nv), see joint_type.h
/// for their layout.
struct State {
  VectorX q;
  VectorX v;
};

}  // namespace cardan
