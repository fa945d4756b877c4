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

/// Where the contents of a file stand in a scene with other models, and how they are called there.
struct Placement {
  std::string prefix;                 ///< of the names of models, loops and sensors
  RigidTransform pose;                ///< of the world of the file in W
  std::string surfaces = "surface_";  ///< prefix of the names of materials
  std::string keyframe;               ///< the posture at the start; "": the pose of the file
  bool static_bodies = true;
  /// Bit of each class of filters (mjcf_filters); empty: the bits of the file. Otherwise geoms that
  /// collide with the first class, which is that of usual models, also collide with all bits that
  /// are not of the file.
  std::vector<std::uint32_t> class_bits;
};

/// Names of the keyframes with a qpos.
std::vector<std::string> keyframe_names(const MjcfDescription& model);

/// Number of classes of filters that a description has.
std::size_t filter_classes(const MjcfDescription& model);

/// Group and mask of the file as those of the placement.
MjcfFilter placed(const MjcfFilter& filter, const Placement& placement);

/// The whole file in its place, with its findings. Throws Error for a keyframe that the file does
/// not have, and for a description with errors.
Scene placed_scene(const MjcfDescription& model, const Placement& placement);

/// Names of the material of each geom, in whose table all pairs combine by MuJoCo's rules; "" for
/// geoms that collide with nothing. prefix: of the names.
std::vector<std::string> add_surfaces(const MjcfDescription& model, const std::string& prefix,
                                      Scene& scene);

/// A place of MuJoCo as cardan names it: a link, or the world with the pose of the body.
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

/// Tendons of one joint change the joint; others become loops.
void add_tendons(const Names& names, MjcfParts& parts, Scene& scene);
void add_equalities(const Names& names, MjcfParts& parts, Scene& scene);
void add_actuators(const Names& names, Scene& scene);
void add_sensors(const Names& names, const std::string& prefix, Scene& scene);

/// The heights of an asset. Throws Error.
std::shared_ptr<const HeightGrid> heights_of(const Hfield& field);

}  // namespace cardan::mjcf
