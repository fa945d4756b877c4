#pragma once

#include <string>
#include <vector>

#include "cardan/dynamics/urdf/robot_model.h"

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
  std::vector<int> links;  ///< leader first
  SpatialInertia inertia;  ///< in the leader's frame
};

/// The tree of a description, with fixed joints merged.
struct LinkTree {
  std::vector<int> parent_joint;           ///< per link, -1 for the root
  std::vector<std::vector<int>> children;  ///< per link: its child joints, in file order
  std::vector<int> group;                  ///< per link
  std::vector<RigidTransform> X_GL;        ///< per link: pose in the frame of its group's leader
  std::vector<LinkGroup> groups;           ///< root group first
  int root = -1;
};

LinkTree make_link_tree(const RobotDescription& description, const std::vector<BuiltJoint>& joints);

/// The collision shapes of a link as one solid of density 1, in the link frame. Overlaps count
/// twice; a mesh part with an open surface counts as its bounding box.
SpatialInertia solid_of_shapes(const LinkRecord& link);

/// Gives the link the mass, centre of mass and inertia of its collision shapes at this density
/// [kg/m³]. Returns false and changes nothing if the shapes have no volume.
bool fill_with(double density, LinkRecord& link);

/// Inertia [kg m²] about the link's own centre of mass, axes of the link, for its mass distributed
/// evenly over the volume of its collision shapes (see solid_of_shapes). Zero if the shapes have no
/// volume.
Matrix3 inertia_from_shapes(const LinkRecord& link);

/// Decides how the base is attached and describes the reason in words.
RobotBase decide_base(const RobotDescription& description, const LinkTree& tree,
                      const std::vector<BuiltJoint>& joints, const UrdfOptions& options,
                      std::string& reason);

}  // namespace cardan::urdf
