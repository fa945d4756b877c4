#include "cardan/model_spec.h"
#include "core/hash.h"
#include "sim/data/world_impl.h"

namespace cardan {

namespace {

using EntryList = std::vector<ConstraintMemory::Entry>;

void add_entries(Hash& hash, const EntryList& entries) {
  hash.add(static_cast<std::uint64_t>(entries.size()));
  for (const ConstraintMemory::Entry& entry : entries) {
    hash.add(entry.key);
    if (entry.key_high != 0) hash.add(static_cast<std::uint64_t>(entry.key_high));
    hash.add(entry.lambda, 3);
    hash.add(entry.u, 3);
    hash.add(entry.normal, 3);
    if (entry.slip != 0) hash.add(entry.slip);
  }
}

void add_vector(Hash& hash, const ConstModelState::Vector& x) {
  hash.add(x.data(), static_cast<std::size_t>(x.size()));
}

// State that only few models have is hashed, under a name, only for the models that have it, so
// that the hashes of other models do not change.
void add_named(Hash& hash, std::string_view name, const ConstModelState::Vector& x) {
  if (x.isZero(0)) return;
  hash.add(name);
  add_vector(hash, x);
}

void add_model(Hash& hash, const ModelSetup& setup, const ConstModelState& model) {
  hash.add(std::string_view(setup.name));
  add_vector(hash, model.q());
  add_vector(hash, model.v());
  if (model.undisturbed() == 2) add_vector(hash, model.v_moved_before());
  for (std::size_t dof = 0; dof < model.laws().size(); ++dof)
    hash.add(static_cast<std::uint64_t>(model.laws()[dof].as_row));
  add_named(hash, "tau", model.tau());
  add_named(hash, "tau_external", model.tau_external());
  add_named(hash, "motors", model.drives());
  if (model.still_time() > 0) {
    hash.add(std::string_view("still_time"));
    hash.add(model.still_time());
  }
}

void add_sleepers(Hash& hash, const SleepGroup& group) {
  for (const int tree : group.trees) hash.add(static_cast<std::uint64_t>(tree));
  const ConstraintMemory& memory = group.memory;
  add_entries(hash, memory.contacts);
  for (const EntryList* entries : {&memory.torsions, &memory.rollings, &memory.limits,
                                   &memory.frictions, &memory.motors, &memory.loops}) {
    if (!entries->empty()) add_entries(hash, *entries);
  }
}

}  // namespace

std::uint64_t World::state_hash() const {
  const Impl& world = impl();
  Hash hash;
  hash.add(world.state.time);
  for (const auto& model : world.model.models)
    if (!model->removed) add_model(hash, *model, world.state.models[model->number]);
  const ConstraintMemory& memory = world.state.memory;
  for (const EntryList* entries :
       {&memory.contacts, &memory.torsions, &memory.rollings, &memory.limits, &memory.frictions,
        &memory.motors, &memory.loops}) {
    add_entries(hash, *entries);
  }
  for (int i = 0; i < world.state.sleep.count; ++i) add_sleepers(hash, world.state.sleep.groups[i]);
  return hash.value();
}

}  // namespace cardan
