#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "cardan/scene/mjcf_internal.h"

namespace cardan::mjcf {

namespace {

/// Sum of the laws of a joint: effort = offset − kp q − kd v.
struct Law {
  double kp = 0, kd = 0, offset = 0, bound = 0;
  bool any = false;
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

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

void add_actuators(const Names& names, Scene& scene) {
  const MjcfDescription& model = names.model;
  if (!model.options.actuation) return;
  std::vector<Law> laws(model.joints.size());
  // The models of the static bodies come before those of the trees.
  const auto model_of = [&](int joint) -> ModelSpec& {
    const int tree = names.tree_of[at(model.joints[at(joint)].body)];
    return scene.models[names.parts.statics.size() + at(tree)];
  };
  for (const Actuator& actuator : model.actuators) {
    const std::string element = actuator.tag + " \"" + actuator.name + "\"";
    const auto left_out = [&](const std::string& why) {
      note(scene, Severity::kWarning, actuator.source, element, why);
    };
    if (!actuator.affine || actuator.target < 0) continue;
    double gear = actuator.gear[0];
    int joint = actuator.target;
    if (actuator.transmission == Transmission::kTendon) {
      const Tendon& tendon = model.tendons[at(actuator.target)];
      const bool direct = actuator.bias == std::array<double, 3>{0, 0, 0};
      if (!tendon.fixed || (tendon.terms.size() != 1 && !direct)) {
        left_out("a law of the length of this tendon is left out");
        continue;
      }
      if (tendon.terms.size() != 1) {
        std::string efforts;
        for (const TendonTerm& term : tendon.terms)
          efforts.append(efforts.empty() ? "" : ", ")
              .append(shown(gear * actuator.gain * term.coefficient) + " ctrl on '" +
                      model.joints[at(term.joint)].name + "'");
        note(scene, Severity::kInfo, actuator.source, element, "efforts: " + efforts);
        continue;
      }
      gear *= tendon.terms[0].coefficient;
      joint = tendon.terms[0].joint;
    } else if (actuator.transmission != Transmission::kJoint &&
               actuator.transmission != Transmission::kJointInParent) {
      left_out("an actuator on a site is left out: apply a wrench");
      continue;
    }
    const Joint& driven = model.joints[at(joint)];
    if (driven.kind == JointKind::kBall || driven.kind == JointKind::kFree) {
      left_out("an actuator on a ball or free joint is left out: set efforts or apply a wrench");
      continue;
    }
    if (actuator.gain_slopes != std::array<double, 2>{0, 0}) {
      note(scene, Severity::kInfo, actuator.source, element,
           "a damper of " + shown(-gear * gear * actuator.gain_slopes[1]) + " ctrl on '" +
               driven.name + "', 0 at the start");
      continue;
    }
    if (actuator.dynamics == "filter" || actuator.dynamics == "filterexact") {
      if (actuator.bias == std::array<double, 3>{0, 0, 0} && actuator.time_constant > 0) {
        model_of(joint).motors[driven.name].time_constant = actuator.time_constant;
      } else {
        left_out("the filter of its ctrl is left out");
      }
    } else if (actuator.dynamics != "none") {
      left_out("dyntype '" + actuator.dynamics + "' is left out; so is the actuator");
      continue;
    }
    const double kp = -gear * gear * actuator.bias[1], kd = -gear * gear * actuator.bias[2];
    if (kp < 0 || kd < 0) {
      left_out("a law that drives its joint away is left out");
      continue;
    }
    note(scene, Severity::kInfo, actuator.source, element,
         kp > 0 || kd > 0
             ? "a law on '" + driven.name + "' with kp " + shown(kp) + " and kd " + shown(kd) +
                   "; ctrl is 0, and adds an effort of " + shown(gear * actuator.gain) + " ctrl"
             : "the effort " + shown(gear * actuator.gain) + " ctrl of '" + driven.name +
                   "', which a program sets");
    if (kp == 0 && kd == 0 && gear * actuator.bias[0] != 0)
      left_out("a constant force is left out");
    if (kp == 0 && kd == 0) continue;
    Law& law = laws[at(joint)];
    law.any = true;
    law.kp += kp;
    law.kd += kd;
    law.offset += gear * actuator.bias[0];
    law.bound += actuator.force_limited
                     ? std::abs(gear) * std::max(std::abs(actuator.force_range[0]),
                                                 std::abs(actuator.force_range[1]))
                     : kInfinity;
    if (actuator.force_limited && actuator.force_range[0] != -actuator.force_range[1])
      left_out("its force range is not symmetric; the greater bound holds in both directions");
  }
  for (std::size_t j = 0; j < laws.size(); ++j) {
    const Law& law = laws[j];
    if (!law.any) continue;
    PdSpec pd;
    pd.kp = law.kp;
    pd.kd = law.kd;
    pd.target = law.kp > 0 ? law.offset / law.kp : 0;
    if (!(law.kp > 0) && law.kd > 0) pd.velocity = law.offset / law.kd;
    if (std::isfinite(law.bound) && law.bound > 0) pd.effort = law.bound;
    model_of(static_cast<int>(j)).pd_joints[model.joints[j].name] = pd;
  }
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
