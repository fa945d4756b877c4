#include "sim/data/model_data.h"

namespace cardan {

MotorCurve::MotorCurve(double a, double g, double bound, const MotorSetup& motor)
    : intercept_(a),
      slope_(g),
      stall_effort_(motor.stall_effort),
      line_slope_(motor.line_slope),
      bound_(std::min(bound, motor.max_effort)) {
  if (stall_effort_ == kInfinity || g == line_slope_) {
    add(std::clamp(a, -stall_effort_, stall_effort_), g, -kInfinity, kInfinity);
    return;
  }
  // The law crosses the lower and the upper line. With rising velocity, a law that is flatter than
  // the lines starts on the lower line, and a steeper one starts on the upper line.
  const double crosses_lower = (-stall_effort_ - a) / (line_slope_ - g);
  const double crosses_upper = (stall_effort_ - a) / (line_slope_ - g);
  const double first = g < line_slope_ ? -stall_effort_ : stall_effort_;
  const double enters = std::min(crosses_lower, crosses_upper);
  const double leaves = std::max(crosses_lower, crosses_upper);
  add(first, line_slope_, -kInfinity, enters);
  add(a, g, enters, leaves);
  add(-first, line_slope_, leaves, kInfinity);
}

// Adds the part of a piece that lies within the bound.
void MotorCurve::add(double intercept, double slope, double from, double to) {
  if (!(slope > 0)) return;
  from = std::max(from, (intercept - bound_) / slope);
  to = std::min(to, (intercept + bound_) / slope);
  if (from < to) sloped_[static_cast<std::size_t>(count_++)] = {intercept, slope, from, to};
}

MotorCurve::Segment MotorCurve::piece(double v) const {
  for (const Segment& segment : *this)
    if (segment.from <= v && v <= segment.to) return segment;
  return {effort(v), 0};
}

void start_motors(const ModelSetup& setup, const ModelState& state) {
  for (const MotorSetup& motor : setup.motors) {
    double* numbers = state.drives().data() + motor.first;
    const PdLaw law = state.laws()[static_cast<std::size_t>(motor.dof)];
    numbers[MotorSetup::kEffort] = numbers[MotorSetup::kOldest] = 0;
    double* command = numbers + MotorSetup::kFirstCommand;
    for (int i = 0; i < motor.delay; ++i, command += MotorSetup::kCommand) {
      command[0] = 0;
      command[1] = law.target;
      command[2] = law.velocity;
    }
  }
}

}  // namespace cardan
