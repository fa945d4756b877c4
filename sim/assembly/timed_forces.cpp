#include "sim/assembly/timed_forces.h"

#include <string_view>
#include <utility>

#include "cardan/error.h"
#include "sim/data/world_impl.h"

namespace cardan {

namespace {

// Model and link of "model/link"; the link is empty if the name is that of a model.
std::pair<std::string_view, std::string_view> split_target(std::string_view on) {
  const std::size_t slash = on.find('/');
  if (slash == std::string_view::npos) return {on, {}};
  return {on.substr(0, slash), on.substr(slash + 1)};
}

}  // namespace

void add_scene_forces(World& world, const std::vector<ForceSpec>& forces) {
  // Half a step of slack: the time of a world is a rounded multiple of its step.
  const double t = world.time() + 0.5 * world.time_step();
  for (const ForceSpec& force : forces) {
    if (t < force.from || t >= force.until) continue;
    const auto [name, link] = split_target(force.on);
    Model* model = world.find(name);
    if (model == nullptr) continue;  // it was removed
    try {
      add_wrench(model->impl(), link, {force.force, force.moment, force.at});
    } catch (const Error& error) {  // another model has got its name
      world.impl().step.report.messages.emplace_back(error.what());
    }
  }
}

}  // namespace cardan
