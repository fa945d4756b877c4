#include <algorithm>

#include "cardan/model_spec.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

constexpr Form kNumberForms[] = {form::kNumber, form::kNumbers};
constexpr Form kErrorNumbers = form::either(kNumberForms);

// A number, or one for each component.
std::vector<double> read_numbers(const SceneNode& node) {
  if (!node.is_list()) return {node.number("")};
  std::vector<double> numbers;
  for (const SceneNode& item : node.items()) numbers.push_back(item.number(""));
  if (numbers.empty()) node.fail("an empty list", "give a number, or one for each component");
  return numbers;
}

template <std::vector<double> SensorErrors::*member>
void read_error(const SceneNode& node, const Form& /*form*/, SensorErrors& errors) {
  errors.*member = read_numbers(node);
}

constexpr Key<SensorErrors> kErrorKeys[] = {
    {{"noise", kErrorNumbers, "Standard deviation of the white noise of a sample"},
     &read_error<&SensorErrors::noise>},
    {{"bias", kErrorNumbers, "Constant offset"}, &read_error<&SensorErrors::bias>},
    {{"bias_walk", kErrorNumbers, "Standard deviation of the random walk after 1 s"},
     &read_error<&SensorErrors::bias_walk>},
    {{"resolution", kErrorNumbers, "Readings are multiples of this value"},
     &read_error<&SensorErrors::resolution>},
    {{"saturation", kErrorNumbers, "Largest magnitude of a reading"},
     &read_error<&SensorErrors::saturation>},
};
constexpr Form kErrors = form::map<kErrorKeys>();

constexpr Key<SensorSpec> kSensorKeys[] = {
    {{"name", form::kWord, "Unique name, without '/' and '.'", true}, kInto<&SensorSpec::name>},
    {{"rate", form::positive("Hz"), "Samples in a second, by default one in each step"},
     kInto<&SensorSpec::rate>},
    {{"delay", form::non_negative("s"), "Time from the measurement to the reading"},
     kInto<&SensorSpec::delay>},
    {{"errors", form::named(&kErrors), "Errors by quantity"}},
};

constexpr const char* kRelativeAxes[] = {"reference", "own"};
constexpr const char* kContactAxes[] = {"world", "own"};
constexpr const char* kIgnored[] = {"body", "model", "none"};

constexpr KeyRow kFrameKeys[] = {
    {"frame", form::kWord, "MODEL or MODEL/LINK", true},
    {"offset", form::kPose, "Pose of the sensor in the frame"},
};
constexpr KeyRow kJointKeys[] = {{"joint", form::kWord, "MODEL/JOINT", true}};
constexpr KeyRow kTouchKeys[] = {
    {"on", form::kWord, "MODEL or MODEL/LINK", true},
    {"with", form::kWord, "The other side, by default everything"},
    {"axes", form::choice(kContactAxes), "Axes of the readings"},
};
constexpr KeyRow kRelativeKeys[] = {
    {"relative_to", form::kWord, "MODEL or MODEL/LINK, by default the world"}};
constexpr KeyRow kAxesKeys[] = {{"axes", form::choice(kRelativeAxes), "Axes of the readings"}};
constexpr Key<RayAngles> kAngleKeys[] = {
    {{"from", form::number("rad"), "First angle", true}, kInto<&RayAngles::from>},
    {{"to", form::number("rad"), "Last angle"}},
    {{"count", form::kPositiveInteger, "Number of angles"}, kInto<&RayAngles::count>},
};
constexpr KeyRow kRangesKeys[] = {
    {"azimuth", form::map<kAngleKeys>(), "Angles about z"},
    {"elevation", form::map<kAngleKeys>(), "Angles above the plane"},
    {"max_range", form::positive("m"), "Largest distance", true},
    {"ignore_own", form::choice(kIgnored), "Part of the own model that rays pass through"},
    {"ignore", form::kWords, "Other models or links that rays pass through"},
};

// A kind with a map of keys, or the name under its first key.
constexpr Form kOfFrame[] = {form::kWord, form::map<kFrameKeys>()},
               kOfJoint[] = {form::kWord, form::map<kJointKeys>()},
               kTouchForms[] = {form::kWord, form::map<kTouchKeys>()},
               kOfPose[] = {form::kWord, form::map<kFrameKeys, kRelativeKeys>()},
               kOfTwist[] = {form::kWord, form::map<kFrameKeys, kRelativeKeys, kAxesKeys>()};
