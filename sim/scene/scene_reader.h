#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "cardan/mjcf_description.h"
#include "cardan/scene.h"
#include "sim/scene/keys.h"
#include "sim/scene/study.h"
#include "sim/scene/yaml.h"

/// Readers for the parts of a scene file. All of them throw Error with the file, the line, the key
/// and the expected value.
namespace cardan {

struct CollisionFilter;
struct ModelSpec;

/// Throws Error for the first missing item of `needs`.
void require_needs(const SceneNode& root);

/// Forms of a scene and its parts.
Form scene_form();
Form contact_form();
Form materials_form();
Form model_form();
Form loop_form();
Form sensor_form();
Form expectation_form();
Form known_failure_form();
Form sweep_form();
Form perturb_form();
Form collision_form();
Form filter_form();
Form grid_form();
Form heightfield_form();
/// Rows of the keys of geometry_keys() and of read_compliance().
std::span<const KeyRow> geometry_rows();
std::span<const KeyRow> compliance_rows();

ContactSpec read_contact(const SceneNode& node);
MaterialTable read_materials(const SceneNode& node);

/// Returns the place of an override in messages: "FILE with PATH=VALUE".
std::string place_of(const SceneOverride& change, const std::string& file);

/// Throws Error if an override of a scene that was read sets a material that no shape has.
void refuse_unused_materials(const SceneNode& root, const Scene& scene);

/// Throws Error unless a shape of a world has this material.
void require_used_material(const World& world, const std::string& name, const std::string& where);

/// Returns the keys of the three ways to specify a compliance.
const std::vector<std::string>& compliance_keys();

/// Reads {stiffness, damping}, {time_constant, damping_ratio} or {cfm, erp} from the keys of a
/// node. The result is rigid if none is given. Mixed and incomplete pairs are rejected.
Compliance read_compliance(const SceneNode& node);

/// Names of collision groups, with one bit for each group. "default" is the first group.
struct CollisionGroups {
  std::vector<std::string> names{"default"};
};

/// Returns the groups to which the models of a scene belong.
CollisionGroups find_collision_groups(const SceneNode& models);

/// Reads {group, mask, links: {LINK: {group, mask}}}. Masks must name groups found by
/// find_collision_groups.
void read_collision_filter(const SceneNode& node, const CollisionGroups& groups, ModelSpec& model);

/// Reads {group, mask} of a part of a compound.
CollisionFilter read_part_filter(const SceneNode& node, const CollisionGroups& groups);

/// Reads the name of a material of the table.
std::string read_material_name(const SceneNode& node, const MaterialTable& table);

/// The models of a scene by name, for keys that name a model.
class ModelNames {
 public:
  explicit ModelNames(const std::vector<ModelSpec>& models);
  /// Returns the model MODEL of "MODEL" or "MODEL/LINK". Throws Error with the place of the node if
  /// there is none. more: other words that are known there.
  const ModelSpec& require(const SceneNode& node, const std::string& word,
                           const std::vector<std::string>& more = {}) const;

 private:
  const std::vector<ModelSpec>& models_;
  std::map<std::string_view, const ModelSpec*> known_;
};

/// Reads [a, b] of the list `ignore`.
std::pair<std::string, std::string> read_ignored_pair(const SceneNode& node,
                                                      const ModelNames& models);

/// Parts of a scene that are read before the models.
struct ModelContext {
  const MaterialTable& materials;
  CollisionGroups groups;
};

ModelSpec read_model(const SceneNode& node, const ModelContext& context);

/// Returns the bits of all named collision groups except "default".
std::uint32_t named_bits(const CollisionGroups& groups);

/// The MJCF files of a scene. Items with the same file share the materials and the groups of the
/// file.
class MjcfItems {
 public:
  /// taken: bits of the collision groups in use; each file adds its bits.
  explicit MjcfItems(std::uint32_t& taken) : taken_(taken) {}

  /// True for an item with the key `mjcf`.
  static bool is_one(const SceneNode& item);
  /// Reads {mjcf, name, pose, …} and adds its models, loops, sensors, materials, ignored pairs and
  /// findings to the scene.
  void read(const SceneNode& item, Scene& scene);

