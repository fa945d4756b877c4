#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

void Reader::read_sensor(const Element& section) {
  static const char* const kObjects[] = {"site", "joint", "body", "geom", "tendon", "actuator"};
  for (const Replica& replica : replicas(section)) {
    const Element* const element = replica.element;
    suffix_ = replica.suffix;
    if (!check_element(*element, "sensor")) continue;
    SensorElement sensor;
    sensor.source = source(*element);
    sensor.tag = element->Name();
    sensor.name = own_name(*element);
    number(*element, "noise", sensor.noise);
    number(*element, "cutoff", sensor.cutoff);
    for (const char* kind : kObjects)
      if (text(*element, kind, sensor.object)) sensor.object_type = kind;
    if (text(*element, "objtype", sensor.object_type)) text(*element, "objname", sensor.object);
    if (text(*element, "reftype", sensor.reference_type))
      text(*element, "refname", sensor.reference);
    const auto check = [&](const std::string& type, std::string& name) {
      const std::map<std::string, int>* names = nullptr;
      if (type == "site") names = &site_names;
      if (type == "joint") names = &joint_names;
      if (type == "body" || type == "xbody") names = &body_names;
      if (type == "geom") names = &geom_names;
      if (names != nullptr && names->contains(name + suffix_)) name += suffix_;
      if (names != nullptr && names->contains(name)) return true;
      if (names == nullptr) {
        warn(*element, std::string("a sensor on a ").append(type).append(" is left out"));
      } else {
        error(*element,
              std::string("there is no ").append(type).append(" '").append(name).append("'"));
      }
      return false;
    };
    if (sensor.object_type.empty()) {
      error(*element, "the sensor names no object");
      continue;
    }
    if (!check(sensor.object_type, sensor.object)) continue;
    if (!sensor.reference_type.empty() && !check(sensor.reference_type, sensor.reference)) continue;
    out.sensors.push_back(std::move(sensor));
  }
}

void Reader::read_keyframe(const Element& section) {
  std::size_t size = 0;
  for (const Joint& joint : out.joints)
    size += joint.kind == JointKind::kFree ? 7 : joint.kind == JointKind::kBall ? 4 : 1;
  for (const Element* element : children(section)) {
    if (!check_element(*element, "keyframe")) continue;
    Keyframe key;
    key.source = source(*element);
    text(*element, "name", key.name);
    if (key.name.empty()) key.name = "key" + std::to_string(out.keyframes.size());
    list(*element, "qpos", key.qpos);
    list(*element, "ctrl", key.ctrl);
    const auto fits = [&](const char* name, const std::vector<double>& values, std::size_t count) {
      if (values.empty() || values.size() == count) return true;
      error(*element, std::string("'") + name + "' holds " + std::to_string(values.size()) +
                          " numbers; the model has " + std::to_string(count));
      return false;
    };
    if (!fits("qpos", key.qpos, size) ||
        !fits("ctrl", key.ctrl, static_cast<std::size_t>(actuator_places)))
      continue;
    out.keyframes.push_back(std::move(key));
  }
}

}  // namespace cardan::mjcf
