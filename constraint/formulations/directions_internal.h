#pragma once

#include <vector>

#include "cardan/core/types.h"

namespace cardan {

/// E_j at 2πj/d, j = 0 … d−1, d even, with E_(j+d/2) = −E_j exactly and exact zeros on the axes.
std::vector<Vector2> friction_directions(int d);

/// A plane vector as a sum of the two friction directions next to it.
struct DirectionPair {
  int index[2] = {0, 1};
  double weight[2] = {0, 0};  ///< ≥ 0
};

/// x = weight_0 E_j + weight_1 E_(j+1): |x| sin(Δ − θ)/sin Δ and |x| sin θ/sin Δ, θ the angle of x
/// from E_j, Δ = 2π/d, d ≥ 4.
DirectionPair split_direction(const Vector2& x, int d);

}  // namespace cardan
