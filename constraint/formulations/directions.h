#pragma once

#include <vector>

#include "cardan/spatial.h"

namespace cardan {

/// Returns the unit vectors E_j at the angles 2πj/d, j = 0 … d−1, for even d. The relation
/// E_(j+d/2) = −E_j and the zeros on the axes are exact.
std::vector<Vector2> friction_directions(int d);

/// A vector in the plane as a weighted sum of its two neighbouring friction directions.
struct DirectionPair {
  int index[2] = {0, 1};
  double weight[2] = {0, 0};  ///< weights, ≥ 0
};

/// Splits x into weight_0 E_j + weight_1 E_(j+1), for d ≥ 4. The weights are
/// |x| sin(Δ − θ)/sin Δ and |x| sin θ/sin Δ, where θ is the angle from E_j to x and Δ = 2π/d.
DirectionPair split_direction(const Vector2& x, int d);

}  // namespace cardan
