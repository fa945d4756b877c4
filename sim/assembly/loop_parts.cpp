#include "sim/assembly/loop_parts.h"

#include <vector>

namespace cardan {

namespace {

// Calls visit(handle, handle) for the shapes of the two bodies of a weld or point loop, which touch
// by construction.
template <class Visit>
void for_each_touching_pair(const World::Impl& world, const LoopRecord& record,
                            const Visit& visit) {
  if (record.loop.kind != LoopKind::kWeld && record.loop.kind != LoopKind::kPoint) return;
  const auto handles = [&](const LoopEnd& end, const std::string& name) {
    std::vector<int> found;
    const auto known = world.model_of_name.find(model_of(name));
    if (known == world.model_of_name.end()) return found;
    for (const ShapeInstance& shape : world.model.model(known->second).shapes)
      if (shape.body == (end.body.tree < 0 ? -1 : end.body.body)) found.push_back(shape.handle);
    return found;
  };
  for (const int a : handles(record.loop.a, record.spec.a))
    for (const int b : handles(record.loop.b, record.spec.b)) visit(a, b);
}

}  // namespace

void exclude_contacts(World::Impl& world, const LoopRecord& record) {
  for_each_touching_pair(world, record, [&](int a, int b) { world.step.collision.exclude(a, b); });
}

void include_contacts(World::Impl& world, const LoopRecord& record) {
  for_each_touching_pair(world, record, [&](int a, int b) { world.step.collision.include(a, b); });
}

}  // namespace cardan
