#pragma once

#include <vector>

#include "collision/collision_scene.h"
#include "collision/query/sphere_sweep.h"

namespace cardan {

/// A sphere and another shape that the sphere may hit in this step. They move relative to each
/// other by more than half the radius of the sphere.
struct FastPair {
  int sphere = -1, other = -1;  ///< ranks of the objects
  double radius = 0;            ///< radius of the sphere [m]
  Vector3 start, motion;        ///< predicted start and motion of the centre, in W
  bool is_movable = true;       ///< true if the sphere can move
  double share = 1;  ///< fraction of a push that moves the sphere, determined by the two masses
  RigidTransform X_WS, X_WS_next;  ///< poses of the other shape
  Vector3 push = Vector3::Zero();  ///< displacement of the other shape by the sphere's hits [m]
};

/// Bound on the motion of a sphere by a hit or an existing contact: g · motion ≤ bound + (1 −
/// share) λ. The push λ moves the sphere back by share λ and the other shape away by (1 − share) λ.
struct MotionBound {
  Vector3 g = Vector3::Zero();  ///< unit vector in W
  double bound = 0;             ///< bound on g · motion [m]
  double lambda = 0;            ///< push λ [m]
  FastPair* pair = nullptr;     ///< the pair of this bound
};

/// Scratch memory of the sweeps. It keeps its capacity.
struct ContinuousWork {
  std::vector<FastPair> pairs;
  std::vector<MotionBound> bounds;
  std::vector<Contact> hits;
  std::vector<unsigned char> dropped;  ///< for each contact of the detection: 1 if it is dropped
  ProximityScratch proximity;
  CollisionResult result;
};

}  // namespace cardan
