#include "cardan/world.h"

#include <cmath>
#include <cstdio>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/number_text.h"
#include "plugins/host/registry_cache.h"
#include "sim/assembly/change_pairing.h"
#include "sim/assembly/timed_forces.h"
#include "sim/data/check_spec.h"
#include "sim/data/state_structure.h"
#include "sim/sensors/sensor_work.h"
#include "sim/step/stages.h"

namespace cardan {

World::Impl::Impl(WorldSpec spec_in, RegistryCache& registries)
    : model(checked(std::move(spec_in))),
      step(model.spec.threads),
      registry(registries.of(model.spec.plugin_directories)) {
  const WorldSpec& spec = model.spec;
  model.pairing = make_pairing(pairing_spec(spec.contact), registry, traits_of(spec.materials));
  const Pairing& pairing = model.pairing;
  if (!(spec.step > 0) || !std::isfinite(spec.step)) {
    throw Error("time step is " + number_text(spec.step), "time.step",
                "expected a positive number [s]");
  }
  require_pairing(spec, pairing);
  for (const auto& [name, material] : spec.materials.named)
    require_rk4_material(spec, material, "material '" + name + "'");
  for (const MaterialPair& pair : spec.materials.pairs)
    require_rk4_material(spec, pair.material,
                         "material '" + pair.first + "' - '" + pair.second + "'");
  require_gravity(spec.gravity);
  for (const auto& [name, material] : spec.materials.named) note_friction(name, material, findings);
  note_pairing(pairing, findings);
  constexpr double kLongStep = 0.1;  // [s]
  if (spec.step > kLongStep) {
    char text[96];
    std::snprintf(text, sizeof text, "the step is %.3g s; times are in s, and a usual step is 1e-3",
                  spec.step);
    findings.add({Severity::kWarning, "", 0, "time.step", text});
  }
  StepWorkers& workers = step.workers;
  for (int worker = 0; worker < workers.pool.threads(); ++worker)
    workers.chains.push_back(make_chain(pairing));
  workers.shadow = make_shadow(spec.contact, pairing, registry, workers.pool.threads());
}

// Contacts first, so that those of the last step stay readable under their names.
void forget_islands(World::Impl& world) {
  forget_structure(world);
  read_contacts(world.model, world.state, world.step);
  world.step.islands.set.clear();
  world.step.islands.flags.clear();
  world.step.islands.direct.clear();
  world.step.islands.solutions.clear();
  world.step.rows.constraints.clear_but_contacts();
  resize_contacts(world.step, 0);
}

void refuse_under_rk4(const WorldSpec& spec, const std::string& what, const std::string& where) {
  if (spec.integrator != Integrator::kRungeKutta4) return;
  throw Error(what + " is not supported by integrator rk4", where,
              "use semi_implicit_euler, or remove it");
}

World World::Impl::make(WorldSpec spec, RegistryCache& registries) {
  return World(std::make_unique<Impl>(std::move(spec), registries));
}

World::World() : World(WorldSpec{}) {}

World::World(WorldSpec spec) {
  RegistryCache own;
  impl_ = std::make_unique<Impl>(std::move(spec), own);
}
World::World(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Model* World::find(std::string_view name) {
  Impl& world = impl();
  const auto known = world.model_of_name.find(name);
  return known == world.model_of_name.end()
             ? nullptr
             : world.faces[static_cast<std::size_t>(known->second)].get();
}

std::vector<Model*> World::models() {
  std::vector<Model*> present;
  for (const auto& model : impl().faces)
    if (!model->is_removed()) present.push_back(model.get());
  return present;
}

std::vector<const Model*> World::models() const {
  const std::vector<Model*> present = const_cast<World*>(this)->models();
  return {present.begin(), present.end()};
}

const Model* World::find(std::string_view name) const {
  return const_cast<World*>(this)->find(name);
}

namespace {

std::size_t checked_number(const World::Impl& world, int i) {
  const int count = static_cast<int>(world.faces.size());
  if (i < 0 || i >= count) {
    throw Error("no model " + std::to_string(i), "models",
                count == 0 ? "the world has none" : "0 to " + std::to_string(count - 1));
  }
  return static_cast<std::size_t>(i);
}

}  // namespace

int World::num_models() const { return static_cast<int>(impl().faces.size()); }
Model& World::model(int i) { return *impl().faces[checked_number(impl(), i)]; }
const Model& World::model(int i) const { return *impl().faces[checked_number(impl(), i)]; }

namespace {

// Clears the counts at the start of a step.
void clear_begun(World::Impl& world) {
  world.step.report.messages.clear();
  world.step.report.rejected_inputs = world.step.report.clamped_efforts = 0;
  world.step.report.flight_parts = world.step.report.corrected_islands = 0;
  world.step.report.nanoseconds.fill(0);
}

// Starts a step with the timed forces of the scene.
void start_step(World& owner) {
  World::Impl& world = owner.impl();
  clear_begun(world);
  if (world.step_begun) return;
  world.step_begun = true;
  if (world.origin) add_scene_forces(owner, world.origin->forces);
}

}  // namespace

void World::begin_step() {
  start_step(*this);
  compute_kinematics(impl().model, impl().state, impl().step);
}

const StepReport& World::finish_step() {
  if (!impl().step_begun) start_step(*this);
  impl().step_begun = false;
  step_with_sensors(impl().model, impl().state, impl().step);
  return impl().step.report;
}

const StepReport& World::step() {
  start_step(*this);
  return finish_step();
}

const StepReport& World::report() const { return impl().step.report; }
double World::time() const { return impl().state.time; }
double World::time_step() const { return impl().model.spec.step; }
std::int64_t World::steps() const { return impl().state.steps; }
Vector3 World::gravity() const { return impl().model.spec.gravity; }
std::span<const ContactInfo> World::contacts() const {
  return read_contacts(impl().model, impl().state, impl().step);
}
std::span<const LoopInfo> World::loops() const { return impl().step.loops.infos; }

std::string World::formulation() const {
  std::string text = impl().model.pairing.formulation.id;
  const char* separator = ":";
  for (const Option& option : impl().model.pairing.formulation.options) {
    text.append(separator).append(option.name).append("=").append(option.text());
    separator = ",";
  }
  return text;
}

double World::accuracy() const { return impl().model.pairing.accuracy; }
std::string World::solver() const { return impl().model.pairing.ids.front(); }
std::string World::shadow_solver() const {
  return impl().model.spec.contact.shadow ? impl().model.spec.contact.shadow->id : "";
}
const std::vector<std::string>& World::chain() const { return impl().model.pairing.ids; }
const std::vector<Diagnostic>& World::diagnostics() const { return impl().findings.list(); }
void World::set_profiling(bool on) { impl().step.profiling = on; }

double World::kinetic_energy() const {
  double sum = 0;
  for (const auto& model : impl().faces)
    if (!model->is_removed()) sum += model->kinetic_energy();
  return sum;
}

double World::potential_energy() const {
  double sum = 0;
  for (const auto& model : impl().faces)
    if (!model->is_removed()) sum += model->potential_energy();
  return sum;
}

}  // namespace cardan
