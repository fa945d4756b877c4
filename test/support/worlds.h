#pragma once

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "cardan/drive_spec.h"
#include "cardan/model_spec.h"
#include "cardan/world.h"
#include "cardan/world_spec.h"

/// Small worlds for tests.
namespace cardan::test {

inline constexpr double kG = 9.81;  ///< the gravity of a world by default [m/s²]

inline RigidTransform at(double x, double y, double z) { return RigidTransform(Vector3(x, y, z)); }

inline GeometryRecord box(const Vector3& size) {
  GeometryRecord record;
  record.kind = GeometryKind::kBox;
  record.size = size;
  return record;
}

inline GeometryRecord sphere(double radius) {
  GeometryRecord record;
  record.kind = GeometryKind::kSphere;
  record.size.x() = radius;
  return record;
}

/// A free body with the given mass and the inertia of its shape at uniform density.
inline ModelSpec body(const std::string& name, const GeometryRecord& geometry, double mass,
                      const RigidTransform& pose = {}, const SpatialVelocity& velocity = {}) {
  ModelSpec spec;
  spec.name = name;
  spec.geometry = geometry;
  spec.mass = mass;
  spec.pose = pose;
  spec.velocity = velocity;
  return spec;
}

/// A static half-space whose surface passes through the origin, tilted by angle about y: downhill
/// is +x.
inline ModelSpec slope(double angle) {
  ModelSpec spec;
  spec.name = "slope";
  spec.geometry = GeometryRecord{};
  spec.geometry->kind = GeometryKind::kPlane;
  spec.is_static = true;
  spec.pose.R = Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix();
  return spec;
}

inline PdSpec pd(double kp, double kd) {
  PdSpec spec;
  spec.kp = kp;
  spec.kd = kd;
  return spec;
}

struct Surface {
  double mu = 0.8, restitution = 0;
  double compliance = 1e-4;  ///< most closed forms are of rigid contacts
};

/// Contacts yield by default, by the kind of their bodies.
inline constexpr Surface kDefaultSurface{0.8, 0, std::numeric_limits<double>::quiet_NaN()};

inline WorldSpec world_spec(double h, const Surface& surface, const std::string& formulation = "",
                            const std::string& solver = "", double tolerance = 1e-8) {
  WorldSpec spec;
  spec.step = h;
  if (!formulation.empty()) {
    spec.contact.formulation = FormulationSpec{};
    spec.contact.formulation->id = formulation;
  }
  spec.contact.solver.id = solver;
  spec.contact.solver.tolerance = tolerance;
  MaterialSpec& material = spec.materials.named["default"];
  material.mu_static = material.mu_kinetic = surface.mu;
  material.restitution = surface.restitution;
  material.compliance = surface.compliance;
  return spec;
}

}  // namespace cardan::test
