#include "cardan/sim/world.h"

#include <cmath>

#include "cardan/core/error.h"
#include "cardan/core/hash.h"
#include "cardan/sim/check_spec_internal.h"
#include "cardan/sim/stages_internal.h"

namespace cardan {

World::Impl::Impl(WorldSpec spec_in)
    : spec(checked(std::move(spec_in))),
      registry(spec.plugin_directories),
      pairing(make_pairing(spec.contact, registry, traits_of(spec.materials))),
      pool(spec.threads),
      materials(spec.materials) {
  if (!(spec.step > 0) || !std::isfinite(spec.step)) {
    throw Error("time step is " + std::to_string(spec.step), "time.step",
                "expected a positive number [s]");
  }
  if (spec.integrator == Integrator::kRungeKutta4 && !pairing.info.acceleration_level) {
    throw Error("integrator rk4 needs accelerations, and formulation '" + pairing.info.id +
                    "' gives impulses that jump with the velocity",
                "time.integrator", "use formulation acceleration, or semi_implicit_euler");
  }
  const auto refuse_damped = [&](const MaterialSpec& material, const std::string& name) {
    if (!std::isnan(material.stiffness) && material.damping > 0)
      refuse_under_rk4(*this, "damping of a contact", "material '" + name + "'");
  };
  for (const auto& [name, material] : spec.materials.named) refuse_damped(material, name);
  for (const MaterialPair& pair : spec.materials.pairs)
    refuse_damped(pair.material, pair.first + "' - '" + pair.second);
  if (spec.contact.sleep && pairing.info.acceleration_level) {
    throw Error("formulation '" + pairing.info.id + "' keeps no impulses to sleep on",
                "contact.sleep", "leave it out, or use a formulation at velocity level");
  }
  if (!spec.gravity.allFinite())
    throw Error("gravity is not finite", "gravity", "three numbers [m/s²]");
  if (spec.threads < 1) throw Error("threads is below 1", "threads");
  for (const auto& [name, material] : spec.materials.named) {
    if (std::max(material.mu_static, material.mu_kinetic) <= kMaxFriction) continue;
    diagnostics.push_back({Severity::kWarning, "", 0, "material '" + name + "'",
                           "friction above 1000 is taken as 1000"});
  }
  const std::string formulation = "formulation '" + pairing.info.id + "'";
  for (const std::string& warning : pairing.info.warnings) {
    diagnostics.push_back({Severity::kWarning, "", 0, formulation, warning});
  }
  if (pairing.info.needs_compliance) {
    diagnostics.push_back({Severity::kInfo, "", 0, formulation,
                           "rows of joints and loops without compliance have 1e-4 of their "
                           "diagonal"});
  }
  for (int worker = 0; worker < pool.threads(); ++worker) chains.push_back(make_chain(pairing));
  if (spec.contact.shadow) {
    shadow = std::make_unique<ShadowSolve>(spec.contact, pairing, registry, pool.threads());
  }
}

void refuse_under_rk4(const World::Impl& world, const std::string& what, const std::string& where) {
  if (world.spec.integrator != Integrator::kRungeKutta4) return;
  throw Error(what + " is not among what integrator rk4 takes", where,
              "use semi_implicit_euler, which has it, or leave it out");
}

World::World(WorldSpec spec) : impl_(std::make_unique<Impl>(std::move(spec))) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Model* World::find(std::string_view name) {
  for (auto& model : impl_->models) {
    if (model->name() == name) return model.get();
  }
  return nullptr;
}

const Model* World::find(std::string_view name) const {
  return const_cast<World*>(this)->find(name);
}

int World::num_models() const { return static_cast<int>(impl_->models.size()); }
Model& World::model(int i) { return *impl_->models.at(i); }
const Model& World::model(int i) const { return *impl_->models.at(i); }

namespace {

// What is counted from the beginning of a step on.
void clear_begun(World::Impl& world) {
  world.report.messages.clear();
  world.report.rejected_inputs = 0;
  world.report.nanoseconds.fill(0);
}

}  // namespace

void World::begin_step() {
  clear_begun(*impl_);
  impl_->step_begun = true;
  compute_kinematics(*impl_);
}

const StepReport& World::finish_step() {
  if (!impl_->step_begun) clear_begun(*impl_);
  impl_->step_begun = false;
  step_world(*impl_);
  return impl_->report;
}

const StepReport& World::step() {
  clear_begun(*impl_);
  impl_->step_begun = true;
  return finish_step();
}

const StepReport& World::report() const { return impl_->report; }
double World::time() const { return impl_->time; }
double World::time_step() const { return impl_->spec.step; }
std::int64_t World::steps() const { return impl_->steps; }
Vector3 World::gravity() const { return impl_->spec.gravity; }
std::span<const ContactInfo> World::contacts() const { return read_contacts(*impl_); }
std::span<const LoopInfo> World::loops() const { return impl_->loop_infos; }

std::string World::formulation() const {
  std::string text = impl_->pairing.formulation.id;
  const char* separator = ":";
  for (const auto& [name, value] : impl_->pairing.formulation.options) {
    text.append(separator).append(name).append("=").append(value);
    separator = ",";
  }
  return text;
}

std::string World::solver() const { return impl_->pairing.ids.front(); }
std::string World::shadow_solver() const {
  return impl_->spec.contact.shadow ? impl_->spec.contact.shadow->id : "";
}
const std::vector<std::string>& World::chain() const { return impl_->pairing.ids; }
const std::vector<Diagnostic>& World::diagnostics() const { return impl_->diagnostics; }
void World::set_profiling(bool on) { impl_->profiling = on; }

double World::kinetic_energy() const {
  double sum = 0;
  for (const auto& model : impl_->models) sum += model->kinetic_energy();
  return sum;
}

double World::potential_energy() const {
  double sum = 0;
  for (const auto& model : impl_->models) sum += model->potential_energy();
  return sum;
}

namespace {
void add_entries(Hash& hash, const std::vector<ConstraintMemory::Entry>& entries) {
  hash.add(static_cast<std::uint64_t>(entries.size()));
  for (const ConstraintMemory::Entry& entry : entries) {
    hash.add(entry.key);
    hash.add(entry.lambda, 3);
    hash.add(entry.u, 3);
    hash.add(entry.normal, 3);
  }
}
}  // namespace

std::uint64_t World::state_hash() const {
  Hash hash;
  hash.add(impl_->time);
  for (const auto& model : impl_->models) {
    hash.add(std::string_view(model->name()));
    hash.add(model->q().data(), static_cast<std::size_t>(model->q().size()));
    hash.add(model->v().data(), static_cast<std::size_t>(model->v().size()));
    if (model->impl().undisturbed == 2) {
      hash.add(model->impl().v_moved_before.data(),
               static_cast<std::size_t>(model->impl().v_moved_before.size()));
    }
    for (const PdLaw& pd : model->impl().laws) hash.add(static_cast<std::uint64_t>(pd.as_row));
  }
  for (const auto* entries :
       {&impl_->memory.contacts, &impl_->memory.torsions, &impl_->memory.rollings,
        &impl_->memory.limits, &impl_->memory.frictions, &impl_->memory.motors,
        &impl_->memory.loops}) {
    add_entries(hash, *entries);
  }
  for (int i = 0; i < impl_->sleep.count; ++i) {
    for (const int tree : impl_->sleep.groups[i].trees) hash.add(static_cast<std::uint64_t>(tree));
    add_entries(hash, impl_->sleep.groups[i].memory.contacts);
  }
  return hash.value();
}

}  // namespace cardan
