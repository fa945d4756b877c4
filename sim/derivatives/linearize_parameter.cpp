#include "sim/derivatives/linearize_parameter.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/number_text.h"
#include "sim/assembly/change_mass.h"
#include "sim/query/find_parameter.h"

namespace cardan {

namespace {

constexpr const char* kWhere = "Linearizer, parameters";

SpatialInertia scaled_to(double mass, const SpatialInertia& inertia) {
  SpatialInertia scaled = inertia;
  scaled.inertia *= mass / inertia.mass;
  scaled.mass = mass;
  return scaled;
}

const MaterialSpec& require_material(const WorldModel& world, const std::string& name) {
  return world.spec.materials.named.at(world.materials.known_name(name));
}

[[noreturn]] void refuse_parameter(const std::string& name) {
  throw Error("unknown parameter '" + name + "'", kWhere,
              "known: gravity.x, gravity.y, gravity.z, friction.MATERIAL, mass.MODEL/LINK, "
              "kp.MODEL/JOINT, kd.MODEL/JOINT");
}

}  // namespace

LinearizeParameter::LinearizeParameter(const World::Impl& world, const std::string& name,
                                       const LinearizeOptions& options)
    : absolute_step_(options.parameter_step), relative_step_(options.relative_step) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::string kind = name.substr(0, dot);
  const std::string rest = dot < name.size() ? name.substr(dot + 1) : "";
  if (kind == "gravity") {
    const std::string axes = "xyz";
    if (rest.size() != 1 || axes.find(rest) == std::string::npos) refuse_parameter(name);
    axis_ = static_cast<int>(axes.find(rest));
    value_ = world.model.spec.gravity[axis_];
  } else if (kind == "friction") {
    kind_ = Kind::kFriction;
    material_ = rest;
    value_ = require_material(world.model, rest).mu_kinetic;
    if (value_ < absolute_step_) {
      throw Error("the kinetic friction of material '" + rest + "' is " + number_text(value_) +
                      ", less than the difference " + number_text(absolute_step_),
                  kWhere, "choose a smaller parameter_step");
    }
  } else if (kind == "mass") {
    kind_ = Kind::kMass;
    const MassPlace place = find_mass(world, rest, kWhere);
    model_ = place.model;
    place_ = place.body;
    inertia_ = world.model.model(model_).skeleton->inertia[static_cast<std::size_t>(place_)];
    value_ = inertia_.mass;
  } else if (kind == "kp" || kind == "kd") {
    kind_ = kind == "kp" ? Kind::kKp : Kind::kKd;
    const LawPlace law = find_law(world, rest, kWhere);
    model_ = law.model;
    place_ = law.dof;
  } else {
    refuse_parameter(name);
  }
}

double LinearizeParameter::value(const World::Impl& world) const {
  if (kind_ != Kind::kKp && kind_ != Kind::kKd) return value_;
  const PdLaw law = world.state.models[model_].laws()[static_cast<std::size_t>(place_)];
  return kind_ == Kind::kKp ? law.kp : law.kd;
}

double LinearizeParameter::step(double value) const {
  switch (kind_) {
    case Kind::kGravity:
    case Kind::kFriction:
      return absolute_step_;
    case Kind::kMass:
      return relative_step_ * value;
    case Kind::kKp:
    case Kind::kKd:
      break;
  }
  return relative_step_ * std::max(value, 1.0);
}

void LinearizeParameter::displace(World::Impl& world, double d) const {
  switch (kind_) {
    case Kind::kGravity:
      world.model.spec.gravity[axis_] = value_ + d;
      return;
    case Kind::kFriction: {
      MaterialSpec material = require_material(world.model, material_);
      material.mu_static += d;
      material.mu_kinetic += d;
      world.model.materials.set(material_, material);
      return;
    }
    case Kind::kMass:
      forget_islands(world);
      replace_inertia(world, model_, place_, scaled_to(value_ + d, inertia_));
      return;
    case Kind::kKp:
    case Kind::kKd:
      break;
  }
  const JointLaws laws = world.state.models[model_].laws();
  PdLaw law = laws[static_cast<std::size_t>(place_)];
  (kind_ == Kind::kKp ? law.kp : law.kd) += d;
  law.active = true;
  laws.set(static_cast<std::size_t>(place_), law);
}

void LinearizeParameter::restore(World::Impl& world) const {
  if (kind_ != Kind::kKp && kind_ != Kind::kKd) displace(world, 0);
}

}  // namespace cardan
