#include "cardan/solver_registry.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "cardan/error.h"
#include "core/hex_text.h"
#include "core/nearest.h"
#include "plugins/host/handshake.h"
#include "plugins/host/plugin_library.h"
#include "plugins/host/plugin_places.h"

namespace cardan {

namespace {

namespace fs = std::filesystem;

constexpr const char* kInProcess = "in-process";

/// A solver and the file that contains it.
struct Found {
  const cardan_solver_desc* desc;
  std::string place;
  std::string hash;
};

/// Entries linked into this process, in order of registration.
struct InProcess {
  std::mutex mutex;
  std::vector<const cardan_entry*> entries;
};

InProcess& in_process() {
  static InProcess instance;
  return instance;
}

void add_entry(const cardan_entry& entry, const std::string& place, const std::string& hash,
               std::vector<Found>& found) {
  for (int i = 0; i < entry.num_solvers; ++i) {
    const cardan_solver_desc* desc = entry.solvers[i];
    for (const Found& other : found) {
      if (std::string_view(other.desc->id) != desc->id) continue;
      throw Error("two solver plugins have the id '" + std::string(desc->id) + "'",
                  other.place + " and " + place, "remove one of them");
    }
    found.push_back({desc, place, hash});
  }
}

const Found* find_id(const std::vector<Found>& found, std::string_view id) {
  const auto at =
      std::find_if(found.begin(), found.end(), [&](const Found& f) { return f.desc->id == id; });
  return at == found.end() ? nullptr : &*at;
}

/// The id according to the name of a file.
std::string promised_id(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.size() - kPluginSuffix.size());
}

/// One folder and the plugins loaded from it.
class Shelf {
 public:
  Shelf(PluginPlace place, std::vector<fs::path> files)
      : place_(std::move(place)), files_(std::move(files)) {}

  const PluginPlace& place() const { return place_; }
  const std::vector<fs::path>& files() const { return files_; }

  /// Finds the solver of an id. Loads the file with that name, or else the files whose bytes
  /// contain the id.
  const Found* find(std::string_view id, std::vector<std::string>& refused) {
    for (const fs::path& file : files_) {
      if (promised_id(file) != id) continue;
      load(file, refused);
      if (const Found* found = of_file(file, id)) return found;
    }
    const fs::path* first = nullptr;
    for (const fs::path& file : files_) {
      if (promised_id(file) == id || !file_holds_text(file, id)) continue;
      load(file, refused);
      if (of_file(file, id) == nullptr) continue;
      if (first != nullptr) refuse_twins(id, *first, file);
      first = &file;
    }
    return first == nullptr ? nullptr : of_file(*first, id);
  }

  /// Loads every solver of the folder.
  std::vector<Found> all(std::vector<std::string>& refused) {
    std::vector<Found> everything;
    for (const fs::path& file : files_) {
      load(file, refused);
      for (const Found& found : loaded_.at(file.string())) {
        if (const Found* other = find_id(everything, found.desc->id)) {
          refuse_twins(found.desc->id, other->place, file);
        }
        everything.push_back(found);
      }
    }
    return everything;
  }

 private:
  [[noreturn]] static void refuse_twins(std::string_view id, const fs::path& first,
                                        const fs::path& second) {
    throw Error("two solver plugins have the id '" + std::string(id) + "'",
                first.string() + " and " + second.string(), "remove one of them");
  }

  void load(const fs::path& file, std::vector<std::string>& refused) {
    const auto [at, is_new] = loaded_.try_emplace(file.string());
    if (!is_new) return;
    try {
      const LoadedPlugin plugin = load_plugin_file(file);
      add_entry(*plugin.entry, file.string(), hex_text(plugin.hash), at->second);
    } catch (const Error& error) {
      if (place_.named_by_caller) {
        loaded_.erase(at);
        throw;
      }
      refused.emplace_back(error.what());
    }
  }

  const Found* of_file(const fs::path& file, std::string_view id) const {
    return find_id(loaded_.at(file.string()), id);
  }

  PluginPlace place_;
  std::vector<fs::path> files_;
  std::map<std::string, std::vector<Found>> loaded_;  ///< by file; files without solvers were
                                                      ///< rejected
};

}  // namespace

struct SolverRegistry::Catalog {
  std::mutex mutex;
  std::vector<Shelf> shelves;
  std::vector<Found> in_process;
  std::vector<std::string> searched, refused;
  std::map<std::string, SolverOrigin, std::less<>> known;  ///< ids looked up so far
  std::vector<SolverOrigin> all;
  bool has_all = false;

  SolverOrigin look_up(std::string_view id);
  void add_shadowed(std::string_view id, std::size_t first_shelf, SolverOrigin& origin) const;
  void list_all();
};

// Adds later places according to their file names, without loading them.
void SolverRegistry::Catalog::add_shadowed(std::string_view id, std::size_t first_shelf,
                                           SolverOrigin& origin) const {
  const auto add = [&](const std::string& place, bool shipped) {
    origin.shadows += (origin.shadows.empty() ? "" : ", ") + place;
    origin.replaces_shipped |= shipped;
  };
  for (std::size_t k = first_shelf; k < shelves.size(); ++k) {
    for (const fs::path& file : shelves[k].files()) {
      if (promised_id(file) == id) add(file.string(), shelves[k].place().shipped);
    }
  }
  if (find_id(in_process, id) != nullptr) add(kInProcess, true);
}

