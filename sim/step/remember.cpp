#include <algorithm>
#include <atomic>
#include <cmath>

#include "cardan/sim/step/stages_internal.h"

namespace cardan {

namespace {

// An answer of the last resort is no memory, and what falls asleep takes its own along.
bool is_remembered(const World::Impl& world, int island) {
  return world.flags[island].warm_startable && !world.sleep.dozing[island];
}

// Each at its place, by whoever has its island at hand.
void remember_contacts(World::Impl& world) {
  constexpr std::uint32_t kForgotten = ~std::uint32_t{0};  // no key has it: objects are fewer
  std::vector<ConstraintMemory::Entry>& entries = world.memory.contacts;
  const int count = static_cast<int>(world.solutions.size());
  entries.resize(count);
  std::atomic<bool> forgets = false;
  world.pool.for_each_in_blocks(count, kContactsPerBlock, [&](int i, int) {
    const ContactAnswer& answer = world.solutions[i];
    if (answer.island >= 0 && is_remembered(world, answer.island)) {
      entries[i] = memory_of(world.constraints.contacts[i], answer);
    } else {
      entries[i].key_high = kForgotten;
      forgets = true;
    }
  });
  if (!forgets) return;
  std::erase_if(entries, [](const auto& entry) { return entry.key_high == kForgotten; });
}

// The models of the deepest contact without a law of its own, where that is deeper than contacts by
// default give way.
void find_deepest(World::Impl& world) {
  StepReport& report = world.report;
  report.deepest_a = report.deepest_b = -1;
  if (!(report.max_penetration > kMostDefaultDepth)) return;
  if (world.spec.contact.rules.stabilization.kind == StabilizationKind::kRelaxation) return;
  double depth = kMostDefaultDepth;
  for (std::size_t i = 0; i < world.constraints.contacts.size(); ++i) {
    const ContactSurface& surface = world.constraints.contacts[i].surface;
    if (!std::isnan(surface.stiffness) || surface.compliance != kContactCompliance) continue;
    if (!(-world.contact_phi[i] > depth)) continue;
    depth = -world.contact_phi[i];
    report.deepest_a = world.shape_model[world.contact_a[i]];
    report.deepest_b = world.shape_model[world.contact_b[i]];
  }
}

}  // namespace

void count_contacts(World::Impl& world) {
  world.report.max_penetration = 0;
  std::size_t count = world.contact_phi.size();
  const auto deepen = [&](double phi) {
    world.report.max_penetration = std::max(world.report.max_penetration, -phi);
  };
  for (const double phi : world.contact_phi) deepen(phi);
  for (int i = 0; i < world.sleep.count; ++i) {
    for (const ContactInfo& contact : world.sleep.groups[i].contacts) deepen(contact.phi);
    count += world.sleep.groups[i].contacts.size();
  }
  find_deepest(world);
  world.report.contacts = static_cast<int>(count);
  world.contacts_read = false;
  // A later query must not allocate more often than contacts grow in number.
  if (world.contacts.capacity() < count) {
    world.contacts.reserve(2 * count);
    world.contact_shapes.reserve(2 * count);
  }
}

void remember_step(World::Impl& world) {
  world.memory.clear_but_contacts();
  choose_sleepers(world);
  remember_contacts(world);
  for (int i = 0; i < world.islands.size(); ++i) {
    if (!world.flags[i].has_other_rows || !is_remembered(world, i)) continue;
    const IslandWork& work = *world.works[i];
    remember_other_rows(work.base, world.constraints, work.lambda_C.data(), work.u_C.data(),
                        world.memory);
  }
  sort_memory(world.memory);
  read_loop_forces(world);
  count_contacts(world);
  // A body that falls asleep keeps its contacts, and it may be woken before a query.
  if (world.spec.contact.sleep) read_contacts(world);
  fall_asleep(world);
}

}  // namespace cardan
