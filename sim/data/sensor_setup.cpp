#include "sim/data/sensor_setup.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <variant>

namespace cardan {

void DeleteSensorPart::operator()(SensorSetup* setup) const { delete setup; }

bool Subtree::holds(int body, std::string_view link) const {
  if (body >= 0 && bodies[static_cast<std::size_t>(body)] != 0) return true;
  return body == frame_body && std::find(links.begin(), links.end(), link) != links.end();
}

const char* sensor_kind_name(SensorKind kind) {
  constexpr const char* kNames[] = {"imu",    "force_torque", "joint", "contact",
                                    "ranges", "pose",         "twist"};
  static_assert(std::size(kNames) == std::variant_size_v<SensorKindSpec>);
  return kNames[static_cast<int>(kind)];
}

std::string layout_of(const SensorSetup& sensor) {
  std::string text = sensor.spec.name;
  text.append(" ").append(sensor_kind_name(sensor.kind));
  const SensorPlace& place = sensor.place;
  for (const int size :
       {place.width, place.walks, place.delay, place.wrench ? 6 : 0, sensor.period})
    text.append(" ").append(std::to_string(size));
  return text;
}

}  // namespace cardan
