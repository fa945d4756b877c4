#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/export.h"
#include "cardan/mjcf_description.h"
#include "cardan/robot_description.h"

namespace cardan {

/// A child of the world that has joints, or whose descendants have joints.
struct MjcfTree {
  int body = -1;  ///< index of the child of the world
  std::string name;
  RobotDescription robot;  ///< the robot, whose root link "world" stands for the base
  RigidTransform pose;     ///< pose of the base, i.e. of the body, in W
};

/// A body that is fixed to the world and has geoms, or a mocap body.
struct MjcfStaticBody {
  int body = -1;
  std::string name;
  RigidTransform pose;  ///< pose in W
};

/// The parts of a description that become models. Names are unique across both lists.
struct MjcfParts {
  std::vector<MjcfTree> trees;
  std::vector<MjcfStaticBody> statics;
};

/// Splits a description into models. Each body of a tree becomes a link with the name of the body.
/// A body with several joints, or with a joint whose anchor is not the origin of the body, becomes
/// a chain of massless links BODY:JOINT that ends at the link of the body. q of each joint equals
/// MuJoCo's qpos. Velocities of ball joints are in axes of the parent, and those of free joints are
/// in W. surfaces: material name of each geom (see ShapeRecord::surface); empty if there are no
/// materials.
CARDAN_API MjcfParts mjcf_parts(const MjcfDescription& description,
                                const std::vector<std::string>& surfaces = {});

/// Group and mask of a shape. With these filters, cardan's rule (both masks must match) selects the
/// same pairs as MuJoCo's rule (one match suffices, and listed pairs always collide).
struct MjcfFilter {
  std::uint32_t group = 1, mask = 0;  ///< a shape with mask 0 collides with nothing
};

constexpr std::size_t kMostFilterCombinations = 32;

/// Returns the number of different combinations of contype, conaffinity and pairs, with that of
/// other models.
CARDAN_API std::size_t mjcf_filter_combinations(const MjcfDescription& description);

/// Returns one filter for each geom. The filters are exact for up to kMostFilterCombinations.
CARDAN_API std::vector<MjcfFilter> mjcf_filters(const MjcfDescription& description);

/// Converts a geom to a shape. Returns false for a heightfield, which cannot be a shape of a link,
/// and for a mesh that was not read.
CARDAN_API bool mjcf_geometry(const MjcfDescription& description, const mjcf::Geom& geom,
                              GeometryRecord& geometry);

}  // namespace cardan
