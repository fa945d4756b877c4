#include "apps/load_solvers.h"

#include "apps/process/activity.h"

namespace cardan::app {

SolverRegistry load_solvers(const std::vector<std::filesystem::path>& directories) {
  std::string places;
  for (const std::filesystem::path& directory : directories) {
    places.append(places.empty() ? "" : ", ").append(directory.string());
  }
  activity::set("loading solver plugins" + (places.empty() ? "" : " of " + places));
  return SolverRegistry(directories);
}

}  // namespace cardan::app
