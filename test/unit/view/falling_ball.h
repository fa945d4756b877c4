#pragma once

#include <string>

#include "test/support/worlds.h"

namespace cardan::test {

inline ModelSpec ball(const std::string& name, const Vector3& place) {
  return body(name, sphere(0.1), 2, RigidTransform(place));
}

/// A ball that falls onto a ground from a height of 1 m.
inline World falling_ball(double step = 0.001) {
  WorldSpec spec;
  spec.step = step;
  World world(spec);
  world.add_ground();
  world.add(ball("ball", {0, 0, 1}));
  return world;
}

}  // namespace cardan::test
