#pragma once

#include "cardan/spatial.h"

namespace cardan {

/// Loads a quaternion from q, which stores it in the order w, x, y, z.
inline Quaternion load_quaternion(const double* q) { return Quaternion(q[0], q[1], q[2], q[3]); }

inline void store_quaternion(double* q, const Quaternion& r) {
  q[0] = r.w();
  q[1] = r.x();
  q[2] = r.y();
  q[3] = r.z();
}

}  // namespace cardan
