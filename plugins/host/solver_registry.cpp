#include "cardan/host/solver_registry.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <system_error>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/host/handshake_internal.h"
#include "cardan/host/plugin_library_internal.h"

namespace cardan {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".cardan-solver.so";
constexpr const char* kPathVariable = "CARDAN_SOLVER_PATH";
constexpr const char* kInProcess = "in-process";

/// A solver and the file it came from.
struct Found {
  const cardan_solver_desc* desc;
  std::string place;
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

void add_entry(const cardan_entry& entry, const std::string& place, std::vector<Found>& found) {
  for (int i = 0; i < entry.num_solvers; ++i) {
    const cardan_solver_desc* desc = entry.solvers[i];
    for (const Found& other : found) {
      if (std::string_view(other.desc->id) != desc->id) continue;
      throw Error("two solver plugins have the id '" + std::string(desc->id) + "'",
                  other.place + " and " + place, "remove one of them");
    }
    found.push_back({desc, place});
  }
}

std::vector<fs::path> plugin_files(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code code;
  for (fs::directory_iterator it(directory, code), end; !code && it != end; it.increment(code)) {
    const std::string name = it->path().filename().string();
    if (name.size() > kSuffix.size() && std::string_view(name).ends_with(kSuffix)) {
      files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The solvers of one directory. refused == nullptr: a plugin that will not load is an Error, else
/// a line there.
std::vector<Found> scan(const fs::path& directory, std::vector<std::string>* refused) {
  std::vector<Found> found;
  for (const fs::path& file : plugin_files(directory)) {
    const cardan_entry* entry = nullptr;
    try {
      entry = &load_plugin(file);
    } catch (const Error& error) {
      if (refused == nullptr) throw;
      refused->push_back(error.what());
      continue;
    }
    add_entry(*entry, file.string(), found);
  }
  return found;
}

/// CARDAN_SOLVER_PATH, split at colons. A relative entry would depend on the current directory.
std::vector<fs::path> environment_directories(std::vector<std::string>& refused) {
  std::vector<fs::path> directories;
  const char* value = std::getenv(kPathVariable);
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const fs::path entry(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    std::error_code code;
    if (entry.empty()) continue;
    if (!entry.is_absolute()) {
      refused.push_back(std::string(kPathVariable) + ": relative directory " + entry.string() +
                        " is not searched; give an absolute path");
    } else if (!fs::is_directory(entry, code)) {
      refused.push_back(std::string(kPathVariable) + ": " + entry.string() + " is not a directory");
    } else {
      directories.push_back(entry);
    }
  }
  return directories;
}

/// <libdir>/cardan/solvers beside libcardan; a program that holds cardan itself stands in bin/ (or
/// test/) beside libdir.
fs::path default_directory() {
  const fs::path binary = own_binary();
  if (binary.empty()) return {};
  std::error_code code;
  fs::path beside = binary.parent_path() / "cardan" / "solvers";
  if (fs::is_directory(beside, code)) return beside;
  return (binary.parent_path().parent_path() / CARDAN_INSTALL_LIBDIR / "cardan" / "solvers")
      .lexically_normal();
}

/// Adds what one place offers behind what earlier places offered.
void merge(const std::vector<Found>& found, std::vector<SolverOrigin>& solvers) {
  for (const Found& candidate : found) {
    const std::string_view id = candidate.desc->id;
    const auto earlier =
        std::find_if(solvers.begin(), solvers.end(),
                     [&](const SolverOrigin& origin) { return origin.desc->id == id; });
    if (earlier == solvers.end()) {
      solvers.push_back({candidate.desc, candidate.place, ""});
    } else {
      earlier->shadows += (earlier->shadows.empty() ? "" : ", ") + candidate.place;
    }
  }
}

/// Absolute, symbolic links resolved: the name by which a directory is searched once.
std::string search_name(const fs::path& directory) {
  std::error_code code;
  const fs::path name = fs::weakly_canonical(directory, code);
  return code ? directory.string() : name.string();
}

}  // namespace

SolverRegistry::SolverRegistry(const std::vector<fs::path>& directories) {
  const auto search = [this](const fs::path& directory, std::vector<std::string>* refused) {
    const std::string name = search_name(directory);
    if (std::find(searched_.begin(), searched_.end(), name) != searched_.end()) return;
    searched_.push_back(name);
    merge(scan(name, refused), solvers_);
  };
  for (const fs::path& directory : directories) {
    std::error_code code;
    if (!fs::is_directory(directory, code)) {
      throw Error("no such plugin directory", directory.string(), "check the path");
    }
    search(directory, nullptr);
  }
  for (const fs::path& directory : environment_directories(refused_)) search(directory, &refused_);
  if (const fs::path beside = default_directory(); !beside.empty()) search(beside, &refused_);

  searched_.emplace_back(kInProcess);
  std::vector<Found> found;
  {
    InProcess& registered = in_process();
    const std::lock_guard<std::mutex> lock(registered.mutex);
    for (const cardan_entry* entry : registered.entries) add_entry(*entry, kInProcess, found);
  }
  merge(found, solvers_);
  std::sort(solvers_.begin(), solvers_.end(), [](const SolverOrigin& a, const SolverOrigin& b) {
    return std::string_view(a.desc->id) < b.desc->id;
  });
}

const cardan_solver_desc* SolverRegistry::find(std::string_view id) const {
  for (const SolverOrigin& origin : solvers_) {
    if (origin.desc->id == id) return origin.desc;
  }
  return nullptr;
}

const cardan_solver_desc& SolverRegistry::require(std::string_view id) const {
  if (const cardan_solver_desc* desc = find(id)) return *desc;
  std::vector<std::string> known;
  for (const SolverOrigin& origin : solvers_) known.emplace_back(origin.desc->id);
  std::string places;
  for (const std::string& place : searched_) places += (places.empty() ? "" : ", ") + place;
  std::string refusals;
  for (const std::string& reason : refused_) refusals += "; refused: " + reason;
  throw Error("unknown solver '" + std::string(id) + "'", "",
              suggest_name(id, known) + " (searched " + places + refusals + ")");
}

void register_solver(const cardan_entry& entry) {
  const std::string reason = why_refused(&entry);
  if (!reason.empty()) throw Error("solver refused: " + reason, kInProcess);
  InProcess& registered = in_process();
  const std::lock_guard<std::mutex> lock(registered.mutex);
  std::vector<Found> found;
  for (const cardan_entry* other : registered.entries) {
    if (other == &entry) return;
    add_entry(*other, kInProcess, found);
  }
  add_entry(entry, kInProcess, found);
  registered.entries.push_back(&entry);
}

}  // namespace cardan
