#pragma once

#include <cstdlib>
#include <limits>

#include "collision/collision_scene.h"
#include "test/unit/collision/collision_oracles.h"

/// Two shapes in many poses.
namespace cardan {

/// Number of poses; CARDAN_FUZZ_POSES overrides it.
inline int poses(int normal) {
  const char* given = std::getenv("CARDAN_FUZZ_POSES");
  return given != nullptr ? std::atoi(given) : normal;
}

/// Fraction of the poses that should be usable, if there are enough poses to judge this.
inline int share(int normal, int part) {
  return poses(normal) < normal ? -1 : poses(normal) / part;
}

/// Contacts of a fixed and a moving shape.
inline CollisionResult collide(const Shape& a, const RigidTransform& X_a, const Shape& b,
                               const RigidTransform& X_b, double margin) {
  CollisionScene scene;
  scene.set_pose(scene.add({"a", a, true, -1}), X_a);
  scene.set_pose(scene.add({"b", b, false, 0}), X_b);
  return scene.detect(margin);
}

/// The smallest gap; infinity without contacts [m].
inline double deepest(const CollisionResult& r) {
  double gap = std::numeric_limits<double>::infinity();
  for (const Contact& c : r.contacts) gap = std::min(gap, c.phi);
  return gap;
}

}  // namespace cardan