constexpr KeyRow kKindKeys[] = {
    {"imu", form::either(kOfFrame), "Accelerometer and gyroscope"},
    {"force_torque", form::either(kOfJoint), "Force and moment through a joint"},
    {"joint", form::either(kOfJoint), "Position, velocity and effort of a joint"},
    {"contact", form::either(kTouchForms), "Contact force"},
    {"ranges", form::map<kFrameKeys, kRangesKeys>(), "Distances along rays"},
    {"pose", form::either(kOfPose), "Pose of a frame"},
    {"twist", form::either(kOfTwist), "Velocity of a frame"},
};
constexpr const char* kSensorKindNames[] = {"imu",    "force_torque", "joint", "contact",
                                            "ranges", "pose",         "twist"};

// Reads the single key that names the kind.
std::string sensor_kind(const SceneNode& node) {
  allow_keys(node, kSensorKeys, kKindKeys);
  std::string kind;
  for (const char* key : kSensorKindNames) {
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
  template <class... Tables>
  void allow(const Tables&... tables) const {
    if (!node.is_scalar()) allow_keys(node, tables...);
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
  allow_keys(node, kAngleKeys);
  RayAngles angles;
  read_keys(node, kAngleKeys, angles);
  const auto to = node.find("to");
  angles.to = to ? to->number("rad") : angles.from;
  return angles;
}

RangesSpec read_ranges(const KindNode& kind) {
  if (kind.node.is_scalar())
    kind.node.fail("rays need a range", "write {frame: NAME, max_range: 10, azimuth: …}");
  kind.allow(kFrameKeys, kRangesKeys);
  RangesSpec ranges;
  ranges.frame = kind.name("frame");
  ranges.offset = kind.offset();
  if (const auto azimuth = kind.find("azimuth")) ranges.azimuth = read_angles(*azimuth);
  if (const auto elevation = kind.find("elevation")) ranges.elevation = read_angles(*elevation);
  ranges.max_range = kind.node.require("max_range").positive("m");
  if (const auto own = kind.find("ignore_own")) {
    constexpr RangesIgnore kValues[] = {RangesIgnore::kBody, RangesIgnore::kModel,
                                        RangesIgnore::kNone};
    ranges.ignore_own = kValues[own->choice({std::begin(kIgnored), std::end(kIgnored)})];
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
    kind.allow(kFrameKeys);
    return ImuSpec{kind.name("frame"), kind.offset()};
  }
  if (name == "force_torque" || name == "joint") {
    kind.allow(kJointKeys);
    if (name == "joint") return JointSensorSpec{kind.name("joint")};
    return ForceTorqueSpec{kind.name("joint")};
  }
  if (name == "contact") {
    kind.allow(kTouchKeys);
    return ContactSensorSpec{kind.name("on"), kind.other("with"), kind.axes("world")};
  }
  if (name == "ranges") return read_ranges(kind);
  if (name == "pose") {
    kind.allow(kFrameKeys, kRelativeKeys);
    return PoseSensorSpec{kind.name("frame"), kind.offset(), kind.other("relative_to")};
  }
  kind.allow(kFrameKeys, kRelativeKeys, kAxesKeys);
  return TwistSensorSpec{kind.name("frame"), kind.offset(), kind.other("relative_to"),
                         kind.axes("reference")};
}

}  // namespace

Form sensor_form() { return form::map<kSensorKeys, kKindKeys>(kSensorKindNames); }

SensorSpec read_sensor(const SceneNode& node, const ModelNames& models) {
  SensorSpec sensor;
  const std::string kind = sensor_kind(node);
  read_keys(node, kSensorKeys, sensor);
  const SceneNode value = node.require(kind);
  sensor.kind = read_kind_of_sensor(kind, {value, models});
  if (const auto errors = node.find("errors")) {
    for (const auto& [name, one] : errors->entries()) {
      allow_keys(one, kErrorKeys);
      read_keys(one, kErrorKeys, sensor.errors[name]);
    }
  }
  return sensor;
}

}  // namespace cardan
