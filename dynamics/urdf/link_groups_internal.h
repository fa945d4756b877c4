#pragma once

#include <string>
#include <vector>

#include "cardan/dynamics/urdf/build_skeleton.h"

namespace cardan::urdf {

/// A joint as it will be built: fixed if it mimics a fixed one.
struct BuiltJoint {
  const JointRecord* record = nullptr;
  JointType type = JointType::kFixed;
  RigidTransform X_PJ;
};

/// Links that fixed joints weld together move as one body.
struct LinkGroup {
  int leader = -1;         ///< link that a moving joint carries, or the root link
  int joint = -1;          ///< that joint, -1 for the root
  bool leaf = true;        ///< no moving joint hangs on it
  std::vector<int> links;  ///< leader first
  SpatialInertia inertia;  ///< in the leader's frame
};

/// The tree of a description, welded.
struct LinkTree {
  std::vector<int> parent_joint;           ///< per link, -1 for the root
  std::vector<std::vector<int>> children;  ///< per link: joints, in the order of the file
  std::vector<int> group;                  ///< per link
  std::vector<RigidTransform> X_GL;        ///< per link: pose in its group's leader
  std::vector<LinkGroup> groups;           ///< root group first
  int root = -1;
};

LinkTree make_link_tree(const RobotDescription& description, const std::vector<BuiltJoint>& joints);

/// The collision shapes of a link as one solid of density 1, in the link frame; overlaps count
/// twice, a part of a mesh with an open surface counts as its bounding box.
SpatialInertia solid_of_shapes(const LinkRecord& link);

/// Gives the link the mass, centre and inertia of its collision shapes at this density [kg/m³].
/// False, and nothing given, if they have no volume.
bool fill_with(double density, LinkRecord& link);

/// Inertia [kg m²] about the link's own centre of mass, axes of the link, of its mass spread evenly
/// over the volume of its collision shapes, as solid_of_shapes has it. Zero if they have no
/// volume.
Matrix3 inertia_from_shapes(const LinkRecord& link);

/// The base and, in words, why.
RobotBase decide_base(const RobotDescription& description, const LinkTree& tree,
                      const std::vector<BuiltJoint>& joints, const UrdfOptions& options,
                      std::string& reason);

}  // namespace cardan::urdf
