#include "cardan/run_report.h"
#include "sim/data/world_impl.h"

namespace cardan {

std::vector<SolverSource> solver_sources(const World& world) {
  std::vector<SolverSource> sources;
  for (const std::string& id : world.chain()) {
    const SolverOrigin origin = world.impl().registry.origin(id);
    sources.push_back({id, origin.desc->version, origin.place, origin.hash, origin.shadows,
                       origin.replaces_shipped});
  }
  return sources;
}

std::vector<std::string> replaced_solvers(const World& world) {
  std::vector<std::string> lines;
  for (const SolverSource& source : solver_sources(world)) {
    if (!source.replaces_shipped) continue;
    lines.push_back("solver " + source.id + " is " + source.place + " (version " + source.version +
                    ", hash " + source.hash + "), in place of " + source.shadows);
  }
  return lines;
}

}  // namespace cardan
