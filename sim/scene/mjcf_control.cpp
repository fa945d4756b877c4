#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "cardan/drive_spec.h"
#include "cardan/model_spec.h"
#include "core/number_text.h"
#include "sim/scene/mjcf_to_scene.h"

namespace cardan::mjcf {

namespace {

/// Sum of the laws of a joint: effort = offset − kp q − kd v.
struct Law {
  double kp = 0, kd = 0, offset = 0, bound = 0;
  int actuators = 0;
  bool bounded = false;  ///< the force of an actuator is
};

using Numbers = std::map<std::string_view, int>;

// The numbers of named objects.
template <class Object>
Numbers numbers_of(const std::vector<Object>& objects) {
  Numbers numbers;
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (!objects[i].name.empty()) numbers[objects[i].name] = static_cast<int>(i);
  return numbers;
}

int number_in(const Numbers& numbers, const std::string& name) {
  const auto found = numbers.find(name);
  return found == numbers.end() ? -1 : found->second;
}

double greatest(const std::array<double, 2>& range) {
  return std::max(std::abs(range[0]), std::abs(range[1]));
}

/// Adds the actuators of a file to the models of a scene.
class ActuatorAdder {
 public:
  ActuatorAdder(const Names& names, const std::string& keyframe, Scene& scene)
      : names_(names), model_(names.model), scene_(scene), laws_(model_.joints.size()) {
    for (const Keyframe& key : model_.keyframes)
      if (!keyframe.empty() && key.name == keyframe) start_ = &key;
  }

  void add() {
    for (const Actuator& actuator : model_.actuators) add_one(actuator);
    for (std::size_t j = 0; j < laws_.size(); ++j)
      if (laws_[j].kp > 0 || laws_[j].kd > 0) set_law(j);
  }

 private:
  // The models of the static bodies come before those of the trees.
  ModelSpec& model_of(int joint) {
    const int tree = names_.tree_of[at(model_.joints[at(joint)].body)];
    return scene_.models[names_.parts.statics.size() + at(tree)];
  }

  void say(Severity severity, const Actuator& actuator, const std::string& text) {
    note(scene_, severity, actuator.source, actuator.tag + " \"" + actuator.name + "\"", text);
  }
  void warn(const Actuator& actuator, const std::string& text) {
    say(Severity::kWarning, actuator, text);
  }

  // Ctrl at the start: that of the keyframe, or 0, within its range.
  double ctrl(const Actuator& actuator) {
    const auto place = static_cast<std::size_t>(actuator.place);
    const bool given = start_ != nullptr && place < start_->ctrl.size();
    const double wanted = given ? start_->ctrl[place] : 0;
    if (!actuator.ctrl_limited || !model_.options.clamp_ctrl) return wanted;
    const double held = std::clamp(wanted, actuator.ctrl_range[0], actuator.ctrl_range[1]);
    if (held != wanted)
      say(Severity::kInfo, actuator,
          "ctrl " + number_text(wanted) + " is outside its range, and is " + number_text(held));
    return held;
  }

  void add_one(const Actuator& actuator) {
    if (!actuator.affine || actuator.target < 0) return;
    double gear = actuator.gear[0];
    int joint = actuator.target;
    if (actuator.transmission == Transmission::kTendon) {
      const Tendon& tendon = model_.tendons[at(actuator.target)];
      if (!tendon.fixed || tendon.terms.size() != 1) return add_to_tendon(actuator, tendon);
      gear *= tendon.terms[0].coefficient;
      joint = tendon.terms[0].joint;
    } else if (actuator.transmission != Transmission::kJoint &&
               actuator.transmission != Transmission::kJointInParent) {
      return warn(actuator, "an actuator on a site is left out: apply a wrench");
    }
    const Joint& driven = model_.joints[at(joint)];
    if (driven.kind == JointKind::kBall || driven.kind == JointKind::kFree)
      return warn(actuator,
                  "an actuator on a ball or free joint is left out: set efforts or apply a wrench");
    add_to_joint(actuator, gear, joint);
  }

  void add_to_tendon(const Actuator& actuator, const Tendon& tendon) {
    const bool direct = actuator.bias == std::array<double, 3>{0, 0, 0} &&
                        actuator.gain_slopes == std::array<double, 2>{0, 0};
    if (!tendon.fixed || !direct)
      return warn(actuator, "a law of the length of this tendon is left out");
    std::string efforts;
    for (const TendonTerm& term : tendon.terms)
      efforts.append(efforts.empty() ? "" : ", ")
          .append(number_text(actuator.gear[0] * actuator.gain * term.coefficient) + " ctrl on '" +
                  model_.joints[at(term.joint)].name + "'");
    say(Severity::kInfo, actuator, "efforts: " + efforts);
    if (actuator.dynamics != "none")
      warn(actuator, "dyntype '" + actuator.dynamics + "' is left out");
    if (actuator.gain * ctrl(actuator) != 0)
      warn(actuator, "the force of ctrl " + number_text(ctrl(actuator)) +
                         " at the start is left out: set the efforts");
  }

