#pragma once

#include <optional>
#include <vector>

namespace cardan {

/// Target of a PD controller at a given time.
struct TargetKnot {
  double time = 0;    ///< time of the knot [s]
  double target = 0;  ///< target position [rad, m]
};

/// Target as a function of time. It is constant before the first knot and after the last knot.
struct TargetPath {
  std::vector<TargetKnot> knots;  ///< knots with ascending times; empty if there is no path
  bool smooth = false;  ///< if true, at rest at every knot and 10 s³ − 15 s⁴ + 6 s⁵ in between;
                        ///< otherwise linear
  bool repeat = false;  ///< if true, restart from the first knot after the last knot
};

/// PD law τ = kp (q_ref − q) + kd (v_ref − v), integrated implicitly. The target "initial" in a
/// scene is the posture at time 0.
struct PdSpec {
  double kp = 0, kd = 0;
  std::optional<double> target;  ///< target position [rad, m]; the initial posture if empty
  double velocity = 0;           ///< target velocity [rad/s, m/s]
  std::optional<double> effort;  ///< bound of the law [N m, N]; the limit of the joint if empty
  TargetPath path;  ///< replaces `target` and `velocity`; in each step, the reference moves along
                    ///< the path with its mean velocity
};

}  // namespace cardan
