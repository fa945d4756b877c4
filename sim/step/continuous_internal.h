#pragma once

#include <vector>

#include "cardan/collision/collision_scene.h"
#include "cardan/collision/query/sphere_sweep_internal.h"

namespace cardan {

/// A sphere and something it may meet in this step, moving against each other by more than half the
/// sphere's radius.
struct FastPair {
  int sphere = -1, other = -1;  ///< ranks
  double radius = 0;            ///< [m]
  Vector3 start, motion;        ///< of the centre, in W, as predicted
  bool is_movable = true;       ///< the sphere
  double share = 1;             ///< of a push between them that the sphere takes, by their masses
  RigidTransform X_WS, X_WS_next;  ///< of the other
  Vector3 push = Vector3::Zero();  ///< how far the sphere's hits push the other [m]
};

/// Motion that a hit, or a contact that is there already, allows a sphere: g · motion ≤ bound + (1
/// − share) λ. The push λ moves the sphere back by share λ and the other away by the rest.
struct MotionBound {
  Vector3 g = Vector3::Zero();  ///< unit, in W
  double bound = 0;             ///< [m]
  double lambda = 0;            ///< [m]
  FastPair* pair = nullptr;     ///< that it belongs to
};

/// Storage of the sweeps that keeps its capacity.
struct ContinuousWork {
  std::vector<FastPair> pairs;
  std::vector<MotionBound> bounds;
  std::vector<Contact> hits;
  std::vector<unsigned char> dropped;  ///< per contact of the detection
  ProximityScratch proximity;
  CollisionResult result;
};

}  // namespace cardan
