#pragma once

#include <filesystem>
#include <map>
#include <vector>

#include "cardan/solver_registry.h"

namespace cardan {

/// Makes the registry for each list of directories once.
class RegistryCache {
 public:
  /// Returns a copy of the registry, which shares its catalog with the other copies. Throws the
  /// errors of SolverRegistry.
  SolverRegistry of(const std::vector<std::filesystem::path>& directories) {
    const auto known = registries_.find(directories);
    if (known != registries_.end()) return known->second;
    return registries_.emplace(directories, SolverRegistry(directories)).first->second;
  }

 private:
  std::map<std::vector<std::filesystem::path>, SolverRegistry> registries_;
};

}  // namespace cardan