SolverOrigin SolverRegistry::Catalog::look_up(std::string_view id) {
  if (!is_plain_word(id)) return {};
  for (std::size_t k = 0; k < shelves.size(); ++k) {
    const Found* found = shelves[k].find(id, refused);
    if (found == nullptr) continue;
    SolverOrigin origin{found->desc, found->place, "", found->hash, false};
    add_shadowed(id, k + 1, origin);
    // A build contains its own solvers twice, in files and in the process; this does not count as a
    // replacement.
    if (shelves[k].place().shipped) origin.replaces_shipped = false;
    return origin;
  }
  const Found* found = find_id(in_process, id);
  return found == nullptr ? SolverOrigin{} : SolverOrigin{found->desc, found->place, "", "", false};
}

void SolverRegistry::Catalog::list_all() {
  const auto merge = [&](const std::vector<Found>& found) {
    for (const Found& candidate : found) {
      const std::string_view id = candidate.desc->id;
      const auto earlier = std::find_if(all.begin(), all.end(), [&](const SolverOrigin& origin) {
        return origin.desc->id == id;
      });
      if (earlier == all.end()) {
        all.push_back({candidate.desc, candidate.place, "", candidate.hash, false});
      } else {
        earlier->shadows += (earlier->shadows.empty() ? "" : ", ") + candidate.place;
      }
    }
  };
  all.clear();
  for (Shelf& shelf : shelves) merge(shelf.all(refused));
  merge(in_process);
  for (SolverOrigin& origin : all)
    origin.replaces_shipped = look_up(origin.desc->id).replaces_shipped;
  std::sort(all.begin(), all.end(), [](const SolverOrigin& a, const SolverOrigin& b) {
    return std::string_view(a.desc->id) < b.desc->id;
  });
  has_all = true;
}

SolverRegistry::SolverRegistry(const std::vector<fs::path>& directories)
    : catalog_(std::make_shared<Catalog>()) {
  Catalog& catalog = *catalog_;
  for (PluginPlace& place : plugin_places(directories, catalog.refused)) {
    catalog.searched.push_back(place.folder.string());
    std::vector<fs::path> files = plugin_files(place.folder);
    catalog.shelves.emplace_back(std::move(place), std::move(files));
  }
  catalog.searched.emplace_back(kInProcess);
  InProcess& registered = in_process();
  const std::lock_guard<std::mutex> lock(registered.mutex);
  for (const cardan_entry* entry : registered.entries) {
    add_entry(*entry, kInProcess, "", catalog.in_process);
  }
}

SolverOrigin SolverRegistry::origin(std::string_view id) const {
  const std::lock_guard<std::mutex> lock(catalog_->mutex);
  const auto known = catalog_->known.find(id);
  if (known != catalog_->known.end()) return known->second;
  SolverOrigin origin = catalog_->look_up(id);
  if (origin.desc != nullptr) catalog_->known.emplace(id, origin);
  return origin;
}

const cardan_solver_desc* SolverRegistry::find(std::string_view id) const {
  return origin(id).desc;
}

std::vector<std::string> SolverRegistry::names() const {
  std::vector<std::string> names;
  for (const Shelf& shelf : catalog_->shelves) {
    for (const fs::path& file : shelf.files()) {
      std::string id = promised_id(file);
      if (is_plain_word(id)) names.push_back(std::move(id));
    }
  }
  for (const Found& found : catalog_->in_process) names.emplace_back(found.desc->id);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

const std::vector<SolverOrigin>& SolverRegistry::solvers() const {
  const std::lock_guard<std::mutex> lock(catalog_->mutex);
  if (!catalog_->has_all) catalog_->list_all();
  return catalog_->all;
}

const std::vector<std::string>& SolverRegistry::searched() const { return catalog_->searched; }

const std::vector<std::string>& SolverRegistry::refused() const { return catalog_->refused; }

const cardan_solver_desc& SolverRegistry::require(std::string_view id) const {
  if (const cardan_solver_desc* desc = find(id)) return *desc;
  std::string places;
  for (const std::string& place : searched()) places += (places.empty() ? "" : ", ") + place;
  std::string refusals;
  {
    // Other threads may look up solvers of the same catalog.
    const std::lock_guard<std::mutex> lock(catalog_->mutex);
    for (const std::string& reason : catalog_->refused) refusals += "; refused: " + reason;
  }
  throw Error("unknown solver '" + std::string(id) + "'", "",
              suggest_name(id, names()) + " (searched " + places + refusals + ")");
}

void register_solver(const cardan_entry& entry) {
  const std::string reason = why_refused(&entry);
  if (!reason.empty()) throw Error("solver refused: " + reason, kInProcess);
  InProcess& registered = in_process();
  const std::lock_guard<std::mutex> lock(registered.mutex);
  std::vector<Found> found;
  for (const cardan_entry* other : registered.entries) {
    if (other == &entry) return;
    add_entry(*other, kInProcess, "", found);
  }
  add_entry(entry, kInProcess, "", found);
  registered.entries.push_back(&entry);
}

}  // namespace cardan
