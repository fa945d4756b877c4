#include <cmath>

#include "constraint/constraint_set.h"

namespace cardan {

// Orthonormal basis from a unit vector without a square root [Duff et al. 2017, listing 3]. The
// paper switches branches at n_z = 0, where rounding would flip the frame of a wall. The upper
// branch is accurate unless 1 + n_z is small, so the switch is moved to where no axis-aligned
// surface lies.
void make_tangents(const Vector3& normal, Vector3* tangent1, Vector3* tangent2) {
  constexpr double kSwitch = -0.8;
  const double sign = normal.z() > kSwitch ? 1.0 : -1.0;
  const double a = -1 / (sign + normal.z());
  const double b = normal.x() * normal.y() * a;
  *tangent1 = {1 + sign * normal.x() * normal.x() * a, sign * b, -sign * normal.x()};
  *tangent2 = {b, sign + normal.y() * normal.y() * a, -normal.y()};
}

}  // namespace cardan
