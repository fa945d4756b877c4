#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cardan/error.h"
#include "cardan/export.h"
#include "cardan/geometry.h"
#include "cardan/robot_description.h"
#include "cardan/skeleton.h"
#include "cardan/spatial.h"

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

/// One collision shape of a robot, attached to a body.
struct RobotShape {
  std::string link;     ///< the link, as named in the file
  std::string name;     ///< name of the <collision>, "" if none
  int index = 0;        ///< index of the <collision> within its link
  int body = -1;        ///< body that carries the shape, -1 = the base
  RigidTransform X_BS;  ///< pose of the shape in the body (or base) frame
  GeometryRecord geometry;
  MaterialRecord material;
  /// Bullet's collision filter: two shapes can collide if the mask of each shares a bit with the
  /// other's group.
  std::uint32_t group = 1, mask = 0xffffffffU;
  int line = 0;         ///< line of the <collision>
  std::string surface;  ///< material of the scene; "" for the material of the model
};

/// One visual of a robot, attached to a body. Simulation steps do not use visuals.
struct RobotVisual {
  std::string link;     ///< the link, as named in the file
  std::string name;     ///< name of the <visual>, "" if none
  int index = 0;        ///< index of the <visual> within its link
  int body = -1;        ///< body that carries the visual, -1 = the base
  RigidTransform X_BV;  ///< pose of the visual in the body (or base) frame
  /// Geometry of the visual. It contains the triangles of a mesh only with
  /// UrdfOptions::load_visual_meshes.
  GeometryRecord geometry;
  AppearanceRecord appearance;
  int line = 0;  ///< line of the <visual>
};

/// A link that a fixed joint merges into the body of another link. The link remains as a frame of
/// the skeleton.
struct LumpedLink {
  std::string link;
  std::string joint;    ///< the fixed joint above the link
  std::string carrier;  ///< child link of the moving joint of the body; "" for the base
  int body = -1;        ///< the body, -1 = the base
};

/// A coupling q[follower] = multiplier · q[leader] + offset. For information only: the skeleton has
/// already eliminated the follower's coordinate. Chains are resolved, so a leader is never itself a
/// follower.
struct MimicCoupling {
  std::string follower, leader;  ///< joint names
  int follower_index = -1;       ///< index in Skeleton::followers
  int leader_dof = -1;           ///< velocity coordinate of the leader
  double multiplier = 1;
  double offset = 0;  ///< offset [rad, m]
};

/// How the base of a built robot is attached. With kStatic, nothing moves (as with Bullet's root of
/// mass 0).
enum class RobotBase { kFixed, kFloating, kStatic };

/// Returns "fixed", "floating" or "static".
CARDAN_API const char* robot_base_name(RobotBase base);

/// A robot ready to be simulated.
struct RobotModel {
  std::string name;
  /// The skeleton, which has no bodies if the base is static.
  std::shared_ptr<const Skeleton> skeleton;
  RobotBase base = RobotBase::kFixed;
  /// Shapes sorted by link in the order of the file, then by index.
  std::vector<RobotShape> shapes;
  std::vector<RobotVisual> visuals;  ///< visuals in the same order as the shapes
  std::vector<LumpedLink> lumped;    ///< lumped links in the order of the file
  /// Pairs of bodies (-1 = base) connected by a joint, first < second, sorted. Shapes of such
  /// bodies are not tested against each other. Two bodies that are connected through a body
  /// without shapes (for example, by a universal joint made of two hinges) also form a pair;
  /// RobotDescription::adjacency may restrict this. Shapes of one body are never tested against
  /// each other either.
  std::vector<std::pair<int, int>> adjacent_bodies;
  /// Pairs of link names excluded from collision by SRDF or Drake's filter groups, first < second,
  /// sorted.
  std::vector<std::pair<std::string, std::string>> disabled_links;
  /// Pairs of names of shapes that are tested although their bodies are adjacent or their links
  /// disabled, first < second, sorted.
  std::vector<std::pair<std::string, std::string>> colliding_shapes;
  std::vector<MimicCoupling> mimics;
  std::vector<RobotLink> links;  ///< links in the order of the file; empty if no joint is fixed
  std::vector<PostureRecord> postures;  ///< postures of the URDF, then those of the SRDF file
  /// Diagnostics of the reader, the build and the skeleton builder.
  std::vector<Diagnostic> diagnostics;
  std::string base_reason;  ///< the reason for the choice of base, in words
};

/// Builds the skeleton and lists the shapes. Throws Error (file:line, link or joint) if the
/// description does not define a valid skeleton.
CARDAN_API RobotModel build_robot(const RobotDescription& description,
                                  const UrdfOptions& options = {});

/// Calls read_urdf, then build_robot.
CARDAN_API RobotModel load_robot(const std::string& file, const UrdfOptions& options = {});

}  // namespace cardan
