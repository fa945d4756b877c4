#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/scene.h"
#include "dynamics/mjcf/mjcf_trees.h"

/// Functions that translate an MJCF description to a scene. Each function adds its findings to
/// Scene::diagnostics.
namespace cardan::mjcf {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Placement of the contents of a file in a scene with other models, and their names in this scene.
struct ScenePlacement {
  std::string prefix;                 ///< prefix of the names of models, loops and sensors
  RigidTransform pose;                ///< pose of the world frame of the file in W
  std::string surfaces = "surface_";  ///< prefix of the names of materials
  std::string keyframe;               ///< initial posture; "" for the pose in the file
  bool static_bodies = true;
  std::vector<std::uint32_t> class_bits;  ///< bits of the filter classes, see placed
};

/// Returns the names of the keyframes that have a qpos.
std::vector<std::string> keyframe_names(const MjcfDescription& model);

/// Returns the number of filter classes of a description.
std::size_t filter_classes(const MjcfDescription& model);

/// Returns the group and the mask of a geom among other models. class_bits: bit of each filter
/// class (mjcf_filters). If it is empty, the bits of the file are used. Otherwise, geoms that
/// collide with the first class, which is that of ordinary models, also collide with all bits that
/// the file does not use.
MjcfFilter placed(const MjcfFilter& filter, const std::vector<std::uint32_t>& class_bits);
/// Replaces the group and the mask of a shape by those that `placed` returns.
void place_filter(ShapeRecord& shape, const std::vector<std::uint32_t>& class_bits);

/// Makes the scene for a whole file in the given placement, with the findings. Throws Error if the
/// file does not have the keyframe, or if the description has errors.
Scene placed_scene(const MjcfDescription& model, const ScenePlacement& placement);

/// Returns the name of the material of each geom, "" for geoms that collide with nothing. The table
/// of pairs follows MuJoCo's rules. prefix: prefix of the material names.
std::vector<std::string> add_surfaces(const MjcfDescription& model, const std::string& prefix,
                                      Scene& scene);

/// The counterpart in cardan of a body of MuJoCo: a link, or the world together with the pose of
/// the body.
struct End {
  std::string name;     ///< name of the end: MODEL/LINK or "world"
  RigidTransform X_EB;  ///< pose of the body in the frame of the end
  bool moves() const { return name != "world"; }
};

/// The parts of a description with the names of their models.
struct Names {
  /// pose: pose of the file's world frame in W.
  Names(const MjcfDescription& description, const MjcfParts& split, const RigidTransform& pose);

  End end(int body) const;
  std::string joint(int joint) const;  ///< returns the name MODEL/JOINT
  /// Returns the name of the model that has the shapes of a body: MODEL/LINK, the name of a static
  /// model, or "" if there is none.
  std::string shapes(int body) const;

  const MjcfDescription& model;
  const MjcfParts& parts;
  std::vector<MjcfFilter> filters;    ///< of the geoms
  std::vector<RigidTransform> poses;  ///< poses of the bodies in W, in the initial pose of the file
  /// Index of the tree or static body for each body, −1 if there is none.
  std::vector<int> tree_of, static_of;
  std::vector<std::vector<int>> joints_of;  ///< joints of each tree, in the order of the file
  std::vector<int>
      record_of;  ///< index of each joint in the robot of its tree, −1 if there is none
};

/// Returns the first body from a body upwards that has a joint, or the world. Bodies with the same
/// root are fixed to each other.
int rigid_root(const MjcfDescription& model, int body);

/// Converts a softness to a law, which is rigid if no softness is given.
Compliance law_of(const Softness& softness, const Source& source, const std::string& element,
                  Scene& scene);

void note(Scene& scene, Severity severity, const Source& source, const std::string& element,
          const std::string& message);

/// Converts tendons of one joint to properties of the joint, and all other tendons to loops.
void add_tendons(const Names& names, MjcfParts& parts, Scene& scene);
void add_equalities(const Names& names, MjcfParts& parts, Scene& scene);
/// Converts actuators to laws and motors. keyframe: its ctrl acts at the start; "" for ctrl 0.
void add_actuators(const Names& names, const std::string& keyframe, Scene& scene);
void add_sensors(const Names& names, const std::string& prefix, Scene& scene);

/// Returns the heights of an asset. Throws Error if they cannot be read.
std::shared_ptr<const HeightGrid> heights_of(const Hfield& field);

}  // namespace cardan::mjcf
