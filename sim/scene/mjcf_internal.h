#pragma once

#include <string>
#include <vector>

#include "cardan/dynamics/mjcf/mjcf_trees.h"
#include "cardan/scene/scene.h"

/// Parts of the translation of an MJCF description into a scene. Each adds its findings to
/// Scene::diagnostics.
namespace cardan::mjcf {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

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
  Names(const MjcfDescription& description, const MjcfParts& split);

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
