#pragma once

#include <optional>
#include <vector>

namespace cardan {

/// Target of a PD controller at a given time.
struct TargetKnot {
  double time = 0;    ///< [s]
  double target = 0;  ///< [rad, m]
};

/// Target over time, constant before the first and after the last knot.
struct TargetPath {
  std::vector<TargetKnot> knots;  ///< times ascending; empty: no path
  bool smooth = false;  ///< at rest at every knot: 10 s³ − 15 s⁴ + 6 s⁵ in between; else linear
  bool repeat = false;  ///< restart from the first knot after the last
};

/// PD law τ = kp (q_ref − q) + kd (v_ref − v), integrated implicitly. In a scene, the target
/// "initial" is the posture at time 0.
struct PdSpec {
  double kp = 0, kd = 0;
  std::optional<double> target;  ///< [rad, m]; none: initial posture
  double velocity = 0;           ///< [rad/s, m/s]
  std::optional<double> effort;  ///< bound of the law [N m, N]; none: limit of the joint
  TargetPath path;  ///< replaces target and velocity; the law aims at the value of the path at the
                    ///< end of each step
};

}  // namespace cardan
