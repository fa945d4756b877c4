#include "cardan/dynamics/mjcf/read_internal.h"

namespace cardan::mjcf {

namespace {

struct Limits {
  Limited ctrl = Limited::kAuto, force = Limited::kAuto;
};

}  // namespace

void Reader::read_actuator(const Element& section) {
  for (const Element* element : children(section)) {
    const std::string tag = element->Name();
    if (!check_element(*element, "actuator")) continue;
    Actuator actuator;
    actuator.source = source(*element);
    actuator.tag = tag;
    Limits limits;
    std::string gain_type = "fixed", bias_type = "none", name;
    // All kinds share one set of defaults, as in MuJoCo: defaults of <motor> apply to <position>.
    with_defaults(
        *element, 0, {"general", "motor", "position", "velocity", "damper"}, [&](const Element& e) {
          const std::string kind = e.Name();
          numbers(e, "gear", 1, 6, actuator.gear.data());
          limited(e, "ctrllimited", limits.ctrl);
          limited(e, "forcelimited", limits.force);
          numbers(e, "ctrlrange", 2, 2, actuator.ctrl_range.data());
          numbers(e, "forcerange", 2, 2, actuator.force_range.data());
          if (kind == "general") {
            text(e, "gaintype", gain_type);
            text(e, "biastype", bias_type);
            text(e, "dyntype", actuator.dynamics);
            std::array<double, 10> gain{actuator.gain, actuator.gain_slopes[0],
                                        actuator.gain_slopes[1]};
            std::array<double, 10> bias{actuator.bias[0], actuator.bias[1], actuator.bias[2]};
            std::array<double, 10> dynamics{actuator.time_constant};
            if (numbers(e, "gainprm", 1, 10, gain.data()) > 0) {
              actuator.gain = gain[0];
              actuator.gain_slopes = {gain[1], gain[2]};
            }
            if (numbers(e, "biasprm", 1, 10, bias.data()) > 0)
              actuator.bias = {bias[0], bias[1], bias[2]};
            if (numbers(e, "dynprm", 1, 10, dynamics.data()) > 0)
              actuator.time_constant = dynamics[0];
          } else if (kind == "motor") {
            gain_type = "fixed";
            bias_type = "none";
            actuator.gain = 1;
            actuator.gain_slopes = {0, 0};
          } else if (kind == "position") {
            gain_type = "fixed";
            bias_type = "affine";
            number(e, "kp", actuator.gain);
            double kv = -actuator.bias[2], lag = 0;
            number(e, "kv", kv);
            actuator.gain_slopes = {0, 0};
            actuator.bias = {0, -actuator.gain, -kv};
            if (number(e, "timeconst", lag) && lag > 0) {
              actuator.dynamics = "filterexact";
              actuator.time_constant = lag;
            }
          } else if (kind == "velocity") {
            gain_type = "fixed";
            bias_type = "affine";
            number(e, "kv", actuator.gain);
            actuator.gain_slopes = {0, 0};
            actuator.bias = {0, 0, -actuator.gain};
          } else {
            gain_type = "affine";
            bias_type = "none";
            double kv = -actuator.gain_slopes[1];
            if (has(e, "kv")) number(e, "kv", kv);
            actuator.gain = 0;
            actuator.gain_slopes = {0, -kv};
          }
        });
    if (gain_type == "fixed") actuator.gain_slopes = {0, 0};
    if (bias_type == "none") actuator.bias = {0, 0, 0};
    if ((gain_type != "fixed" && gain_type != "affine") ||
        (bias_type != "none" && bias_type != "affine")) {
      actuator.affine = false;
      std::string text("gaintype '");
      text.append(gain_type).append("' with biastype '").append(bias_type);
      warn(*element, text.append("' is left out: expected fixed or affine, and none or affine"));
    }
    const auto is_limited = [&](Limited given, const std::array<double, 2>& range) {
      return given == Limited::kYes ||
             (given == Limited::kAuto && compiler.auto_limits && (range[0] != 0 || range[1] != 0));
    };
    actuator.ctrl_limited = is_limited(limits.ctrl, actuator.ctrl_range);
    actuator.force_limited = is_limited(limits.force, actuator.force_range);
    if ((actuator.ctrl_limited && !(actuator.ctrl_range[0] < actuator.ctrl_range[1])) ||
        (actuator.force_limited && !(actuator.force_range[0] < actuator.force_range[1])))
      error(*element, "a limited range needs a lower and a greater upper bound");
    struct Way {
      const char* attribute;
      Transmission kind;
      const std::map<std::string, int>* names;
      const char* what;
    };
    for (const Way& way :
         {Way{"joint", Transmission::kJoint, &joint_names, "joint"},
          Way{"jointinparent", Transmission::kJointInParent, &joint_names, "joint"},
          Way{"tendon", Transmission::kTendon, &tendon_names, "tendon"},
          Way{"site", Transmission::kSite, &site_names, "site"}}) {
      if (!has(*element, way.attribute)) continue;
      actuator.transmission = way.kind;
      actuator.target = find(*element, way.attribute, *way.names, way.what);
    }
    if (actuator.transmission == Transmission::kNone) {
      actuator.transmission = Transmission::kOther;
      warn(*element, "an actuator without joint, tendon or site is left out");
    }
    text(*element, "name", name);
    const int number_of = static_cast<int>(out.actuators.size());
    actuator.name = unique_name(*element, name, "actuator", actuator_names, number_of);
    out.actuators.push_back(std::move(actuator));
  }
}

}  // namespace cardan::mjcf
