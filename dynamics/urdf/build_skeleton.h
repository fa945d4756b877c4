#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cardan/core/diagnostic.h"
#include "cardan/core/export.h"
#include "cardan/core/geometry_record.h"
#include "cardan/dynamics/skeleton.h"
#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/dynamics/urdf/urdf_options.h"

namespace cardan {

/// One collision shape of a robot, carried by a body.
struct RobotShape {
  std::string link;     ///< link of the file it belongs to
  std::string name;     ///< of the <collision>, "" if none
  int index = 0;        ///< number of the <collision> within its link
  int body = -1;        ///< carrying body, -1 = the base
  RigidTransform X_BS;  ///< pose of the shape in the body (or base) frame
  GeometryRecord geometry;
  MaterialRecord material;
  /// Bullet's filter: two shapes meet if each one's mask has a bit of the other's group.
  std::uint32_t group = 1, mask = 0xffffffffU;
  int line = 0;  ///< of the <collision>
};

/// q[follower] = multiplier · q[leader] + offset, for information: the skeleton has eliminated the
/// follower's coordinate. Chains are resolved, so no leader is itself a follower.
struct MimicCoupling {
  std::string follower, leader;  ///< joint names
  int follower_index = -1;       ///< in Skeleton::followers
  int leader_dof = -1;           ///< velocity coordinate
  double multiplier = 1;
  double offset = 0;  ///< [rad, m]
};

/// How the base of a built robot is carried. kStatic: nothing moves at all (Bullet's root of mass
/// 0).
enum class RobotBase { kFixed, kFloating, kStatic };

/// "fixed", "floating" or "static".
CARDAN_API const char* robot_base_name(RobotBase base);

/// A robot ready to be simulated.
struct RobotModel {
  std::string name;
  std::shared_ptr<const Skeleton> skeleton;  ///< without bodies if the base is static
  RobotBase base = RobotBase::kFixed;
  std::vector<RobotShape> shapes;  ///< by link in the order of the file, then by index
  /// Bodies (-1 = base) that a joint connects, first < second, sorted: never tested against each
  /// other. A body without shapes in between (two hinges as a universal joint) is skipped. Shapes
  /// of one body are never tested either.
  std::vector<std::pair<int, int>> adjacent_bodies;
  /// Link names that SRDF or Drake's filter groups exempt, first < second, sorted.
  std::vector<std::pair<std::string, std::string>> disabled_links;
  std::vector<MimicCoupling> mimics;
  std::vector<PostureRecord> postures;  ///< of the URDF, then of the SRDF file
  std::vector<Diagnostic> diagnostics;  ///< of the reader, the build and the skeleton builder
  std::string base_reason;              ///< why the base is what it is, in words
};

/// Makes the skeleton and lists the shapes. Throws Error (file:line, link or joint) where no valid
/// skeleton results.
CARDAN_API RobotModel build_robot(const RobotDescription& description,
                                  const UrdfOptions& options = {});

/// read_urdf, then build_robot.
CARDAN_API RobotModel load_robot(const std::string& file, const UrdfOptions& options = {});

}  // namespace cardan
