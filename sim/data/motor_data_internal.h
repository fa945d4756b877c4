#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "cardan/core/types.h"
#include "cardan/dynamics/skeleton.h"

/// Motors of a model: their fixed data, and their curves in a step (docs/motors.md).
namespace cardan {

/// The part of a motor that steps do not change. Its data in the state of the model are the effort
/// of the last step, the index of the oldest delayed command, and kCommand numbers for each step of
/// the delay.
struct MotorSetup {
  static constexpr int kEffort = 0, kOldest = 1,
                       kFirstCommand = 2;  ///< indices in the motor's data
  static constexpr int kCommand = 3;       ///< effort, target, velocity of a delayed command

  int dof = -1, q_index = -1;
  int first = 0;                    ///< index of its data in ModelState::motors
  int delay = 0;                    ///< [steps]
  double stall_effort = kInfinity;  ///< τ_0 at the joint; infinite: no torque–speed line [N m, N]
  double line_slope = 0;            ///< τ_0/v_0 [N m s/rad, N s/m]
  double max_effort = kInfinity;    ///< bound in addition to that of the law [N m, N]
  double kept = 0;                  ///< exp(−h/T): fraction of the last effort that the lag keeps
  double stribeck_effort = 0;       ///< τ_s − τ_k [N m, N]
  double stribeck_velocity = 1;     ///< v_S [rad/s, m/s]

  int numbers() const { return kFirstCommand + kCommand * delay; }
  /// Friction in excess of the kinetic friction at a velocity.
  double extra_friction(double v) const {
    const double x = v / stribeck_velocity;
    return stribeck_effort * std::exp(-x * x);
  }
};

/// Effort of a motor in a step as a function of the velocity v after it: the line a − g v, held
/// within τ_0 (±1 − v/v_0) and then within ±max_effort. The function is continuous, piecewise
/// linear, and never increases.
class MotorCurve {
 public:
  /// effort = intercept − slope · v for from ≤ v ≤ to.
  struct Segment {
    double intercept = 0, slope = 0;
    double from = -kInfinity, to = kInfinity;
  };

  MotorCurve() = default;
  /// g ≥ 0.
  MotorCurve(double a, double g, double bound, const MotorSetup& motor);

  double effort(double v) const {
    const double line = std::clamp(intercept_ - slope_ * v, -stall_effort_ - line_slope_ * v,
                                   stall_effort_ - line_slope_ * v);
    return std::clamp(line, -bound_, bound_);
  }
  /// The linear piece around v.
  Segment piece(double v) const;
  /// The pieces that are not constant, by ascending velocity; at most three.
  const Segment* begin() const { return sloped_.data(); }
  const Segment* end() const { return sloped_.data() + count_; }

 private:
  void add(double intercept, double slope, double from, double to);

  double intercept_ = 0, slope_ = 0;
  double stall_effort_ = kInfinity, line_slope_ = 0, bound_ = kInfinity;
  std::array<Segment, 3> sloped_;
  int count_ = 0;
};

/// A motor in a step.
struct MotorWork {
  MotorCurve curve;
  MotorCurve::Segment piece;  ///< part of M̂ unless as_rows
  bool as_rows = false;       ///< each sloped piece of the curve is a BOX row in this step
};

}  // namespace cardan
