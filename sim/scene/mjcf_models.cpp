#include "sim/scene/mjcf_models.h"

#include <algorithm>

#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "cardan/model_spec.h"
#include "sim/assembly/change_materials.h"
#include "sim/data/world_impl.h"
#include "sim/scene/mjcf_to_scene.h"
#include "sim/scene/scene_part.h"

/// Model files as parts of a scene or of a world.
namespace cardan {

namespace mjcf {

std::vector<std::uint32_t> free_class_bits(std::size_t count, std::uint32_t taken,
                                           const std::string& file) {
  std::vector<std::uint32_t> bits{1};
  // From the top: robot files name small bits by themselves.
  for (std::uint32_t bit = 1U << 31U; bit > 1 && bits.size() < count; bit >>= 1U)
    if ((taken & bit) == 0) bits.push_back(bit);
  if (bits.size() < count)
    throw Error("its collision masks need " + std::to_string(count) + " groups, and " +
                    std::to_string(bits.size()) + " of 32 are free",
                file, "use fewer different masks, or fewer groups");
  return bits;
}

std::string free_surface_prefix(const MaterialTable& table, const std::string& wanted) {
  const auto taken = [&](const std::string& prefix) {
    const auto next = table.named.lower_bound(prefix);
    return next != table.named.end() && next->first.starts_with(prefix);
  };
  std::string prefix = wanted + "surface_";
  for (int i = 2; taken(prefix); ++i) prefix = wanted + "surface" + std::to_string(i) + "_";
  return prefix;
}

void note_scene_rules(const MjcfDescription& model, const WorldSpec& world, Scene& part) {
  const Options& options = model.options;
  const Vector3 gravity = options.has_gravity ? options.gravity : Vector3::Zero();
  if (gravity != world.gravity)
    note(part, Severity::kInfo, options.source, "option", "the gravity of the scene acts");
  if (options.timestep != world.step)
    note(part, Severity::kInfo, options.source, "option", "the step of the scene is used");
  if (part.world.contact.rules.stabilization.kind == StabilizationKind::kRelaxation)
    note(part, Severity::kInfo, options.source, "geom",
         "contacts have the stabilisation of the scene; solref of geoms has no effect");
}

}  // namespace mjcf

namespace {

// Bits of collision groups that shapes of the world have.
std::uint32_t groups_in_use(const World::Impl& world) {
  std::uint32_t bits = 1;
  for (const auto& setup : world.model.models) {
    if (setup->removed) continue;
    const ModelSpec& spec = *setup->spec;
    bits |= spec.collision.group.value_or(1);
    for (const auto& [link, filter] : spec.collision_links) bits |= filter.group.value_or(1);
    for (const CompoundPart& part : spec.compound) bits |= part.collision.group.value_or(1);
    if (!spec.description) continue;
    for (const LinkRecord& link : spec.description->links)
      for (const ShapeRecord& shape : link.collisions)
        bits |= static_cast<std::uint32_t>(shape.group);
  }
  return bits;
}

// Adds models, materials, ignored pairs, loops, sensors and findings.
std::vector<Model*> add_contents(World& world, const Scene& part) {
  add_materials(world, part.world.materials);
  std::vector<Model*> added;
  try {
    for (const ModelSpec& spec : part.models) added.push_back(&world.add(spec));
    for (const auto& [a, b] : part.ignored) world.ignore_collision(a, b);
    if (!part.loops.empty()) world.add_loops(part.loops);
    for (const SensorSpec& sensor : part.sensors) world.add_sensor(sensor);
  } catch (const Error&) {
    for (Model* model : added) world.remove(*model);
    throw;
  }
  for (const Diagnostic& finding : part.diagnostics) world.impl().findings.add(finding);
  return added;
}

}  // namespace

std::vector<Model*> add_mjcf(World& world, const std::string& file, const AddMjcfOptions& options) {
  World::Impl& impl = world.impl();
  const MjcfDescription description = read_mjcf(file, options.reading);
  mjcf::ScenePlacement placement;
  placement.prefix = options.name.empty() ? "" : options.name + "_";
  placement.pose = options.pose;
  placement.keyframe = options.keyframe;
  placement.static_bodies = options.static_bodies;
  placement.surfaces = mjcf::free_surface_prefix(impl.model.spec.materials, placement.prefix);
  placement.class_bits =
      mjcf::free_class_bits(mjcf::filter_classes(description), groups_in_use(impl), file);
  Scene part = mjcf::placed_scene(description, placement);
  mjcf::note_scene_rules(description, impl.model.spec, part);
  part.world.materials.named.erase("default");  // of every table
  return add_contents(world, part);
}

std::vector<Model*> add_model_file(World& world, const std::string& file,
                                   const ModelFileReader& reader,
                                   const AddModelFileOptions& options) {
  const World::Impl& impl = world.impl();
  const Scene contents = reader.read(file, options.reading);
  PartPlacement placement;
  placement.prefix = options.name.empty() ? "" : options.name + "_";
  placement.pose = options.pose;
  placement.static_models = options.static_models;
  placement.surfaces = mjcf::free_surface_prefix(impl.model.spec.materials, placement.prefix);
  placement.class_bits = mjcf::free_class_bits(filter_classes(contents), groups_in_use(impl), file);
  Scene part = placed_part(contents, placement);
  part.diagnostics = contents.diagnostics;
  note_scene_rules(contents, impl.model.spec, part);
  MaterialTable materials;
  materials.named.clear();
  add_materials_of(contents, placement.surfaces, materials);
  materials.named.erase("default");  // of every table
  part.world.materials = std::move(materials);
  return add_contents(world, part);
}

}  // namespace cardan
