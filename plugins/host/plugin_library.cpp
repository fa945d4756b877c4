// The only file that calls the dynamic loader.
#include "plugins/host/plugin_library.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <map>
#include <mutex>
#include <system_error>
#include <tuple>

#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "plugins/host/handshake.h"
#include "plugins/host/plugin_places.h"
#include "plugins/host/surroundings.h"

namespace cardan {

namespace {
// The text of dlerror, "FILE: reason", without the file name, which the Error already contains.
std::string loader_reason(const std::string& file) {
  const char* text = dlerror();
  std::string reason = text == nullptr ? "unknown reason" : text;
  if (reason.rfind(file + ": ", 0) == 0) reason.erase(0, file.size() + 2);
  return reason;
}
}  // namespace

PluginLibrary::PluginLibrary(const std::filesystem::path& file)
    : image_(file), handle_(dlopen(image_.path().c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    throw Error("solver plugin cannot be loaded: " + loader_reason(image_.path()), file.string(),
                "build it with cardan_add_solver_plugin()");
  }
}

PluginLibrary::~PluginLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

cardan_entry_function PluginLibrary::entry_function() const {
  return reinterpret_cast<cardan_entry_function>(dlsym(handle_, CARDAN_ENTRY_SYMBOL));
}

namespace {

/// Identifies the state of a file: differs after every write to the file.
using FileState = std::tuple<std::string, dev_t, ino_t, off_t, std::int64_t, std::int64_t>;

FileState state_of(const std::filesystem::path& file) {
  struct stat about {};
  std::error_code code;
  const std::filesystem::path name = std::filesystem::canonical(file, code);
  if (code || stat(name.c_str(), &about) != 0) return {};
  const auto nanoseconds = [](const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  };
  return {name.string(),
          about.st_dev,
          about.st_ino,
          about.st_size,
          nanoseconds(about.st_mtim),
          nanoseconds(about.st_ctim)};
}

/// Libraries stay loaded until the process ends, so one load of a file serves all registries.
struct Loaded {
  std::mutex mutex;
  std::map<FileState, LoadedPlugin> plugins;
};

Loaded& loaded() {
  static Loaded instance;
  return instance;
}

LoadedPlugin load_checked(const std::filesystem::path& file) {
  PluginLibrary library(file);
  const cardan_entry_function function = library.entry_function();
  if (function == nullptr) {
    throw Error("not a cardan solver: no symbol " CARDAN_ENTRY_SYMBOL, file.string(),
                "export it with CARDAN_EXPORT_SOLVER(…)");
  }
  const cardan_entry* entry = function();
  // Copied, because a rejected library is closed before the message is read.
  const std::string reason = why_refused(entry);
  if (!reason.empty()) {
    throw Error("solver plugin refused: " + reason, file.string());
  }
  library.keep();
  return {entry, library.hash()};
}

}  // namespace

LoadedPlugin load_plugin_watched(const std::filesystem::path& file,
                                 std::vector<std::string>& changed) {
  const FileState state = state_of(file);
  const std::lock_guard<std::mutex> lock(loaded().mutex);
  const auto known = loaded().plugins.find(state);
  if (known != loaded().plugins.end()) return known->second;
  warn_of_open_folder(file);
  const Surroundings before;
  try {
    const LoadedPlugin plugin = load_checked(file);
    changed = before.restore();
    if (state_of(file) == state) loaded().plugins[state] = plugin;
    return plugin;
  } catch (...) {
    changed = before.restore();
    throw;
  }
}

LoadedPlugin load_plugin_file(const std::filesystem::path& file) {
  std::vector<std::string> changed;
  const LoadedPlugin plugin = load_plugin_watched(file, changed);
  for (const std::string& what : changed) {
    log(Severity::kWarning, std::string("solver plugin ")
                                .append(file.string())
                                .append(" changed ")
                                .append(what)
                                .append(" while it was loaded; the change was reverted"));
  }
  return plugin;
}

const cardan_entry& load_plugin(const std::filesystem::path& file) {
  return *load_plugin_file(file).entry;
}

}  // namespace cardan
