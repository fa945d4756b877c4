#pragma once

#include <string>
#include <vector>

#include "test/support/surfaces.h"
#include "test/support/worlds.h"

/// Bodies that slide or roll over a floor, and fixed bodies of the floor.
namespace cardan::test {

inline GeometryRecord shape(GeometryKind kind, const Vector3& size) {
  GeometryRecord record;
  record.kind = kind;
  record.size = size;
  return record;
}

inline ModelSpec fixed(const std::string& name, const GeometryRecord& geometry,
                       const RigidTransform& pose) {
  ModelSpec spec = body(name, geometry, 0, pose);
  spec.is_static = true;
  return spec;
}

struct Mover {
  const char* name;
  GeometryRecord geometry;
  Matrix3 turn = Matrix3::Identity();
  bool rolls = false;  ///< about y
};

/// Bodies whose smallest size is `size` and whose centre is at half of it above the floor.
inline std::vector<Mover> movers(double size) {
  const Matrix3 lying = Eigen::AngleAxisd(M_PI / 2, Vector3::UnitX()).toRotationMatrix();
  GeometryRecord hull = mesh_record(box_mesh({size, size, size}));
  hull.convex = true;
  return {{"box", box({size, size, size})},
          {"hull", hull},
          {"cylinder", shape(GeometryKind::kCylinder, {size / 2, size, 0})},
          {"wheel", shape(GeometryKind::kCylinder, {size / 2, size, 0}), lying, true},
          {"capsule", shape(GeometryKind::kCapsule, {size / 2, size, 0}), lying, true},
          {"sphere", sphere(size / 2), Matrix3::Identity(), true}};
}

}  // namespace cardan::test
