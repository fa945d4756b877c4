#pragma once

#include <string>

#include "cardan/core/spatial.h"

namespace cardan {

/// One link of a robot file, before links are lumped across fixed joints.
struct RobotLink {
  std::string name;
  std::string joint;    ///< joint above the link, "" for the root
  int parent = -1;      ///< index in the list of links; −1 for the root
  bool fixed = false;   ///< true if the joint is fixed; the link is then part of its parent's body
  int first_body = -1;  ///< first body of the chain that models the joint, if the joint moves
  SpatialInertia inertia;  ///< inertia in the link frame
};

}  // namespace cardan
