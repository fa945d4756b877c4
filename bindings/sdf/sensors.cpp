#include <algorithm>
#include <cmath>

#include "bindings/sdf/read.h"
#include "cardan/model_spec.h"

namespace cardan::sdformat {

namespace {

struct Axes {
  const ::sdf::Noise *x, *y, *z;
};

// One entry per component, or one for all.
void add_errors(const std::vector<const ::sdf::Noise*>& axes, SensorErrors& errors) {
  bool any = false, quantized = false;
  for (const ::sdf::Noise* noise : axes) {
    any = any || noise->Type() != ::sdf::NoiseType::NONE;
    quantized = quantized || noise->Type() == ::sdf::NoiseType::GAUSSIAN_QUANTIZED;
  }
  if (!any) return;
  for (const ::sdf::Noise* noise : axes) {
    const bool on = noise->Type() != ::sdf::NoiseType::NONE;
    errors.noise.push_back(on ? noise->StdDev() : 0);
    errors.bias.push_back(on ? noise->Mean() + noise->BiasMean() : 0);
    if (quantized)
      errors.resolution.push_back(
          noise->Type() == ::sdf::NoiseType::GAUSSIAN_QUANTIZED ? noise->Precision() : 0);
  }
  const auto zero = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
  };
  if (zero(errors.noise)) errors.noise.clear();
  if (zero(errors.bias)) errors.bias.clear();
  if (zero(errors.resolution)) errors.resolution.clear();
}

void keep(SensorSpec& spec, const std::string& quantity, SensorErrors errors) {
  if (!errors.noise.empty() || !errors.bias.empty() || !errors.resolution.empty())
    spec.errors[quantity] = std::move(errors);
}

/// Adds the sensors of one model.
class SensorAdder {
 public:
  SensorAdder(Context& context, const FlatModel& model, const Ends& ends)
      : context_(context), model_(model), ends_(ends) {}

  void add_of_link(const Link& link) {
    for (std::uint64_t i = 0; i < link.source->SensorCount(); ++i) {
      const ::sdf::Sensor& sensor = *link.source->SensorByIndex(i);
      const auto end = ends_.link.find(link.name);
      if (end == ends_.link.end()) {
        if (is_known(sensor)) left_out(sensor, "a sensor of a static model");
        continue;
      }
      SensorSpec spec;
      switch (sensor.Type()) {
        case ::sdf::SensorType::IMU:
          spec.kind = ImuSpec{end->second, place(sensor)};
          set_imu_errors(sensor, spec);
          break;
        case ::sdf::SensorType::CONTACT:
          if (!has_shapes(link)) {
            left_out(sensor, "its link has no shapes");
            continue;
          }
          spec.kind = ContactSensorSpec{end->second, "", SensorAxes::kReference};
          break;
        case ::sdf::SensorType::LIDAR:
        case ::sdf::SensorType::GPU_LIDAR:
          if (!set_ranges(sensor, end->second, spec)) continue;
          break;
        case ::sdf::SensorType::FORCE_TORQUE:
          left_out(sensor, "a force_torque sensor belongs to a joint");
          continue;
        case ::sdf::SensorType::NONE:
          left_out(sensor, "its type is not known");
          continue;
        default:
          left_out(sensor, "no sensor of cardan measures this");
          continue;
      }
      finish(sensor, std::move(spec));
    }
  }

  void add_of_joint(const Joint& joint) {
    for (std::uint64_t i = 0; i < joint.source->SensorCount(); ++i) {
      const ::sdf::Sensor& sensor = *joint.source->SensorByIndex(i);
      const auto end = ends_.joint.find(joint.name);
      if (sensor.Type() != ::sdf::SensorType::FORCE_TORQUE || end == ends_.joint.end()) {
        left_out(sensor, "only force_torque sensors of a joint that is no loop are read");
        continue;
      }
      SensorSpec spec;
      spec.kind = ForceTorqueSpec{end->second};
      if (const ::sdf::ForceTorque* ft = sensor.ForceTorqueSensor()) {
        if (ft->Frame() != ::sdf::ForceTorqueFrame::CHILD)
          context_.warn(sensor.Element(), "the wrench is in axes of the child link");
        if (ft->MeasureDirection() != ::sdf::ForceTorqueMeasureDirection::PARENT_TO_CHILD)
          context_.info(sensor.Element(),
                        "the wrench is that of the parent on the child: the signs are opposite to "
                        "child_to_parent");
        SensorErrors force, moment;
        add_errors({&ft->ForceXNoise(), &ft->ForceYNoise(), &ft->ForceZNoise()}, force);
        add_errors({&ft->TorqueXNoise(), &ft->TorqueYNoise(), &ft->TorqueZNoise()}, moment);
        keep(spec, "force", force);
        keep(spec, "moment", moment);
      }
      finish(sensor, std::move(spec));
    }
  }

