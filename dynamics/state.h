#pragma once

#include "cardan/core/types.h"

namespace cardan {

/// State of one skeleton: configuration q (nq) and velocity v (nv). joint_type.h describes the
/// layout of q and v.
struct State {
  VectorX q;
  VectorX v;
};

}  // namespace cardan