  // force = (gain + slopes · (length, velocity)) ctrl + bias · (1, length, velocity)
  void add_to_joint(const Actuator& actuator, double gear, int joint) {
    const Joint& driven = model_.joints[at(joint)];
    const bool filter = actuator.dynamics == "filter" || actuator.dynamics == "filterexact";
    if (actuator.dynamics != "none" && !filter)
      return warn(actuator, "dyntype '" + actuator.dynamics + "' is left out; so is the actuator");
    const double u = ctrl(actuator);
    const double kp = -gear * gear * (actuator.bias[1] + actuator.gain_slopes[0] * u),
                 kd = -gear * gear * (actuator.bias[2] + actuator.gain_slopes[1] * u),
                 offset = gear * (actuator.bias[0] + actuator.gain * u);
    if (kp < 0 || kd < 0) return warn(actuator, "a law that drives its joint away is left out");
    const bool slopes = actuator.gain_slopes != std::array<double, 2>{0, 0};
    const bool motor = kp == 0 && kd == 0 && !slopes;
    if (filter && motor && actuator.time_constant > 0) {
      model_of(joint).motors[driven.name].time_constant = actuator.time_constant;
    } else if (filter) {
      warn(actuator, "the filter of its ctrl is left out");
    }
    if (slopes) {
      say(Severity::kInfo, actuator,
          "a damper of " + number_text(-gear * gear * actuator.gain_slopes[1]) + " ctrl on '" +
              driven.name + "', " + number_text(kd) + " at the start");
    } else {
      const std::string effort = number_text(gear * actuator.gain) + " ctrl";
      say(Severity::kInfo, actuator,
          motor ? "the effort " + effort + " of '" + driven.name + "', which a program sets"
                : "a law on '" + driven.name + "' with kp " + number_text(kp) + " and kd " +
                      number_text(kd) + "; ctrl is " + number_text(u) + ", and adds an effort of " +
                      effort);
    }
    if (motor && offset != 0)
      warn(actuator, "the effort " + number_text(offset) + " at ctrl " + number_text(u) +
                         " is left out: set it as the effort of '" + driven.name + "'");
    if (actuator.force_limited && actuator.force_range[0] != -actuator.force_range[1])
      warn(actuator,
           "its force range is not symmetric; the greater bound holds in both directions");
    if (motor && actuator.ctrl_limited && actuator.ctrl_range[0] != -actuator.ctrl_range[1])
      warn(actuator, "its ctrl range is not symmetric; the effort " +
                         number_text(gear * actuator.gain * greatest(actuator.ctrl_range)) +
                         " bounds it in both directions");
    Law& law = laws_[at(joint)];
    law.bounded = law.bounded || actuator.force_limited || (motor && actuator.ctrl_limited);
    if (++law.actuators > 1 && law.bounded)
      warn(actuator, "'" + driven.name +
                         "' has several actuators with a bound; their sum is bounded by the sum of "
                         "the bounds, not each by its own");
    if (motor) return;
    law.kp += kp;
    law.kd += kd;
    law.offset += offset;
    law.bound +=
        actuator.force_limited ? std::abs(gear) * greatest(actuator.force_range) : kInfinity;
  }

  void set_law(std::size_t j) {
    const Law& law = laws_[j];
    PdSpec pd;
    pd.kp = law.kp;
    pd.kd = law.kd;
    pd.target = law.kp > 0 ? law.offset / law.kp : 0;
    if (!(law.kp > 0)) pd.velocity = law.offset / law.kd;
    if (std::isfinite(law.bound) && law.bound > 0) pd.effort = law.bound;
    model_of(static_cast<int>(j)).pd_joints[model_.joints[j].name] = pd;
  }

