#include <algorithm>
#include <cmath>

#include "cardan/error.h"
#include "sim/assembly/change_materials.h"
#include "sim/assembly/change_pairing.h"
#include "sim/data/change_log.h"
#include "sim/data/check_spec.h"
#include "sim/data/renumber.h"
#include "sim/data/spec_json.h"
#include "sim/query/find_shapes.h"
#include "sim/step/stages.h"

namespace cardan {

namespace {

// Wakes all models and marks the motion of every tree as disturbed.
void disturb_all(World::Impl& world) {
  wake_all(world.model, world.state, world.step);
  for (const int model : world.model.trees) {
    world.state.models[model].set_undisturbed(0);
    world.state.models[model].still_time() = 0;
    world.step.model(model).invalidate_kinematics();
  }
}

}  // namespace

void World::set_gravity(const Vector3& gravity) {
  Impl& world = impl();
  require_between_steps(world, "set_gravity");
  require_gravity(gravity);
  disturb_all(world);
  world.model.spec.gravity = gravity;
  log_change(world, ChangeKind::kGravity,
             [&](ChangeWriter& out) { out.numbers(gravity.data(), 3); });
}

const MaterialSpec& World::material(std::string_view name) const {
  const WorldModel& world = impl().model;
  return world.spec.materials.named.at(world.materials.known_name(std::string(name)));
}

void World::set_material(std::string_view name, const MaterialSpec& material) {
  change_materials(*this, {{std::string(name), material}});
}

void change_materials(World& owner, const std::map<std::string, MaterialSpec>& materials) {
  World::Impl& world = owner.impl();
  require_between_steps(world, "set_material");
  MaterialTable table = world.model.spec.materials;
  MaterialCombiner combined = world.model.materials;
  for (const auto& [name, material] : materials) {
    owner.material(name);
    check_material(material, name);
    require_rk4_material(world.model.spec, material, "material '" + name + "'");
    table.named[name] = material;
    combined.set(name, material);
  }
  std::optional<NewPairing> changed =
      pairing_for(world, traits_in_use(world.model, table, combined, nullptr));
  // The code below cannot fail.
  wake_all(world.model, world.state, world.step);
  if (changed) {
    forget_islands(world);
    set_pairing(world, std::move(*changed));
  }
  world.model.spec.materials = std::move(table);
  world.model.materials = std::move(combined);
  for (const auto& entry : materials) {
    note_friction(entry.first, entry.second, world.findings);
    log_change(world, ChangeKind::kMaterial, [&](ChangeWriter& out) {
      out.text(entry.first);
      out.text(material_json(entry.second));
    });
  }
}

void add_materials(World& owner, const MaterialTable& more) {
  World::Impl& world = owner.impl();
  require_between_steps(world, "add_materials");
  MaterialTable& table = world.model.spec.materials;
  MaterialCombiner& combined = world.model.materials;
  check_materials(more);
  for (const auto& [name, material] : more.named) {
    if (table.named.contains(name))
      throw Error("there is already a material named '" + name + "'", "materials");
    require_rk4_material(world.model.spec, material, "material '" + name + "'");
  }
  for (const MaterialPair& pair : more.pairs) {
    for (const std::string& name : {pair.first, pair.second})
      if (!more.named.contains(name)) combined.known_name(name);
    if (combined.gives(pair.first, pair.second)) fail_double_pair(pair);
  }
  std::optional<NewPairing> changed =
      pairing_for(world, world.model.pairing.traits | traits_of(more));
  // No errors from here on.
  wake_all(world.model, world.state, world.step);
  if (changed) {
    forget_islands(world);
    set_pairing(world, std::move(*changed));
  }
  table.named.insert(more.named.begin(), more.named.end());
  table.pairs.insert(table.pairs.end(), more.pairs.begin(), more.pairs.end());
  combined.add(more);
  for (const auto& [name, material] : more.named) note_friction(name, material, world.findings);
  log_change(world, ChangeKind::kAddMaterials,
             [&](ChangeWriter& out) { out.text(materials_json(more)); });
}

void change_pair(World& owner, const std::optional<FormulationSpec>& formulation,
                 const SolverSpec& solver) {
  World::Impl& world = owner.impl();
  WorldSpec spec = world.model.spec;
  spec.contact.formulation = formulation;
  spec.contact.solver = solver;
  spec = checked(std::move(spec));
  Pairing pairing =
      make_pairing(pairing_spec(spec.contact), world.registry, world.model.pairing.traits);
  require_pairing(spec, pairing);
  StepWorkers& workers = world.step.workers;
  std::vector<SolverChain> chains;
  chains.reserve(static_cast<std::size_t>(workers.pool.threads()));
  for (int worker = 0; worker < workers.pool.threads(); ++worker)
    chains.push_back(make_chain(pairing));
  auto shadow = make_shadow(spec.contact, pairing, world.registry, workers.pool.threads());
  // The code below cannot fail.
  forget_islands(world);
  wake_all(world.model, world.state, world.step);
  // Impulses [N s] cannot warm-start a formulation at acceleration level, nor the reverse.
  if (pairing.info.acceleration_level != world.model.pairing.info.acceleration_level)
    world.state.memory.clear();
  world.step.touching.clear();
  world.model.spec.contact = std::move(spec.contact);
  note_pairing(pairing, world.findings);
  world.step.islands.works.clear();
  world.step.push_out.works.clear();
  workers.chains = std::move(chains);
  set_pairing(world, {std::move(pairing), std::move(shadow)});
  log_change(world, ChangeKind::kPair, [&](ChangeWriter& out) {
    out.text(pair_json({formulation, solver}));
  });
}

void World::set_solver(const SolverSpec& solver) {
  require_between_steps(impl(), "set_solver");
  change_pair(*this, impl().model.spec.contact.formulation, solver);
}

void World::set_formulation(const FormulationSpec& formulation) {
  require_between_steps(impl(), "set_formulation");
  change_pair(*this, formulation, SolverSpec(impl().model.spec.contact.solver));
}

void World::set_pair(const FormulationSpec& formulation, const SolverSpec& solver) {
  require_between_steps(impl(), "set_pair");
  change_pair(*this, formulation, solver);
}

void World::ignore_collision(std::string_view a, std::string_view b) {
  Impl& world = impl();
  require_between_steps(world, "ignore_collision");
  const ShapeOwner owner_a = require_owner(world, a, "ignore_collision");
  const ShapeOwner owner_b = require_owner(world, b, "ignore_collision");
  world.ignored.push_back({std::string(a), std::string(b)});
  wake_all(world.model, world.state, world.step);
  for (const ShapeInstance& shape_a : world.model.model(owner_a.model).shapes) {
    if (!owner_a.holds(owner_a.model, shape_a)) continue;
    for (const ShapeInstance& shape_b : world.model.model(owner_b.model).shapes) {
      if (!owner_b.holds(owner_b.model, shape_b) || shape_a.handle == shape_b.handle) continue;
      world.step.collision.exclude(shape_a.handle, shape_b.handle);
    }
  }
  log_change(world, ChangeKind::kIgnore, [&](ChangeWriter& out) {
    out.text(a);
    out.text(b);
  });
}

}  // namespace cardan
