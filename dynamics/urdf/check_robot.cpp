#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "dynamics/urdf/read_context.h"
#include "geometry/shape_form.h"

/// Doubts about a robot that was read without errors. Inertias are not changed; SkeletonBuilder
/// warns about impossible ones.
namespace cardan::urdf {

namespace {

constexpr double kPointLike = 1e-4;  // radius of gyration [m]

// Largest distance of a shape's points from its origin [m]; infinite if the shape is unbounded or
// unknown.
double shape_radius(const GeometryRecord& geometry) {
  if (geometry.kind == GeometryKind::kMesh) {
    double radius = geometry.parts.empty() ? kInfinity : 0.0;
    for (const auto& part : geometry.parts)
      for (const Vector3& vertex : part->vertices) radius = std::max(radius, vertex.norm());
    return radius;
  }
  if (form_of(geometry.kind).solid == nullptr) return kInfinity;
  Shape shape;
  shape.kind = geometry.kind;
  shape.size = geometry.size;
  return bounding_radius(shape);
}

// Detects 1 kg m² on a 100 g part and wrong units: the radius of gyration is then far larger than
// the shapes.
void check_gyration(ReadContext& context, const LinkRecord& link, const Place& place,
                    double moments_sum) {
  const double mass = link.inertial->mass.value_or(0);
  double radius = 0;
  for (const ShapeRecord& shape : link.collisions) {
    const Vector3 from_com = shape.X_LS.p - link.inertial->origin.xyz;
    if (shape.usable) radius = std::max(radius, from_com.norm() + shape_radius(shape.geometry));
  }
  if (!(mass > 0)) return;
  // tr I = 2 m k², where k² is the mean square distance of the mass from its centre. No mass is
  // outside the shapes.
  const double gyration = std::sqrt(0.5 * std::max(moments_sum, 0.0) / mass);
  if (gyration < kPointLike) {
    context.info(place,
                 "a radius of gyration below 0.1 mm: effectively a point mass; wrong units?");
  }
  if (!(radius > 0)) return;
  if (gyration > 3 * radius) {
    context.warn(place, "the radius of gyration, " + number_text(gyration) +
                            " m, is far larger than the collision shapes (" + number_text(radius) +
                            " m); a placeholder or wrong units?");
  }
}

void check_inertia(ReadContext& context, const LinkRecord& link) {
  if (!link.inertial || !link.inertial->inertia) return;
  const Place place{"link \"" + link.name + "\" / inertial", link.inertial->line};
  const Matrix3& inertia = *link.inertial->inertia;
  const double mass = link.inertial->mass.value_or(0);
  const double largest_entry = inertia.cwiseAbs().maxCoeff();
  if (largest_entry == 0) {
    if (mass > 0) context.info(place, "mass without inertia; a point mass");
    return;
  }
  if (mass == 0) context.info(place, "inertia without mass; used as given");
  check_gyration(context, link, place, inertia.trace());
}

}  // namespace

void check_inertias(ReadContext& context) {
  for (const LinkRecord& link : context.robot.links) check_inertia(context, link);
}

void check_mimics(ReadContext& context) {
  std::map<std::string, const JointRecord*> joints;
  for (const JointRecord& joint : context.robot.joints) joints[joint.name] = &joint;
  for (JointRecord& joint : context.robot.joints) {
    if (!joint.mimic || joint.mimic->joint.empty()) continue;
    const Place place{"joint \"" + joint.name + "\" / mimic", joint.mimic->line};
    const auto leader = joints.find(joint.mimic->joint);
    const auto movable = [](const JointRecord& j) { return joint_freedoms(j.type) == 1; };
    if (joint.type == JointType::kFixed) {
      context.info(place, "a fixed joint cannot mimic another; ignored");
    } else if (leader == joints.end()) {
      context.warn(place, "mimics \"" + joint.mimic->joint +
                              "\", which is not in the file; the joint moves freely");
    } else if (leader->second == &joint) {
      context.warn(place, "a joint can't mimic itself; it moves freely");
    } else if (!movable(joint) ||
               (!movable(*leader->second) && leader->second->type != JointType::kFixed)) {
      context.warn(
          place,
          "only joints with one degree of freedom can mimic each other; the joint moves freely");
    } else {
      continue;
    }
    joint.mimic.reset();
  }
}

}  // namespace cardan::urdf
