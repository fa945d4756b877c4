#include "cardan/sensor.h"

#include "cardan/error.h"
#include "core/nearest.h"
#include "sim/sensors/sensor_face.h"

namespace cardan {

namespace {

// "acceleration.z"; "position" for a single value.
std::string component_name(const SensorQuantity& quantity, std::size_t i) {
  std::string name = quantity.name;
  if (!quantity.components[i].empty()) name.append(".").append(quantity.components[i]);
  return name;
}

// True if `name`, which begins with that of the quantity, is component_name(quantity, i).
bool is_component(const SensorQuantity& quantity, std::size_t i, std::string_view name) {
  const std::string_view rest = name.substr(quantity.name.size());
  const std::string& component = quantity.components[i];
  if (component.empty()) return rest.empty();
  return rest.size() == component.size() + 1 && rest.front() == '.' && rest.substr(1) == component;
}

ConstSensorData data_of(const Sensor::Impl& sensor) {
  return {sensor.world->state.sensors.data(), sensor.setup().place};
}

}  // namespace

const SensorSetup& Sensor::Impl::setup() const {
  if (number < 0) throw Error("the sensor was removed", "sensor '" + name + "'");
  return *world->model.sensors[static_cast<std::size_t>(number)];
}

Sensor::Sensor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Sensor::~Sensor() = default;

bool Sensor::is_removed() const { return impl_->number < 0; }
const std::string& Sensor::name() const { return impl_->setup().spec.name; }
const SensorSpec& Sensor::spec() const { return impl_->setup().spec; }
std::string_view Sensor::kind() const { return sensor_kind_name(impl_->setup().kind); }
const std::vector<SensorQuantity>& Sensor::quantities() const { return impl_->setup().quantities; }

std::span<const double> Sensor::values() const {
  const ConstSensorData data = data_of(*impl_);
  return {data.reading(), static_cast<std::size_t>(data.place.width)};
}

std::span<const double> Sensor::values(std::string_view quantity) const {
  for (const SensorQuantity& one : quantities()) {
    if (one.name == quantity)
      return values().subspan(static_cast<std::size_t>(one.first),
                              static_cast<std::size_t>(one.size));
  }
  std::vector<std::string> known;
  for (const SensorQuantity& one : quantities()) known.push_back(one.name);
  throw Error("unknown quantity '" + std::string(quantity) + "'", "sensor '" + name() + "'",
              suggest_name(quantity, known));
}

double Sensor::value(std::string_view component) const {
  for (const SensorQuantity& one : quantities()) {
    if (!component.starts_with(one.name)) continue;
    for (std::size_t i = 0; i < one.components.size(); ++i) {
      if (is_component(one, i, component)) return values()[static_cast<std::size_t>(one.first) + i];
    }
  }
  std::vector<std::string> known;
  for (const SensorQuantity& one : quantities())
    for (std::size_t i = 0; i < one.components.size(); ++i) known.push_back(component_name(one, i));
  throw Error("unknown quantity '" + std::string(component) + "'", "sensor '" + name() + "'",
              suggest_name(component, known));
}

bool Sensor::has_reading() const { return data_of(*impl_).has_reading(); }

std::int64_t Sensor::samples() const {
  return static_cast<std::int64_t>(data_of(*impl_).samples());
}

double Sensor::period() const { return impl_->setup().period * impl_->world->model.spec.step; }

double Sensor::time() const {
  const ConstSensorData data = data_of(*impl_);
  if (!data.has_reading()) return std::numeric_limits<double>::quiet_NaN();
  const double step = (data.newest() - data.place.delay) * impl_->setup().period;
  return step * impl_->world->model.spec.step + impl_->world->state.time_offset;
}

}  // namespace cardan
