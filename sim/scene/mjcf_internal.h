#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/dynamics/mjcf/mjcf_trees.h"
#include "cardan/scene/scene.h"

/// Parts of the translation of an MJCF description into a scene. Each adds its findings to
/// Scene::diagnostics.
namespace cardan::mjcf {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Placement of the contents of a file in a scene with other models, and the names there.
struct Placement {
  std::string prefix;                 ///< prefix of the names of models, loops and sensors
  RigidTransform pose;                ///< pose of the world frame of the file in W
  std::string surfaces = "surface_";  ///< prefix of the names of materials
  std::string keyframe;               ///< initial posture; "": the pose in the file
  bool static_bodies = true;
  std::vector<std::uint32_t> class_bits;  ///< see placed
};

/// Names of the keyframes with a qpos.
std::vector<std::string> keyframe_names(const MjcfDescription& model);

/// Number of classes of filters of a description.
std::size_t filter_classes(const MjcfDescription& model);

/// Group and mask of a geom among other models. class_bits: bit of each class of filters
/// (mjcf_filters); empty: the bits of the file. Otherwise, geoms that collide with the first class,
/// which is the class of usual models, also collide with all bits that the file does not use.
MjcfFilter placed(const MjcfFilter& filter, const std::vector<std::uint32_t>& class_bits);

/// The whole file in its placement, with its findings. Throws Error if the file does not have the
/// keyframe, or if the description has errors.
Scene placed_scene(const MjcfDescription& model, const Placement& placement);

/// Returns the name of the material of each geom, "" for geoms that collide with nothing. The table
/// of pairs follows MuJoCo's rules. prefix: prefix of the names.
std::vector<std::string> add_surfaces(const MjcfDescription& model, const std::string& prefix,
                                      Scene& scene);

/// A frame of MuJoCo in terms of cardan: a link, or the world with the pose of the body.
struct End {
  std::string name;     ///< MODEL/LINK or "world"
  RigidTransform X_EB;  ///< pose of the body in the frame of the end
  bool moves() const { return name != "world"; }
};

/// The parts of a description with the names of their models.
struct Names {
  /// pose: of the world of the file in W.
  Names(const MjcfDescription& description, const MjcfParts& split, const RigidTransform& pose);

  End end(int body) const;
  std::string joint(int joint) const;  ///< MODEL/JOINT
  /// The model that has the shapes of a body: MODEL/LINK, the name of a static model, "" if none.
  std::string shapes(int body) const;

  const MjcfDescription& model;
  const MjcfParts& parts;
  std::vector<RigidTransform> poses;    ///< of the bodies in W, in the pose of the file
  std::vector<int> tree_of, static_of;  ///< per body, −1: none
};

/// Softness as a law: rigid if none is given.
Compliance law_of(const Softness& softness, const Source& source, const std::string& element,
                  Scene& scene);

void note(Scene& scene, Severity severity, const Source& source, const std::string& element,
          const std::string& message);

/// Converts tendons of one joint to properties of the joint, and all other tendons to loops.
void add_tendons(const Names& names, MjcfParts& parts, Scene& scene);
void add_equalities(const Names& names, MjcfParts& parts, Scene& scene);
void add_actuators(const Names& names, Scene& scene);
void add_sensors(const Names& names, const std::string& prefix, Scene& scene);

/// The heights of an asset. Throws Error.
std::shared_ptr<const HeightGrid> heights_of(const Hfield& field);

}  // namespace cardan::mjcf
