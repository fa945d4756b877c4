#include <cmath>

#include "cardan/core/error.h"
#include "cardan/sim/body_inertia_internal.h"
#include "cardan/sim/geometry_inertia.h"

namespace cardan {
namespace {

constexpr double kWater = 1000;  // [kg/m³]

void scale_to(double mass, const std::string& where, SpatialInertia& inertia) {
  if (!(mass > 0) || !std::isfinite(mass)) {
    throw Error("mass of a moving body is " + std::to_string(mass), where,
                "expected a positive number [kg]");
  }
  inertia.inertia *= mass / inertia.mass;
  inertia.mass = mass;
}

SpatialInertia part_inertia(const CompoundPart& part, const ModelSpec& spec,
                            const std::string& where) {
  if (spec.mass && (part.mass || part.density))
    throw Error("mass of a part stands beside the mass of the model", where, "give one of the two");
  if (part.mass && part.density)
    throw Error("mass and density of one part", where, "give one of the two");
  const double density = part.density.value_or(spec.density.value_or(kWater));
  if (!(density > 0) || !std::isfinite(density))
    throw Error("density of a part is not positive", where);
  SpatialInertia inertia = geometry_inertia(part.geometry, density);
  if (part.mass) scale_to(*part.mass, where, inertia);
  return inertia.transformed(part.pose);
}

}  // namespace

SpatialInertia body_inertia(const ModelSpec& spec) {
  const std::string where = "model '" + spec.name + "'";
  SpatialInertia inertia;
  if (spec.geometry) {
    inertia = geometry_inertia(*spec.geometry, spec.density.value_or(kWater));
  } else {
    inertia = part_inertia(spec.compound[0], spec, where);
    for (std::size_t i = 1; i < spec.compound.size(); ++i)
      inertia = inertia + part_inertia(spec.compound[i], spec, where);
  }
  if (spec.mass) scale_to(*spec.mass, where, inertia);
  if (spec.inertia) inertia.inertia = *spec.inertia;
  return inertia;
}

}  // namespace cardan
