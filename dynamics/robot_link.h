#pragma once

#include <string>

#include "cardan/core/spatial.h"

namespace cardan {

/// One link of a robot file before fixed joints are lumped.
struct RobotLink {
  std::string name;
  std::string joint;       ///< that carries it, "" for the root
  int parent = -1;         ///< index in the list of links, −1: root
  bool fixed = false;      ///< the joint is fixed: the link is a part of its parent's body
  int first_body = -1;     ///< moving joint: first body of the chain that realises it
  SpatialInertia inertia;  ///< in the link frame
};

}  // namespace cardan
