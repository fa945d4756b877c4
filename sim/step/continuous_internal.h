#pragma once

#include <vector>

#include "cardan/collision/collision_scene.h"
#include "cardan/collision/query/sphere_sweep_internal.h"

namespace cardan {

/// A sphere and another shape that it may hit in this step. They move relative to each other by
/// more than half the sphere's radius.
struct FastPair {
  int sphere = -1, other = -1;  ///< ranks
  double radius = 0;            ///< [m]
  Vector3 start, motion;        ///< predicted start and motion of the centre, in W
  bool is_movable = true;       ///< whether the sphere can move
  double share =
      1;  ///< the sphere's fraction of a push between the two, determined by their masses
  RigidTransform X_WS, X_WS_next;  ///< poses of the other shape
  Vector3 push = Vector3::Zero();  ///< displacement of the other shape by the sphere's hits [m]
};

/// Bound on the motion of a sphere by a hit or an existing contact: g · motion ≤ bound + (1 −
/// share) λ. The push λ moves the sphere back by share λ and the other shape away by the rest.
struct MotionBound {
  Vector3 g = Vector3::Zero();  ///< unit, in W
  double bound = 0;             ///< [m]
  double lambda = 0;            ///< [m]
  FastPair* pair = nullptr;     ///< the pair of this bound
};

/// Storage of the sweeps. It keeps its capacity.
struct ContinuousWork {
  std::vector<FastPair> pairs;
  std::vector<MotionBound> bounds;
  std::vector<Contact> hits;
  std::vector<unsigned char> dropped;  ///< per contact of the detection
  ProximityScratch proximity;
  CollisionResult result;
};

}  // namespace cardan
