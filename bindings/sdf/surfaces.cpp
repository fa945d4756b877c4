#include <algorithm>
#include <cmath>

#include "bindings/sdf/read.h"

namespace cardan::sdformat {

namespace {

/// Friction of a surface with its direction.
struct Friction {
  double along = 1, across = 1;  ///< SDF: 1 if the file gives nothing
  Vector3 direction = Vector3::Zero();
};

double number(const Element& element, const std::string& path, double otherwise) {
  const Element e = given(element, path);
  return e ? e->Get<double>() : otherwise;
}

Friction friction_of(const Element& surface) {
  Friction friction;
  if (!surface) return friction;
  std::string engine = "friction/ode";
  std::string first = "mu", second = "mu2";
  if (!given(surface, engine) && given(surface, "friction/bullet")) {
    engine = "friction/bullet";
    first = "friction";
    second = "friction2";
  }
  friction.along = number(surface, engine + "/" + first, 1);
  friction.across = number(surface, engine + "/" + second, 1);
  if (const Element e = given(surface, engine + "/fdir1"))
    friction.direction = vector_of(e->Get<ignition::math::Vector3d>());
  return friction;
}

double torsion_of(Context& context, const Element& surface) {
  const Element torsional = surface ? given(surface, "friction/torsional") : nullptr;
  if (!torsional) return 0;
  const Element by_patch = given(torsional, "use_patch_radius");
  if (by_patch && !by_patch->Get<bool>()) {
    context.warn(torsional, "a patch that grows with the depth is left out: no torsional friction");
    return 0;
  }
  return kPatchMoment * number(torsional, "coefficient", 1) * number(torsional, "patch_radius", 0);
}

}  // namespace

MaterialRecord surface_of(Context& context, const ::sdf::Collision& collision,
                          std::string& material) {
  material.clear();
  const Element surface = given(collision.Element(), "surface");
  const Friction friction = friction_of(surface);
  MaterialRecord record;
  record.mu_static = record.mu_kinetic = std::min(friction.along, friction.across);
  record.restitution = 0;
  record.mu_torsion = torsion_of(context, surface);
  record.mu_rolling = 0;
  if (!surface) return record;
  record.restitution = number(surface, "bounce/restitution_coefficient", 0);
  record.mu_rolling = number(surface, "friction/bullet/rolling_friction", 0);
  if (const Element kp = given(surface, "contact/ode/kp")) {
    record.stiffness = kp->Get<double>();
    record.damping = number(surface, "contact/ode/kd", 1);
    context.info(kp, "the surface has a stiffness of kp N/m and a damping of kd N s/m");
  } else if (const Element kd = given(surface, "contact/ode/kd")) {
    context.info(kd, "kd without kp is left out: the contact has cardan's compliance");
  }
  if (friction.along == friction.across) return record;
  const bool directed = friction.direction.norm() > 0;
  const double ratio = friction.along > 0 ? friction.across / friction.along : 0;
  if (!directed || ratio < kLeastFrictionRatio || ratio > 1 / kLeastFrictionRatio) {
    context.warn(surface, directed ? "the ratio of mu2 and mu is out of range; the smaller one "
                                     "holds in all directions"
                                   : "mu and mu2 differ and there is no fdir1; the smaller one "
                                     "holds in all directions");
    return record;
  }
  MaterialSpec spec;
  spec.mu_static = spec.mu_kinetic = friction.along;
  spec.mu_ratio = ratio;
  spec.direction = friction.direction.normalized();
  material = "surface_" + std::to_string(context.surfaces.size());
  context.surfaces[material] = material;
  context.scene.world.materials.named[material] = spec;
  record.mu_static = record.mu_kinetic = friction.along;
  return record;
}

std::string named_surface(Context& context, const ::sdf::Collision& collision) {
  std::string material;
  const MaterialRecord record = surface_of(context, collision, material);
  if (material.empty()) {
    material = "surface_" + std::to_string(context.surfaces.size());
    context.surfaces[material] = material;
  }
  MaterialSpec& spec = context.scene.world.materials.named[material];
  spec.mu_static = record.mu_static;
  spec.mu_kinetic = record.mu_kinetic;
  spec.restitution = record.restitution;
  spec.stiffness = record.stiffness;
  if (std::isfinite(record.damping)) spec.damping = record.damping;
  spec.mu_torsion = record.mu_torsion;
  spec.mu_rolling = record.mu_rolling;
  return material;
}

}  // namespace cardan::sdformat
