#include <algorithm>

#include "cardan/model_spec.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

const std::vector<std::string> kSensorKinds{"imu",    "force_torque", "joint", "contact",
                                            "ranges", "pose",         "twist"};
const std::vector<std::string> kSensorKeys{"name", "rate", "delay", "errors"};

// Reads the single key that names the kind.
std::string sensor_kind(const SceneNode& node) {
  std::vector<std::string> known = kSensorKeys;
  known.insert(known.end(), kSensorKinds.begin(), kSensorKinds.end());
  node.allow_keys(known);
  std::string kind;
  for (const std::string& key : kSensorKinds) {
    if (!node.find(key)) continue;
    if (!kind.empty())
      node.require(key).fail("cannot be combined with '" + kind + "'", "write two sensors");
    kind = key;
  }
  if (kind.empty())
    node.fail("the sensor has no kind",
              "expected one of imu, force_torque, joint, contact, ranges, pose, twist");
  return kind;
}

/// The node of a kind: a map, or only the name under its first key.
struct KindNode {
  const SceneNode& node;
  const ModelNames& models;

  std::string name(const char* key) const {
    const SceneNode named = node.is_scalar() ? node : node.require(key);
    models.require(named, named.word());
    return named.word();
  }
  void allow(const std::vector<std::string>& keys) const {
    if (!node.is_scalar()) node.allow_keys(keys);
  }
  std::optional<SceneNode> find(const char* key) const {
    return node.is_scalar() ? std::nullopt : node.find(key);
  }
  RigidTransform offset() const {
    const auto offset = find("offset");
    return offset ? offset->pose() : RigidTransform();
  }
  std::string other(const char* key) const {
    const auto named = find(key);
    if (!named) return "";
    models.require(*named, named->word());
    return named->word();
  }
  SensorAxes axes(const char* reference) const {
    const auto axes = find("axes");
    return axes && axes->choice({reference, "own"}) == 1 ? SensorAxes::kOwn
                                                         : SensorAxes::kReference;
  }
};

RayAngles read_angles(const SceneNode& node) {
  node.allow_keys({"from", "to", "count"});
  RayAngles angles;
  angles.from = node.require("from").number("rad");
  const auto to = node.find("to"), count = node.find("count");
  angles.to = to ? to->number("rad") : angles.from;
  angles.count = count ? count->positive_integer() : 1;
  return angles;
}

RangesSpec read_ranges(const KindNode& kind) {
  if (kind.node.is_scalar())
    kind.node.fail("rays need a range", "write {frame: NAME, max_range: 10, azimuth: …}");
  kind.allow({"frame", "offset", "azimuth", "elevation", "max_range", "ignore_own", "ignore"});
  RangesSpec ranges;
  ranges.frame = kind.name("frame");
  ranges.offset = kind.offset();
  if (const auto azimuth = kind.find("azimuth")) ranges.azimuth = read_angles(*azimuth);
  if (const auto elevation = kind.find("elevation")) ranges.elevation = read_angles(*elevation);
  ranges.max_range = kind.node.require("max_range").positive("m");
  if (const auto own = kind.find("ignore_own")) {
    constexpr RangesIgnore kValues[] = {RangesIgnore::kBody, RangesIgnore::kModel,
                                        RangesIgnore::kNone};
    ranges.ignore_own = kValues[own->choice({"body", "model", "none"})];
  }
  if (const auto ignore = kind.find("ignore")) {
    for (const SceneNode& item : ignore->items()) {
      kind.models.require(item, item.word());
      ranges.ignore.push_back(item.word());
    }
  }
  return ranges;
}

SensorKindSpec read_kind_of_sensor(const std::string& name, const KindNode& kind) {
  if (name == "imu") {
    kind.allow({"frame", "offset"});
    return ImuSpec{kind.name("frame"), kind.offset()};
  }
  if (name == "force_torque" || name == "joint") {
    kind.allow({"joint"});
    if (name == "joint") return JointSensorSpec{kind.name("joint")};
    return ForceTorqueSpec{kind.name("joint")};
  }
  if (name == "contact") {
    kind.allow({"on", "with", "axes"});
    return ContactSensorSpec{kind.name("on"), kind.other("with"), kind.axes("world")};
  }
  if (name == "ranges") return read_ranges(kind);
  if (name == "pose") {
    kind.allow({"frame", "offset", "relative_to"});
    return PoseSensorSpec{kind.name("frame"), kind.offset(), kind.other("relative_to")};
  }
  kind.allow({"frame", "offset", "relative_to", "axes"});
  return TwistSensorSpec{kind.name("frame"), kind.offset(), kind.other("relative_to"),
                         kind.axes("reference")};
}

// A number, or one for each component.
std::vector<double> read_numbers(const SceneNode& node) {
  if (!node.is_list()) return {node.number("")};
  std::vector<double> numbers;
  for (const SceneNode& item : node.items()) numbers.push_back(item.number(""));
  if (numbers.empty()) node.fail("an empty list", "give a number, or one for each component");
  return numbers;
}

SensorErrors read_sensor_errors(const SceneNode& node) {
  node.allow_keys({"noise", "bias", "bias_walk", "resolution", "saturation"});
  SensorErrors errors;
  if (const auto noise = node.find("noise")) errors.noise = read_numbers(*noise);
  if (const auto bias = node.find("bias")) errors.bias = read_numbers(*bias);
  if (const auto walk = node.find("bias_walk")) errors.bias_walk = read_numbers(*walk);
  if (const auto resolution = node.find("resolution"))
    errors.resolution = read_numbers(*resolution);
  if (const auto saturation = node.find("saturation"))
    errors.saturation = read_numbers(*saturation);
  return errors;
}

}  // namespace

SensorSpec read_sensor(const SceneNode& node, const ModelNames& models) {
  SensorSpec sensor;
  const std::string kind = sensor_kind(node);
  sensor.name = node.require("name").word();
  const SceneNode value = node.require(kind);
  sensor.kind = read_kind_of_sensor(kind, {value, models});
  if (const auto rate = node.find("rate")) sensor.rate = rate->positive("Hz");
  if (const auto delay = node.find("delay")) sensor.delay = delay->non_negative("s");
  if (const auto errors = node.find("errors")) {
    for (const auto& [name, one] : errors->entries())
      sensor.errors.emplace(name, read_sensor_errors(one));
  }
  return sensor;
}

}  // namespace cardan
