#include "dynamics/free_rotation.h"

#include <algorithm>
#include <cmath>

#include "cardan/spatial.h"

namespace cardan {

namespace {

constexpr double kLargestPart = 0.5;  // maximum of h |ω| per substep [rad]
constexpr int kMostParts = 1000;
constexpr int kMostIterations = 12;
constexpr double kRounding = 4e-16;

/// tan(φ/2) / (φ/2), the factor by which the length of a substep is stretched so that a body that
/// turns by φ about a principal axis turns by φ in the Cayley map too. Every factor conserves
/// momentum and energy [McLachlan & Zanna 2005].
double stretch(double angle) {
  const double half = 0.5 * angle;
  return half > 1e-8 ? std::tan(half) / half : 1;
}

/// The rotation vector x of one substep, in the axes of the body at its start, by Newton's method:
/// I x + ½ x × I x = h Π. Momentum at the middle is I x / h.
Vector3 solve_midpoint(const Matrix3& inertia, const Vector3& omega, const Vector3& momentum,
                       double h) {
  Vector3 x = h * omega;
  const double small = kRounding * h * momentum.norm();
  double previous = INFINITY;
  for (int i = 0; i < kMostIterations; ++i) {
    const Vector3 moment = inertia * x;
    const Vector3 f = moment + 0.5 * x.cross(moment) - h * momentum;
    const double error = f.norm();
    if (error <= small || error >= previous) break;
    previous = error;
    const Matrix3 jacobian = inertia + 0.5 * (skew(x) * inertia - skew(moment));
    x -= jacobian.inverse() * f;
  }
  return x;
}

/// The Cayley map of a rotation vector, as a quaternion: rotation by 2 atan(|x| / 2).
Quaternion cayley(const Vector3& x) {
  const double w = 1 / std::sqrt(1 + 0.25 * x.squaredNorm());
  const Vector3 v = 0.5 * w * x;
  return {w, v.x(), v.y(), v.z()};
}

/// Rotation about L at the mean rate of the body about it, 2 T / |L|.
Quaternion turn_about_momentum(double twice_energy, const Vector3& L, double h) {
  const double length = L.norm();
  return quaternion_exp(h * twice_energy / (length * length) * L);
}

}  // namespace

FreeRotation rotate_freely(const Matrix3& inertia_B, const Quaternion& orientation,
                           const Vector3& omega, double h) {
  const Matrix3 inverse = inertia_B.inverse();
  // One refinement, because a rate with the same error in each step would make L drift.
  const auto rate_of = [&](const Vector3& momentum) -> Vector3 {
    const Vector3 rate = inverse * momentum;
    return rate + inverse * (momentum - inertia_B * rate);
  };
  const Vector3 L = orientation * (inertia_B * (orientation.conjugate() * omega));
  FreeRotation result;
  result.substeps = 0;
  Quaternion R = orientation;
  for (double rest = h; rest > 0;) {
    const Vector3 momentum = R.conjugate() * L, rate = rate_of(momentum);
    const double parts = std::ceil(rest * rate.norm() / kLargestPart);
    if (!(result.substeps + parts <= kMostParts)) {
      R = turn_about_momentum(rate.dot(momentum), L, rest) * R;
      ++result.substeps;
      break;
    }
    const double part = parts > 1 ? rest / parts : rest;
    R = R * cayley(solve_midpoint(inertia_B, rate, momentum, stretch(part * rate.norm()) * part));
    rest = parts > 1 ? rest - part : 0;
    ++result.substeps;
  }
  R.normalize();
  result.turn = R * orientation.conjugate();
  result.angular_velocity = R * rate_of(R.conjugate() * L);
  return result;
}

}  // namespace cardan
