#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/cardan_solver.h"
#include "cardan/export.h"

namespace cardan {

/// Origin of a solver.
struct SolverOrigin {
  const cardan_solver_desc* desc = nullptr;  ///< description, valid until the process ends
  std::string place;                         ///< path of the library, or "in-process"
  std::string shadows;  ///< places of later solvers with the same id, "" if there are
                        ///< none
  /// Hash of the library's bytes, 16 hexadecimal digits; "" for an in-process solver.
  std::string hash;
  bool replaces_shipped = false;  ///< true if one of the shadowed solvers is shipped with cardan
};

/// Maps ids to plugins. The places are searched in this order: directories given by the caller
/// (--plugins, configuration), CARDAN_SOLVER_PATH, <libdir>/cardan/solvers beside libcardan,
/// in-process solvers. A solver in an earlier place shadows a solver with the same id in a later
/// place, and this is reported. Two solvers with the same id in one place are an Error. The current
/// directory is never searched. Libraries are never unloaded.
///
/// Loading a library runs its code, so only the library of the requested solver is loaded. In the
/// first place that has the solver, this is the file ID.cardan-solver.so or, if there is none, each
/// file whose bytes contain the id.
///
/// Copies share one catalog, in which several threads may look up solvers.
class CARDAN_API SolverRegistry {
 public:
  /// Reads the names of the files without loading them. Throws Error if a directory of the caller
  /// does not exist.
  explicit SolverRegistry(const std::vector<std::filesystem::path>& directories = {});

  /// Both functions return the descriptor of the solver with the given id. If the id is unknown,
  /// `require` throws an Error with the nearest known id and the searched places. Both throw Error
  /// for a plugin that fails to load in a directory named by the caller.
  const cardan_solver_desc& require(std::string_view id) const;
  const cardan_solver_desc* find(std::string_view id) const;

  /// Returns where a solver comes from. SolverOrigin::desc is null if the id is not available, and
  /// SolverOrigin::shadows lists later files only by file name.
  SolverOrigin origin(std::string_view id) const;

  /// Returns the sorted ids of the in-process solvers and those given by the file names. Loads
  /// nothing.
  std::vector<std::string> names() const;

  /// Returns all solvers, sorted by id. Loads every library in every place. Throws Error for a
  /// plugin that fails to load in a directory named by the caller.
  const std::vector<SolverOrigin>& solvers() const;

  /// Folders in which solvers are searched for, in search order.
  const std::vector<std::string>& searched() const;
  /// Places and libraries that have been rejected so far, one line each with the reason. Do not
  /// call this function or read its result while another thread looks up a solver in a copy of this
  /// registry.
  const std::vector<std::string>& refused() const;

 private:
  struct Catalog;
  std::shared_ptr<Catalog> catalog_;
};

/// Loads one library and checks the handshake. Throws Error with a specific reason for each
/// mismatch. The result stays valid until the process ends. The loaded image is a private copy of
/// the file, whose headers, segments and sections are checked first.
CARDAN_API const cardan_entry& load_plugin(const std::filesystem::path& file);

/// Registers an entry linked into this process (static builds, tests). The entry is checked like
/// the entry of a loaded library.
CARDAN_API void register_solver(const cardan_entry& entry);

/// Sets a flag. When it becomes true, every solver of the process is asked to stop (cancelled() of
/// the ABI), as with ContactSolver::cancel_when. Intended for programs with a time limit. nullptr
/// removes the flag. [setup]
CARDAN_API void cancel_all_solvers_when(const std::atomic<bool>* flag);

/// True if the flag given to cancel_all_solvers_when is set.
bool all_solvers_are_cancelled();

}  // namespace cardan
