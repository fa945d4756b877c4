#include <algorithm>
#include <atomic>
#include <cmath>

#include "sim/step/stages.h"

namespace cardan {

namespace {

// Answers of the last resort are not remembered, and islands that fall asleep keep their own
// memory.
bool is_remembered(const StepData& step, int island) {
  return step.islands.flags[island].warm_startable && !step.islands.dozing[island];
}

// Workers write the entries in parallel, each at its index.
void remember_contacts(const WorldModel& world, WorldState& state, StepData& step) {
  constexpr std::uint32_t kForgotten =
      ~std::uint32_t{0};  // no key has this value, because there are fewer objects
  std::vector<ConstraintMemory::Entry>& entries = state.memory.contacts;
  const int count = static_cast<int>(step.islands.solutions.size());
  entries.resize(count);
  std::atomic<bool> forgets = false;
  step.workers.pool.for_each_in_blocks(count, kContactsPerBlock, [&](int i, int) {
    const ContactAnswer& answer = step.islands.solutions[i];
    if (answer.island >= 0 && is_remembered(step, answer.island)) {
      entries[i] = remember_contact(world, step, static_cast<std::size_t>(i));
    } else {
      entries[i].key_high = kForgotten;
      forgets = true;
    }
  });
  if (!forgets) return;
  std::erase_if(entries, [](const auto& entry) { return entry.key_high == kForgotten; });
}

// Finds the models of the deepest contact that has no law of its own, if this contact is deeper
// than the default compliance permits.
void find_deepest(const WorldModel& world, StepData& step) {
  StepReport& report = step.report;
  report.deepest_a = report.deepest_b = -1;
  if (!(report.max_penetration > kMostDefaultDepth)) return;
  if (world.spec.contact.rules.stabilization.kind == StabilizationKind::kRelaxation) return;
  double depth = kMostDefaultDepth;
  for (std::size_t i = 0; i < step.rows.constraints.contacts.size(); ++i) {
    const ContactSurface& surface = step.rows.constraints.contacts[i].surface;
    if (!std::isnan(surface.stiffness) || !std::isnan(surface.compliance)) continue;
    if (!(-step.rows.sources[i].phi > depth)) continue;
    depth = -step.rows.sources[i].phi;
    report.deepest_a = world.shape_model[step.rows.sources[i].a];
    report.deepest_b = world.shape_model[step.rows.sources[i].b];
  }
}

}  // namespace

ConstraintMemory::Entry remember_contact(const WorldModel& world, const StepData& step,
                                         std::size_t i) {
  const ContactAnswer& answer = step.islands.solutions[i];
  ConstraintMemory::Entry entry = memory_of(step.rows.constraints.contacts[i], answer);
  if (contact_state(world, step, answer) != ContactState::kSlide) entry.slip = 0;
  return entry;
}

void count_contacts(const WorldModel& world, const WorldState& state, StepData& step) {
  step.report.max_penetration = 0;
  std::size_t count = step.rows.sources.size();
  const auto deepen = [&](double phi) {
    step.report.max_penetration = std::max(step.report.max_penetration, -phi);
  };
  for (const ContactSource& source : step.rows.sources) deepen(source.phi);
  for (int i = 0; i < state.sleep.count; ++i) {
    for (const ContactInfo& contact : state.sleep.groups[i].contacts) deepen(contact.phi);
    count += state.sleep.groups[i].contacts.size();
  }
  find_deepest(world, step);
  step.report.contacts = static_cast<std::int64_t>(count);
  step.readout.current = false;
  // Reserved here, so that a later query allocates only when the number of contacts has grown.
  if (step.readout.contacts.capacity() < count) {
    step.readout.contacts.reserve(2 * count);
    step.readout.shapes.reserve(2 * count);
  }
}

void remember_step(const WorldModel& world, WorldState& state, StepData& step) {
  state.memory.clear_but_contacts();
  choose_sleepers(world, state, step);
  remember_contacts(world, state, step);
  for (int i = 0; i < step.islands.size(); ++i) {
    if (!step.islands.flags[i].has_other_rows || !is_remembered(step, i)) continue;
    const IslandWork& work = *step.islands.works[i];
    remember_other_rows(work.base, step.rows.constraints, work.lambda_C.data(), work.u_C.data(),
                        state.memory);
  }
  sort_memory(state.memory);
  read_loop_forces(world, state, step);
  count_contacts(world, state, step);
  // A body that falls asleep keeps its contacts, and it may be woken before a query.
  if (world.spec.contact.sleep) read_contacts(world, state, step);
  fall_asleep(world, state, step);
}

}  // namespace cardan
