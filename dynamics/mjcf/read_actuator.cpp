#include <cmath>

#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

namespace {

struct Limits {
  Limited ctrl = Limited::kAuto, force = Limited::kAuto;
};

// Inertia of each body together with all bodies below it, in the frame of the body, in the pose of
// the file.
std::vector<SpatialInertia> composite_inertias(const MjcfDescription& model) {
  std::vector<SpatialInertia> sums;
  sums.reserve(model.bodies.size());
  for (const Body& body : model.bodies) sums.push_back(body.inertia);
  for (std::size_t i = sums.size(); i-- > 1;) {
    SpatialInertia& above = sums[static_cast<std::size_t>(model.bodies[i].parent)];
    if (sums[i].mass > 0) above = above + sums[i].transformed(model.bodies[i].X_PB);
  }
  return sums;
}

// Diagonal entry of the mass matrix of a hinge or slide in the pose of the file, MuJoCo's dof_M0.
double own_inertia(const Joint& joint, const SpatialInertia& moved) {
  if (joint.kind == JointKind::kSlide) return joint.armature + moved.mass;
  const Vector3 arm = joint.axis.cross(moved.com - joint.pos);
  return joint.armature + joint.axis.dot(moved.inertia * joint.axis) +
         moved.mass * arm.squaredNorm();
}

// The joints that an actuator drives, each with the change of its length per coordinate.
std::vector<TendonTerm> driven_joints(const MjcfDescription& model, const Actuator& actuator) {
  if (actuator.target < 0) return {};
  std::vector<TendonTerm> terms;
  if (actuator.transmission == Transmission::kTendon) {
    terms = model.tendons[static_cast<std::size_t>(actuator.target)].terms;
  } else if (actuator.transmission == Transmission::kJoint ||
             actuator.transmission == Transmission::kJointInParent) {
    terms.push_back({actuator.target, 1});
  }
  for (TendonTerm& term : terms) term.coefficient *= actuator.gear[0];
  return terms;
}

}  // namespace

// MuJoCo: where the length has the gain of ctrl, a positive third bias is a ratio of damping. The
// damping is 2 ζ √(k m), with m the sum of the inertias of the driven joints over the squares of
// their coefficients.
void Reader::resolve_damping_ratios() {
  std::vector<SpatialInertia> moved;
  for (Actuator& actuator : out.actuators) {
    if (!(actuator.bias[2] > 0) || actuator.gain != -actuator.bias[1]) continue;
    if (moved.empty()) moved = composite_inertias(out);
    double mass = 0;
    for (const TendonTerm& term : driven_joints(out, actuator)) {
      const Joint& joint = out.joints[static_cast<std::size_t>(term.joint)];
      const bool single = joint.kind == JointKind::kHinge || joint.kind == JointKind::kSlide;
      if (!single || term.coefficient == 0) continue;
      mass += own_inertia(joint, moved[static_cast<std::size_t>(joint.body)]) /
              (term.coefficient * term.coefficient);
    }
    actuator.bias[2] *= -2 * std::sqrt(std::max(0.0, actuator.gain * mass));
  }
}

// MuJoCo: the range of ctrl about the middle of the range of the joint or tendon, times this ratio.
void Reader::inherit_range(const Element& element, double ratio, Actuator& actuator) {
  if (ratio == 0) return;
  if (ratio < 0) return error(element, "attribute 'inheritrange' is negative");
  if (actuator.ctrl_range != std::array<double, 2>{0, 0})
    return error(element, "'ctrlrange' and 'inheritrange' cannot be combined");
  if (actuator.target < 0) return;
  const auto target = static_cast<std::size_t>(actuator.target);
  std::array<double, 2> range{0, 0};
  if (actuator.transmission == Transmission::kJoint) range = out.joints[target].range;
  if (actuator.transmission == Transmission::kTendon) range = out.tendons[target].range;
  if (!(range[0] < range[1]))
    return error(element, "'inheritrange' needs a joint or a tendon with a range");
  const double middle = 0.5 * (range[0] + range[1]), half = 0.5 * ratio * (range[1] - range[0]);
  actuator.ctrl_range = {middle - half, middle + half};
}

void Reader::read_actuator(const Element& section) {
  for (const Replica& replica : replicas(section)) {
    const Element* const element = replica.element;
    suffix_ = replica.suffix;
    const std::string tag = element->Name();
    const int place = actuator_places++;
    if (!check_element(*element, "actuator")) continue;
    Actuator actuator;
    actuator.place = place;
    actuator.source = source(*element);
    actuator.tag = tag;
    Limits limits;
    std::string gain_type = "fixed", bias_type = "none";
    double inherited = 0;
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
            actuator.dynamics = "none";
            gain_type = "fixed";
            bias_type = "none";
            actuator.gain = 1;
            actuator.gain_slopes = {0, 0};
          } else if (kind == "position") {
            gain_type = "fixed";
            bias_type = "affine";
            number(e, "kp", actuator.gain);
            double kv = -actuator.bias[2], ratio = 0, lag = 0;
            number(e, "kv", kv);
            if (number(e, "dampratio", ratio)) {
              if (has(e, "kv")) error(e, "'kv' and 'dampratio' cannot be combined");
              if (ratio < 0) error(e, "attribute 'dampratio' is negative");
              kv = -ratio;  // replaced in resolve_damping_ratios
            }
            number(e, "inheritrange", inherited);
            actuator.gain_slopes = {0, 0};
            actuator.bias = {0, -actuator.gain, -kv};
            if (number(e, "timeconst", lag)) {
              actuator.dynamics = lag > 0 ? "filterexact" : "none";
              actuator.time_constant = lag;
            }
          } else if (kind == "velocity") {
            actuator.dynamics = "none";
            gain_type = "fixed";
            bias_type = "affine";
            number(e, "kv", actuator.gain);
            actuator.gain_slopes = {0, 0};
            actuator.bias = {0, 0, -actuator.gain};
          } else {
            actuator.dynamics = "none";
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
    inherit_range(*element, inherited, actuator);
    const auto is_limited = [&](Limited given, const std::array<double, 2>& range) {
      return given == Limited::kYes ||
             (given == Limited::kAuto && compiler.auto_limits && (range[0] != 0 || range[1] != 0));
    };
    actuator.ctrl_limited = is_limited(limits.ctrl, actuator.ctrl_range);
    actuator.force_limited = is_limited(limits.force, actuator.force_range);
    if ((actuator.ctrl_limited && !(actuator.ctrl_range[0] < actuator.ctrl_range[1])) ||
        (actuator.force_limited && !(actuator.force_range[0] < actuator.force_range[1])))
      error(*element, "a limited range needs a lower and a greater upper bound");
    const int number_of = static_cast<int>(out.actuators.size());
    actuator.name =
        unique_name(*element, own_name(*element), "actuator", actuator_names, number_of);
    out.actuators.push_back(std::move(actuator));
  }
}

}  // namespace cardan::mjcf
