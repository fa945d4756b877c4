#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "cardan/skeleton.h"
#include "cardan/spatial.h"

/// Fixed data of the motors of a model, and their curves in a step (docs/motors.md).
namespace cardan {

/// The part of a motor that steps do not change. The data of the motor in the state of the model
/// are the effort of the last step, the index of the oldest delayed command, and kCommand numbers
/// for each step of the delay.
struct MotorSetup {
  static constexpr int kEffort = 0, kOldest = 1,
                       kFirstCommand = 2;  ///< indices in the data of the motor
  static constexpr int kCommand = 3;  ///< numbers per delayed command: effort, target, velocity

  int dof = -1, q_index = -1;
  int first = 0;  ///< index of the motor's data in ModelState::motors
  int delay = 0;  ///< delay of commands [steps]
  double stall_effort =
      kInfinity;          ///< τ_0 at the joint [N m, N]; infinite without a torque–speed line
  double line_slope = 0;  ///< slope τ_0/v_0 of the torque–speed line [N m s/rad, N s/m]
  double max_effort = kInfinity;  ///< additional bound of the effort [N m, N]
  double kept = 0;                ///< exp(−h/T): fraction of the last effort that the lag keeps
  double stribeck_effort = 0;     ///< Stribeck effort τ_s − τ_k [N m, N]
  double stribeck_velocity = 1;   ///< Stribeck velocity v_S [rad/s, m/s]

  int numbers() const { return kFirstCommand + kCommand * delay; }
  /// Returns the friction in excess of the kinetic friction at a velocity.
  double extra_friction(double v) const {
    const double x = v / stribeck_velocity;
    return stribeck_effort * std::exp(-x * x);
  }
};

/// Effort of a motor in a step as a function of the velocity v after the step: the line a − g v,
/// clamped to τ_0 (±1 − v/v_0) and then to ±max_effort. The function is continuous, piecewise
/// linear, and never increases.
class MotorCurve {
 public:
  /// A linear piece: effort = intercept − slope · v for from ≤ v ≤ to.
  struct Segment {
    double intercept = 0, slope = 0;
    double from = -kInfinity, to = kInfinity;
  };

  MotorCurve() = default;
  /// Makes the curve of a motor. g must not be negative.
  MotorCurve(double a, double g, double bound, const MotorSetup& motor);

  double effort(double v) const {
    const double line = std::clamp(intercept_ - slope_ * v, -stall_effort_ - line_slope_ * v,
                                   stall_effort_ - line_slope_ * v);
    return std::clamp(line, -bound_, bound_);
  }
  /// Returns the linear piece that contains v.
  Segment piece(double v) const;
  /// The pieces that are not constant, at most three, by ascending velocity.
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
  MotorCurve::Segment piece;  ///< piece that is part of M̂ unless as_rows is set
  bool as_rows = false;       ///< true if each sloped piece of the curve is a BOX row in this step
};

}  // namespace cardan
