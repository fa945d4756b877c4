#pragma once

#include "cardan/scene/scene.h"
#include "cardan/scene/yaml_internal.h"

/// The parts of a scene file, one reader each. All throw Error with file, line, key and what was
/// expected.
namespace cardan {

/// Refuses a scene whose `needs` are not there, by the first of them.
void require_needs(const SceneNode& root);

ContactSpec read_contact(const SceneNode& node);
MaterialTable read_materials(const SceneNode& node);

/// Keys of the three ways to say a compliance.
const std::vector<std::string>& compliance_keys();

/// {stiffness, damping}, {time_constant, damping_ratio} or {cfm, erp} among the keys of a node;
/// rigid if none of them stands there. Mixtures and halves are refused.
Compliance read_compliance(const SceneNode& node);

/// Names of collision groups, each a bit; "default" is the first.
struct CollisionGroups {
  std::vector<std::string> names{"default"};
};

/// The groups that the models of a scene are put into.
CollisionGroups find_collision_groups(const SceneNode& models);

/// {group, mask, links: {LINK: {group, mask}}}; a mask may name what find_collision_groups found.
void read_collision_filter(const SceneNode& node, const CollisionGroups& groups, ModelSpec& model);

/// {group, mask} of a part of a compound.
CollisionFilter read_part_filter(const SceneNode& node, const CollisionGroups& groups);

/// [a, b] of the list `ignore`.
std::pair<std::string, std::string> read_ignored_pair(const SceneNode& node,
                                                      const std::vector<ModelSpec>& models);

/// Data for the models from the parts of a scene that are read first.
struct ModelContext {
  const MaterialTable& materials;
  CollisionGroups groups;
};

ModelSpec read_model(const SceneNode& node, const ModelContext& context);

/// The model itself, or, with a key `grid`, its copies NAME_i_j_k in a lattice.
std::vector<ModelSpec> expand_grid(const SceneNode& node, const ModelSpec& model);

/// A loop; models: for the check of the names of its ends.
LoopSpec read_loop(const SceneNode& node, const std::vector<ModelSpec>& models);

/// {formulations, solvers} among the keys of a node.
PairFilter read_pair_filter(const SceneNode& node);
ExpectSpec read_expectation(const SceneNode& node);
KnownFailure read_known_failure(const SceneNode& node);
std::vector<SweepAxis> read_sweep(const SceneNode& node);
PerturbSpec read_perturb(const SceneNode& node);

/// Moves the start of every model that can move by uniform offsets.
void perturb(const PerturbSpec& spec, World& world);

/// The geometry a model node names (box, sphere, …), or nothing. X_MS: pose of the shape frame in
/// the model's frame (axis, plane normal), left alone where it is the identity.
std::optional<GeometryRecord> read_geometry(const SceneNode& model, RigidTransform* X_MS);
/// {file or data, size}, read at once.
GeometryRecord read_heightfield(const SceneNode& node);

/// Keys that name a geometry.
const std::vector<std::string>& geometry_keys();

}  // namespace cardan
