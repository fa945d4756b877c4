#pragma once

#include "cardan/skeleton.h"
#include "cardan/skeleton_data.h"

namespace cardan {

/// True for a single floating body, isotropic or not.
inline bool is_free_body(const Skeleton& skeleton) {
  return skeleton.kind() != SkeletonKind::kArticulated;
}

/// Computes R (9, column-major) from a quaternion w x y z. Dividing by |q|² keeps R a rotation even
/// if the quaternion has drifted from unit length.
inline void turn_world_axes(const double* q, double* R) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double s = 2 / (w * w + x * x + y * y + z * z);
  R[0] = 1 - s * (y * y + z * z), R[1] = s * (x * y + w * z), R[2] = s * (x * z - w * y);
  R[3] = s * (x * y - w * z), R[4] = 1 - s * (x * x + z * z), R[5] = s * (y * z + w * x);
  R[6] = s * (x * z + w * y), R[7] = s * (y * z - w * x), R[8] = 1 - s * (x * x + y * y);
}

/// Places a floating base at q. The base is body 0, and its origin is O. Its columns S are the
/// identity, which the constructor of Data sets.
inline void place_base(Data& data, const double* q) {
  data.O_W = Vector3(q[0], q[1], q[2]);
  turn_world_axes(q + 3, data.R.data());
  for (int k = 0; k < 3; ++k) data.p[k] = 0;
}

}  // namespace cardan
