#include "sim/assembly/body_inertia.h"

#include <cmath>
#include <cstdio>

#include "cardan/drive_spec.h"
#include "cardan/error.h"
#include "cardan/geometry.h"
#include "cardan/model_spec.h"
#include "cardan/skeleton_builder.h"
#include "core/number_text.h"

namespace cardan {
namespace {

constexpr double kWater = 1000;  // [kg/m³]

void scale_to(double mass, const std::string& where, SpatialInertia& inertia) {
  if (!(mass > 0) || !std::isfinite(mass)) {
    throw Error("mass of a moving body is " + number_text(mass), where,
                "expected a positive number [kg]");
  }
  inertia.inertia *= mass / inertia.mass;
  inertia.mass = mass;
}

SpatialInertia solid_inertia(const GeometryRecord& geometry, double density,
                             const std::string& where) {
  if (!(density > 0) || !std::isfinite(density))
    throw Error("density of a moving body is " + number_text(density), where,
                "expected a positive number [kg/m³]");
  return geometry_inertia(geometry, density);
}

void require_volume(const SpatialInertia& solid, const std::string& what,
                    const std::string& where) {
  if (solid.mass > 0) return;
  throw Error("the " + what + " of a moving body has no volume", where,
              "expected sizes that are finite and > 0");
}

SpatialInertia part_inertia(const CompoundPart& part, const ModelSpec& spec,
                            const std::string& where) {
  if (spec.mass && (part.mass || part.density))
    throw Error("both the model and one of its parts have a mass", where, "keep one of the two");
  if (part.mass && part.density)
    throw Error("a part has both a mass and a density", where, "keep one of the two");
  const double density = part.density.value_or(spec.density.value_or(kWater));
  SpatialInertia inertia = solid_inertia(part.geometry, density, where);
  if (part.mass) {
    require_volume(inertia, geometry_kind_name(part.geometry.kind), where);
    scale_to(*part.mass, where, inertia);
  }
  return inertia.transformed(part.pose);
}

}  // namespace

SpatialInertia body_inertia(const ModelSpec& spec) {
  const std::string where = "model '" + spec.name + "'";
  SpatialInertia inertia;
  if (spec.geometry) {
    inertia = solid_inertia(*spec.geometry, spec.density.value_or(kWater), where);
  } else {
    inertia = part_inertia(spec.compound[0], spec, where);
    for (std::size_t i = 1; i < spec.compound.size(); ++i)
      inertia = inertia + part_inertia(spec.compound[i], spec, where);
  }
  if (!spec.mass || !spec.inertia)
    require_volume(inertia, spec.geometry ? geometry_kind_name(spec.geometry->kind) : "compound",
                   where);
  if (spec.mass) scale_to(*spec.mass, where, inertia);
  if (spec.inertia) {
    require_possible(*spec.inertia, where);
    inertia.inertia = *spec.inertia;
  }
  return inertia;
}

void require_possible(const Matrix3& inertia, const std::string& where) {
  if (!inertia.allFinite()) throw Error("the inertia is not finite", where);
  if (inertia != inertia.transpose()) throw Error("the inertia is not symmetric", where);
  Vector3 moments;
  const char* defect = inertia_defect(inertia, moments);
  if (defect == nullptr && moments[0] > 0) return;
  char text[128];
  std::snprintf(text, sizeof text, "principal moments %g, %g, %g kg m^2", moments[0], moments[1],
                moments[2]);
  throw Error(std::string("the inertia ").append(defect ? defect : "is not positive") + ": " + text,
              where, "no rigid body has this inertia; check signs, axes and units");
}

}  // namespace cardan
