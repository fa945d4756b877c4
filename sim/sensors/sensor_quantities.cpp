#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "core/nearest.h"
#include "sim/sensors/resolve_sensor.h"

namespace cardan {

namespace {

using Names = std::vector<std::string>;

const Names& xyz() {
  static const Names names{"x", "y", "z"};
  return names;
}

// Numbers of the rays.
Names indices(std::size_t count) {
  Names names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

void add(std::vector<SensorQuantity>& list, const char* name, const char* unit,
         const Names& components) {
  const int first = list.empty() ? 0 : list.back().first + list.back().size;
  list.push_back({name, unit, first, static_cast<int>(components.size()), components});
}

bool is_rotation_quantity(const SensorQuantity& quantity) { return quantity.name == "orientation"; }

// Counts and flags have no errors.
bool has_errors(const SensorQuantity& quantity) {
  return quantity.name != "touching" && quantity.name != "contacts";
}

/// One kind of error of a quantity.
struct ErrorList {
  const char* name;
  const std::vector<double> SensorErrors::*values;
  bool signed_values;
};

constexpr ErrorList kErrorLists[] = {{"noise", &SensorErrors::noise, false},
                                     {"bias", &SensorErrors::bias, true},
                                     {"bias_walk", &SensorErrors::bias_walk, false},
                                     {"resolution", &SensorErrors::resolution, false},
                                     {"saturation", &SensorErrors::saturation, false}};

void check_errors(const SensorErrors& errors, const SensorQuantity& quantity, int size,
                  const std::string& where) {
  for (const ErrorList& list : kErrorLists) {
    const std::vector<double>& values = errors.*list.values;
    const auto count = static_cast<std::size_t>(size);
    const std::string what = "'" + quantity.name + "': " + list.name;
    if (values.size() > 1 && values.size() != count)
      throw Error(
          what + " has " + std::to_string(values.size()) + " entries", where,
          "expected one number, or one for each of the " + std::to_string(size) + " components");
    for (const double x : values) {
      if (!std::isfinite(x) || (!list.signed_values && x < 0))
        throw Error(what + " is " + (std::isfinite(x) ? "negative" : "not finite"), where);
    }
  }
  for (const double x : errors.saturation) {
    if (x == 0)
      throw Error("'" + quantity.name + "': saturation is 0", where,
                  "give the largest magnitude of a reading");
  }
  if (is_rotation_quantity(quantity) && !(errors.resolution.empty() && errors.saturation.empty()))
    throw Error("'orientation' has no resolution and no saturation", where,
                "its errors are noise, bias and bias_walk of a rotation vector [rad]");
}

double entry(const std::vector<double>& values, int i, double without) {
  if (values.empty()) return without;
  return values.size() == 1 ? values.front() : values[static_cast<std::size_t>(i)];
}

}  // namespace

std::vector<SensorQuantity> sensor_quantities(const SensorSpec& spec, bool joint_slides,
                                              bool joint_follows) {
  std::vector<SensorQuantity> list;
  switch (static_cast<SensorKind>(spec.kind.index())) {
    case SensorKind::kImu:
      add(list, "acceleration", "m/s^2", xyz());
      add(list, "angular_velocity", "rad/s", xyz());
      break;
    case SensorKind::kForceTorque:
      add(list, "force", "N", xyz());
      add(list, "moment", "N m", xyz());
      break;
    case SensorKind::kJoint:
      add(list, "position", joint_slides ? "m" : "rad", {""});
      add(list, "velocity", joint_slides ? "m/s" : "rad/s", {""});
      add(list, "acceleration", joint_slides ? "m/s^2" : "rad/s^2", {""});
      if (!joint_follows) add(list, "effort", joint_slides ? "N" : "N m", {""});
      break;
    case SensorKind::kContact:
      add(list, "force", "N", xyz());
      add(list, "moment", "N m", xyz());
      add(list, "center_of_pressure", "m", xyz());
      add(list, "touching", "", {""});
      add(list, "contacts", "", {""});
      break;
    case SensorKind::kRanges: {
      const auto& ranges = std::get<RangesSpec>(spec.kind);
      add(list, "distance", "m",
          indices(static_cast<std::size_t>(ranges.azimuth.count) *
                  static_cast<std::size_t>(ranges.elevation.count)));
      break;
    }
    case SensorKind::kPose:
      add(list, "position", "m", xyz());
      add(list, "orientation", "", {"w", "x", "y", "z"});
      break;
    case SensorKind::kTwist:
      add(list, "linear_velocity", "m/s", xyz());
      add(list, "angular_velocity", "rad/s", xyz());
      break;
  }
  return list;
}

std::vector<ComponentErrors> resolve_errors(const SensorSpec& spec,
                                            const std::vector<SensorQuantity>& quantities,
                                            double period) {
  const std::string where = "sensor '" + spec.name + "', errors";
  std::vector<std::string> known;
  std::vector<ComponentErrors> components;
  const double root_of_period = std::sqrt(period);
  for (const SensorQuantity& quantity : quantities) {
    if (!has_errors(quantity)) continue;
    known.push_back(quantity.name);
    const int size = is_rotation_quantity(quantity) ? 3 : quantity.size;
    const auto found = spec.errors.find(quantity.name);
    const SensorErrors errors = found == spec.errors.end() ? SensorErrors() : found->second;
    check_errors(errors, quantity, size, where);
    for (int i = 0; i < size; ++i)
      components.push_back({entry(errors.noise, i, 0), entry(errors.bias, i, 0),
                            entry(errors.bias_walk, i, 0) * root_of_period,
                            entry(errors.resolution, i, 0),
                            entry(errors.saturation, i, kInfinity)});
  }
  for (const auto& [name, errors] : spec.errors) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error("unknown quantity '" + name + "'", where, suggest_name(name, known));
  }
  if (spec.errors.empty()) components.clear();
  return components;
}

}  // namespace cardan