 private:
  struct File {
    MjcfDescription description;
    std::string surfaces;
    std::vector<std::uint32_t> class_bits;
  };
  /// is_new: set to true if the file was read by this call. prefix: prefix of the names of new
  /// materials.
  const File& file_of(const SceneNode& item, const std::string& prefix, const Scene& scene,
                      bool& is_new);

  std::uint32_t& taken_;
  std::map<std::string, File> files_;  ///< files by path and options
};

/// The files of a scene in the formats of SceneOptions::readers. Items with the same file share the
/// materials and the groups of the file.
class ModelFileItems {
 public:
  /// taken: as for MjcfItems.
  ModelFileItems(const std::vector<ModelFileReader>& readers, std::uint32_t& taken)
      : readers_(readers), taken_(taken) {}

  /// Returns the reader whose key the item has, or null. Throws Error for a known format that has
  /// no reader.
  const ModelFileReader* reader_of(const SceneNode& item) const;
  /// Reads {KEY, name, pose, …} and adds its models, loops, sensors, materials, ignored pairs and
  /// findings to the scene.
  void read(const SceneNode& item, const ModelFileReader& reader, Scene& scene);

 private:
  struct File {
    Scene contents;
    std::string surfaces;
    std::vector<std::uint32_t> class_bits;
  };
  /// Adds the findings and the materials of a new file. prefix: prefix of the names of its
  /// materials.
  const File& file_of(const SceneNode& item, const ModelFileReader& reader,
                      const std::string& prefix, Scene& scene);

  const std::vector<ModelFileReader>& readers_;
  std::uint32_t& taken_;
  std::map<std::string, File> files_;  ///< files by reader, path and options
};

/// Reads {NAME: FOLDER, …}.
std::map<std::string, std::string> read_packages(const SceneNode& node);

/// Reads the key `name` of a model.
std::string read_model_name(const SceneNode& node);

/// Returns the model itself or, if the node has a key `grid`, copies NAME_i_j_k of the model on a
/// lattice.
std::vector<ModelSpec> expand_grid(const SceneNode& node, const ModelSpec& model);

/// Throws Error if the key `grid` of a node copies a file with this number of models so often that
/// the copies have more models than a grid may have.
void limit_copies(const SceneNode& node, std::size_t copies, std::size_t models);

/// Reads a loop. `models` is used to check the names of the ends.
LoopSpec read_loop(const SceneNode& node, const ModelNames& models);

/// Reads a sensor. `models` is used to check the names of models.
SensorSpec read_sensor(const SceneNode& node, const ModelNames& models);

/// Reads {formulations, solvers} from the keys of a node.
PairFilter read_pair_filter(const SceneNode& node);
ExpectSpec read_expectation(const SceneNode& node);
KnownFailure read_known_failure(const SceneNode& node);
std::vector<SweepAxis> read_sweep(const SceneNode& node);
/// Reads the axes of a sweep from a node that may have other keys.
std::vector<SweepAxis> read_axes(const SceneNode& node);
/// Reads the values of one axis, as written. check: function that throws for an invalid value.
SweepAxis read_axis(const SceneNode& list, const std::string& name,
                    const std::function<void(const SceneNode&)>& check);
MetricSpec read_metric(const SceneNode& node);
PerturbSpec read_perturb(const SceneNode& node);

/// Adds uniform random offsets to the initial state of every movable model.
void perturb(const PerturbSpec& spec, World& world);

/// Reads the geometry of a model node (box, sphere, …). Returns nothing if the node has none. X_MS:
/// pose of the shape frame in the model frame (axis, plane normal). It is left unchanged if the
/// pose is the identity.
std::optional<GeometryRecord> read_geometry(const SceneNode& model, RigidTransform* X_MS);
/// Reads {file or data, size}, including the contents of the file.
GeometryRecord read_heightfield(const SceneNode& node);

/// Returns the keys that name a geometry.
const std::vector<std::string>& geometry_keys();

}  // namespace cardan