 private:
  static bool is_known(const ::sdf::Sensor& sensor) {
    return sensor.Type() == ::sdf::SensorType::IMU || sensor.Type() == ::sdf::SensorType::CONTACT ||
           sensor.Type() == ::sdf::SensorType::LIDAR ||
           sensor.Type() == ::sdf::SensorType::GPU_LIDAR;
  }

  void left_out(const ::sdf::Sensor& sensor, const std::string& why) {
    context_.warn(sensor.Element(), "the sensor is left out: " + why);
  }

  RigidTransform place(const ::sdf::Sensor& sensor) {
    return pose_of(context_, sensor.SemanticPose(), sensor.Element());
  }

  bool has_shapes(const Link& link) const {
    for (const ModelSpec& spec : context_.scene.models)
      if (spec.description && ends_.link.at(link.name) == spec.name + "/" + link.name)
        for (const LinkRecord& record : spec.description->links)
          if (record.name == link.name) return !record.collisions.empty();
    return false;
  }

  static void set_imu_errors(const ::sdf::Sensor& sensor, SensorSpec& spec) {
    const ::sdf::Imu* imu = sensor.ImuSensor();
    if (imu == nullptr) return;
    SensorErrors turn, push;
    add_errors({&imu->AngularVelocityXNoise(), &imu->AngularVelocityYNoise(),
                &imu->AngularVelocityZNoise()},
               turn);
    add_errors({&imu->LinearAccelerationXNoise(), &imu->LinearAccelerationYNoise(),
                &imu->LinearAccelerationZNoise()},
               push);
    keep(spec, "angular_velocity", turn);
    keep(spec, "acceleration", push);
  }

  bool set_ranges(const ::sdf::Sensor& sensor, const std::string& frame, SensorSpec& spec) {
    const ::sdf::Lidar* lidar = sensor.LidarSensor();
    if (lidar == nullptr) {
      left_out(sensor, "it has no <ray> or <lidar>");
      return false;
    }
    constexpr unsigned kMostRays = 100000;
    RangesSpec ranges;
    ranges.frame = frame;
    ranges.offset = place(sensor);
    const unsigned across = lidar->HorizontalScanSamples(), up = lidar->VerticalScanSamples();
    if (across == 0 || up == 0 || up > kMostRays || across > kMostRays / up) {
      left_out(sensor, "the number of its rays is 0 or above " + std::to_string(kMostRays));
      return false;
    }
    ranges.azimuth = angles(lidar->HorizontalScanMinAngle().Radian(),
                            lidar->HorizontalScanMaxAngle().Radian(), static_cast<int>(across));
    ranges.elevation = angles(lidar->VerticalScanMinAngle().Radian(),
                              lidar->VerticalScanMaxAngle().Radian(), static_cast<int>(up));
    ranges.max_range = lidar->RangeMax();
    if (!(ranges.max_range > 0)) {
      left_out(sensor, "its greatest range is not above zero");
      return false;
    }
    if (!std::isfinite(ranges.max_range)) ranges.max_range = 1e6;
    SensorErrors errors;
    add_errors({&lidar->LidarNoise()}, errors);
    if (lidar->RangeResolution() > 0 &&
        given(sensor.Element(), sensor.Element()->HasElement("lidar") ? "lidar/range/resolution"
                                                                      : "ray/range/resolution"))
      errors.resolution = {lidar->RangeResolution()};
    keep(spec, "distance", errors);
    spec.kind = ranges;
    return true;
  }

  static RayAngles angles(double from, double to, int count) {
    if (count == 1) return {0.5 * (from + to), 0.5 * (from + to), 1};
    return {from, to, count};
  }

  void finish(const ::sdf::Sensor& sensor, SensorSpec spec) {
    spec.name = model_.name + "_" + sensor.Name();
    for (char& c : spec.name)
      if (c == '/' || c == '.') c = '_';
    spec.name = context_.made_names.make(spec.name, "_", [&](const std::string& name) {
      return context_.sensor_names.insert(name).second;
    });
    const double rate = sensor.UpdateRate();
    const double step = context_.scene.world.step;
    if (rate > 0 && std::isfinite(rate)) {
      const double steps = std::max(1.0, std::round(1 / (rate * step)));
      spec.rate = 1 / (steps * step);
      if (std::abs(*spec.rate - rate) > 1e-6 * rate)
        context_.info(sensor.Element(), "its rate is rounded to a whole number of steps");
    }
    context_.scene.lines.sensors.push_back(line_of(sensor.Element()));
    context_.scene.sensors.push_back(std::move(spec));
  }

  Context& context_;
  const FlatModel& model_;
  const Ends& ends_;
};

}  // namespace

void add_sensors(Context& context, const FlatModel& model, const Ends& ends) {
  SensorAdder adder(context, model, ends);
  for (const Link& link : model.links) adder.add_of_link(link);
  for (const Joint& joint : model.joints) adder.add_of_joint(joint);
}

}  // namespace cardan::sdformat
