#include <algorithm>
#include <cmath>

#include "sim/sensors/counter_noise.h"
#include "sim/sensors/sensor_work.h"

namespace cardan {

namespace {

// Sum of bias, bias walk and white noise of one component. Advances the walk.
double draw_error(const SensorSetup& sensor, std::int64_t number, std::size_t component,
                  double* walk) {
  const ComponentErrors& errors = sensor.errors[component];
  if (errors.noise == 0 && errors.walk == 0) return errors.bias;
  const NormalPair normal = normal_pair(sensor.key, static_cast<std::uint64_t>(number),
                                        static_cast<std::uint32_t>(component));
  double error = errors.bias + errors.noise * normal.first;
  if (errors.walk > 0) error += walk[component] += errors.walk * normal.second;
  return error;
}

// Applies the saturation, then the resolution.
double readable(const ComponentErrors& errors, double value) {
  value = std::clamp(value, -errors.saturation, errors.saturation);
  return errors.resolution > 0 ? std::round(value / errors.resolution) * errors.resolution : value;
}

// Turns the quaternion into R exp(e), with a scalar part that is not negative.
void rotate_by(const Vector3& error, double* wxyz) {
  const Quaternion rotation =
      (Quaternion(wxyz[0], wxyz[1], wxyz[2], wxyz[3]) * quaternion_exp(error)).normalized();
  const double sign = rotation.w() < 0 ? -1 : 1;
  wxyz[0] = sign * rotation.w();
  wxyz[1] = sign * rotation.x();
  wxyz[2] = sign * rotation.y();
  wxyz[3] = sign * rotation.z();
}

void apply_pose_errors(const SensorSetup& sensor, std::int64_t number, double* walk,
                       double* values) {
  Vector3 error;
  for (std::size_t i = 0; i < 3; ++i)
    values[i] = readable(sensor.errors[i], values[i] + draw_error(sensor, number, i, walk));
  for (int i = 0; i < 3; ++i)
    error[i] = draw_error(sensor, number, 3 + static_cast<std::size_t>(i), walk);
  rotate_by(error, values + 3);
}

// Rays without a hit have no error. Every reading lies within the range.
void apply_range_errors(const SensorSetup& sensor, std::int64_t number, double* walk,
                        double* values) {
  const double max_range = std::get<RangesSpec>(sensor.spec.kind).max_range;
  for (std::size_t i = 0; i < sensor.errors.size(); ++i) {
    const double error = draw_error(sensor, number, i, walk);
    if (values[i] < max_range)
      values[i] = std::clamp(readable(sensor.errors[i], values[i] + error), 0.0, max_range);
  }
}

}  // namespace

void apply_errors(const SensorSetup& sensor, std::int64_t number, double* walk, double* values) {
  if (sensor.errors.empty()) return;
  if (sensor.kind == SensorKind::kPose) return apply_pose_errors(sensor, number, walk, values);
  if (sensor.kind == SensorKind::kRanges) return apply_range_errors(sensor, number, walk, values);
  for (std::size_t i = 0; i < sensor.errors.size(); ++i)
    values[i] = readable(sensor.errors[i], values[i] + draw_error(sensor, number, i, walk));
}

}  // namespace cardan
