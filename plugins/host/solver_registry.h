#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Where a solver was found.
struct SolverOrigin {
  const cardan_solver_desc* desc = nullptr;
  std::string place;              ///< path of the library, or "in-process"
  std::string shadows;            ///< places of later solvers of the same id, "" if none
  std::string hash;               ///< of the library's bytes, 16 hexadecimal digits; "" in-process
  bool replaces_shipped = false;  ///< a solver that cardan ships is among those that it shadows
};

/// id → plugin. Search order: directories given by the caller (--plugins, configuration),
/// CARDAN_SOLVER_PATH, <libdir>/cardan/solvers beside libcardan, in-process. An earlier place
/// shadows a later one and says so; two of one id in one place are an Error. The current directory
/// is never searched. Libraries are never unloaded.
///
/// A library runs code as soon as it is loaded, so only the one that is asked for is: in the first
/// place that has it, the file ID.cardan-solver.so, else the files whose bytes hold the id.
class CARDAN_API SolverRegistry {
 public:
  /// Looks at the names of files, loads nothing. Throws Error where a directory of the caller is
  /// none.
  explicit SolverRegistry(const std::vector<std::filesystem::path>& directories = {});

  /// The descriptor of an id; throws Error that names the nearest known id and the places searched.
  /// Both throw Error for a plugin that will not load in a directory the caller named.
  const cardan_solver_desc& require(std::string_view id) const;
  const cardan_solver_desc* find(std::string_view id) const;

  /// Where an id comes from; desc is null where nobody offers it. `shadows` names later files by
  /// their names alone.
  SolverOrigin origin(std::string_view id) const;

  /// Ids as the names of the files and the solvers in-process tell them, sorted. Loads nothing.
  std::vector<std::string> names() const;

  /// All solvers, sorted by id. Loads every library of every place; throws Error for a plugin that
  /// will not load in a directory the caller named.
  const std::vector<SolverOrigin>& solvers() const;

  const std::vector<std::string>& searched() const;
  /// Places and libraries that were refused so far, with the reason (one line each).
  const std::vector<std::string>& refused() const;

 private:
  struct Catalog;
  std::shared_ptr<Catalog> catalog_;
};

/// Loads one library and checks the handshake; throws Error with a specific reason for each
/// mismatch. The result stays valid until the process ends. The image is a private copy of the
/// file; its headers, segments and sections are checked before.
CARDAN_API const cardan_entry& load_plugin(const std::filesystem::path& file);

/// Registers an entry linked into this process (static builds, tests). Checked like a loaded one.
CARDAN_API void register_solver(const cardan_entry& entry);

}  // namespace cardan
