#pragma once

#include <string>
#include <vector>

#include "cardan/robot_model.h"

namespace cardan::urdf {

/// A joint as it will be built. A joint that mimics a fixed joint becomes fixed.
struct BuiltJoint {
  const JointRecord* record = nullptr;
  JointType type = JointType::kFixed;
  RigidTransform X_PJ;
};

/// A group of links connected by fixed joints, which move as one body.
struct LinkGroup {
  int leader = -1;         ///< the link that a moving joint carries, or the root link
  int joint = -1;          ///< the moving joint that carries the group, -1 for the root
  bool leaf = true;        ///< true if no moving joint is attached to the group
  std::vector<int> links;  ///< links of the group, leader first
  SpatialInertia inertia;  ///< inertia in the leader's frame
};

/// The tree of a description, with links merged across fixed joints.
struct LinkTree {
  std::vector<int> parent_joint;           ///< joint above each link, -1 for the root
  std::vector<std::vector<int>> children;  ///< child joints of each link, in file order
  std::vector<int> group;                  ///< group of each link
  std::vector<RigidTransform> X_GL;        ///< pose of each link in the frame of its group's leader
  std::vector<LinkGroup> groups;           ///< groups, root group first
  int root = -1;
};

LinkTree make_link_tree(const RobotDescription& description, const std::vector<BuiltJoint>& joints);

/// Returns the inertia, in the link frame, of the collision shapes of a link as one solid of
/// density 1. Overlaps count twice; a mesh part with an open surface counts as its bounding box.
SpatialInertia solid_of_shapes(const LinkRecord& link);

/// Gives the link the mass, centre of mass and inertia of its collision shapes at the given density
/// [kg/m³]. Returns false and changes nothing if the shapes have no volume.
bool fill_with(double density, LinkRecord& link);

/// Returns the inertia [kg m²] about the link's own centre of mass, in axes of the link, if its
/// mass is distributed evenly over the volume of its collision shapes (see solid_of_shapes).
/// Returns zero if the shapes have no volume.
Matrix3 inertia_from_shapes(const LinkRecord& link);

/// Decides how the base is attached and describes the reason in words.
RobotBase decide_base(const RobotDescription& description, const LinkTree& tree,
                      const std::vector<BuiltJoint>& joints, const UrdfOptions& options,
                      std::string& reason);

}  // namespace cardan::urdf