  const Names& names_;
  const MjcfDescription& model_;
  Scene& scene_;
  std::vector<Law> laws_;
  const Keyframe* start_ = nullptr;  ///< of which the motion starts; null for the pose of the file
};

}  // namespace

void add_actuators(const Names& names, const std::string& keyframe, Scene& scene) {
  if (names.model.options.actuation) ActuatorAdder(names, keyframe, scene).add();
}

void add_sensors(const Names& names, const std::string& prefix, Scene& scene) {
  const MjcfDescription& model = names.model;
  struct Frame {
    End end;
    RigidTransform offset;
    int body = -1;
  };
  const Numbers sites = numbers_of(model.sites), geoms = numbers_of(model.geoms),
                bodies = numbers_of(model.bodies), joint_numbers = numbers_of(model.joints);
  const auto frame_of = [&](const std::string& type, const std::string& object) {
    Frame frame;
    RigidTransform X;
    if (const int i = type == "site" ? number_in(sites, object) : -1; i >= 0)
      frame.body = model.sites[at(i)].body, X = model.sites[at(i)].X_BS;
    if (const int i = type == "geom" ? number_in(geoms, object) : -1; i >= 0)
      frame.body = model.geoms[at(i)].body, X = model.geoms[at(i)].X_BG;
    if (type == "body" || type == "xbody") frame.body = number_in(bodies, object);
    if (type == "body" && frame.body >= 0) X.p = model.bodies[at(frame.body)].inertia.com;
    if (frame.body < 0) return frame;
    frame.end = names.end(frame.body);
    frame.offset = frame.end.X_EB * X;
    return frame;
  };
  std::map<std::string, int> used;
  int number = 0;
  for (const SensorElement& sensor : model.sensors) {
    const std::string element = sensor.tag + " \"" + sensor.name + "\"";
    SensorSpec spec;
    spec.name = sensor.name.empty() ? sensor.tag + std::to_string(number) : sensor.name;
    ++number;
    for (char& c : spec.name)
      if (c == '/' || c == '.') c = '_';
    spec.name = prefix + spec.name;
    if (used[spec.name]++ > 0) spec.name += "_" + std::to_string(used[spec.name]);
    std::string quantity;
    const auto left_out = [&](const std::string& why) {
      note(scene, Severity::kWarning, sensor.source, element, why + "; it is left out");
    };
    if (sensor.object_type == "joint") {
      const int joint = number_in(joint_numbers, sensor.object);
      if (joint < 0) continue;
      const JointKind kind = model.joints[at(joint)].kind;
      if (kind == JointKind::kBall || kind == JointKind::kFree) {
        left_out("the joint has several degrees of freedom");
        continue;
      }
      spec.kind = JointSensorSpec{names.joint(joint)};
      quantity = sensor.tag == "jointpos"   ? "position"
                 : sensor.tag == "jointvel" ? "velocity"
                                            : "effort";
    } else {
      const Frame frame = frame_of(sensor.object_type, sensor.object);
      if (frame.body < 0) continue;
      if (!frame.end.moves()) {
        left_out("a sensor that is fixed to the world");
        continue;
      }
      const std::string& on = frame.end.name;
      std::string relative;
      if (!sensor.reference_type.empty()) {
        const Frame reference = frame_of(sensor.reference_type, sensor.reference);
        if (reference.body >= 0 && reference.end.moves()) relative = reference.end.name;
        note(scene, Severity::kInfo, sensor.source, element,
             "relative to the frame of the body of its reference");
      }
      if (sensor.tag == "accelerometer" || sensor.tag == "gyro") {
        spec.kind = ImuSpec{on, frame.offset};
        quantity = sensor.tag == "gyro" ? "angular_velocity" : "acceleration";
      } else if (sensor.tag == "velocimeter") {
        spec.kind = TwistSensorSpec{on, frame.offset, "", SensorAxes::kOwn};
      } else if (sensor.tag == "framepos" || sensor.tag == "framequat") {
        spec.kind = PoseSensorSpec{on, frame.offset, relative};
      } else if (sensor.tag == "framelinvel" || sensor.tag == "frameangvel") {
        spec.kind = TwistSensorSpec{on, frame.offset, relative, SensorAxes::kReference};
      } else if (sensor.tag == "touch") {
        if (names.shapes(frame.body).empty()) {
          left_out("its body has no shapes");
          continue;
        }
        spec.kind = ContactSensorSpec{on, "", SensorAxes::kReference};
      } else if (sensor.tag == "rangefinder") {
        RangesSpec ranges;
        ranges.frame = on;
        // The ray of a range sensor is along its x axis, that of MuJoCo along z.
        ranges.offset = frame.offset *
                        RigidTransform::from_xyz_rpy(Vector3::Zero(), {0, -1.5707963267948966, 0});
        ranges.max_range = sensor.cutoff > 0 ? sensor.cutoff : 1000;
        spec.kind = ranges;
      } else {  // force, torque
        int body = frame.body;
        while (body > 0 && model.bodies[at(body)].joints.empty())
          body = model.bodies[at(body)].parent;
        const auto& joints = model.bodies[at(body)].joints;
        if (joints.empty() || model.joints[at(joints.back())].kind == JointKind::kFree) {
          left_out("there is no joint above its site");
          continue;
        }
        spec.kind = ForceTorqueSpec{names.joint(joints.back())};
        quantity = sensor.tag == "force" ? "force" : "moment";
      }
    }
    if (sensor.noise > 0 && !quantity.empty()) spec.errors[quantity].noise = {sensor.noise};
    if (sensor.cutoff > 0 && sensor.tag != "rangefinder" && !quantity.empty())
      spec.errors[quantity].saturation = {sensor.cutoff};
    if (sensor.noise > 0 && quantity.empty())
      note(scene, Severity::kInfo, sensor.source, element, "its noise is left out");
    scene.sensors.push_back(std::move(spec));
  }
}

}  // namespace cardan::mjcf
