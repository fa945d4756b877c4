#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/spatial.h"

/// A robot of a page without a run. Its joints can be moved in the page (docs/viewer.md).
namespace cardan::view {

/// A mimic joint: q = multiplier · q[leader] + offset.
struct PageMimic {
  int leader = 0;  ///< index of the leader in PageRobot::joints
  double multiplier = 1, offset = 0;
};

struct PageJoint {
  std::string name, type;
  int parent = -1, child = -1;  ///< indices of bodies of the page
  RigidTransform X_PJ;          ///< pose of the joint in the parent link at q = 0
  Vector3 axis = Vector3::UnitX();
  double pitch = 0;                    ///< pitch of a screw joint [m/rad]
  std::optional<double> lower, upper;  ///< position limits [rad, m]
  std::optional<PageMimic> mimic;
};

/// The inertia of a link, and a uniform box with the same inertia.
struct PageInertial {
  int body = 0;
  double mass = 0;      ///< mass [kg]
  RigidTransform X_LI;  ///< frame of the centre of mass and the principal axes in the link
  Vector3 moments;      ///< principal moments about the centre of mass [kg m²]
  Vector3
      half_extents;  ///< half extents of the box [m]; zero if no rigid body can have the inertia
};

struct PageRobot {
  bool accepted = false;  ///< true if `cardan check` accepts the robot
  std::string base;       ///< how the base is attached, and why; "" if the file was rejected
  std::vector<PageJoint> joints;
  std::vector<PageInertial> inertials;
  std::vector<Diagnostic> diagnostics;
};

}  // namespace cardan::view
