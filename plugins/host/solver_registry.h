#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Where a solver was found.
struct SolverOrigin {
  const cardan_solver_desc* desc = nullptr;
  std::string place;    ///< path of the library, or "in-process"
  std::string shadows;  ///< places of later solvers of the same id, "" if none
};

/// id → plugin. Search order: directories given by the caller (--plugins, configuration),
/// CARDAN_SOLVER_PATH, <libdir>/cardan/solvers beside libcardan, in-process. An earlier place
/// shadows a later one and says so; two of one id in one place are an Error. The current directory
/// is never searched. Libraries are never unloaded.
class CARDAN_API SolverRegistry {
 public:
  /// Searches every place. Throws Error for a plugin that will not load in a directory the caller
  /// named.
  explicit SolverRegistry(const std::vector<std::filesystem::path>& directories = {});

  /// The descriptor of an id; throws Error that names the nearest known id and the places searched.
  const cardan_solver_desc& require(std::string_view id) const;
  const cardan_solver_desc* find(std::string_view id) const;

  /// All solvers, sorted by id.
  const std::vector<SolverOrigin>& solvers() const { return solvers_; }
  const std::vector<std::string>& searched() const { return searched_; }
  /// Libraries found in the default places that were refused, with the reason (one line each).
  const std::vector<std::string>& refused() const { return refused_; }

 private:
  std::vector<SolverOrigin> solvers_;
  std::vector<std::string> searched_;
  std::vector<std::string> refused_;
};

/// Loads one library and checks the handshake; throws Error with a specific reason for each
/// mismatch. The result stays valid until the process ends.
CARDAN_API const cardan_entry& load_plugin(const std::filesystem::path& file);

/// Registers an entry linked into this process (static builds, tests). Checked like a loaded one.
CARDAN_API void register_solver(const cardan_entry& entry);

}  // namespace cardan
