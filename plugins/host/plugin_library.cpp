// The one file that talks to the dynamic loader.
#include <dlfcn.h>

#include <system_error>

#include "cardan/core/error.h"
#include "cardan/core/log.h"
#include "cardan/host/handshake_internal.h"
#include "cardan/host/plugin_library_internal.h"
#include "cardan/host/solver_registry.h"
#include "cardan/host/surroundings_internal.h"

namespace cardan {

namespace {
// "FILE: reason" as dlerror says it, without the file that the Error names already.
std::string loader_reason(const std::string& file) {
  const char* text = dlerror();
  std::string reason = text == nullptr ? "unknown reason" : text;
  if (reason.rfind(file + ": ", 0) == 0) reason.erase(0, file.size() + 2);
  return reason;
}
}  // namespace

PluginLibrary::PluginLibrary(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::exists(file, code)) {
    throw Error("no such solver plugin", file.string(), "check the path");
  }
  // A name without a slash would be looked up in the system's search path.
  const std::string path = std::filesystem::absolute(file).string();
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) {
    throw Error("solver plugin will not load: " + loader_reason(path), file.string(),
                "build it with cardan_add_solver_plugin()");
  }
}

PluginLibrary::~PluginLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
}

cardan_entry_function PluginLibrary::entry_function() const {
  return reinterpret_cast<cardan_entry_function>(dlsym(handle_, CARDAN_ENTRY_SYMBOL));
}

std::filesystem::path own_binary() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&own_binary), &info) == 0 || !info.dli_fname) return {};
  std::error_code code;
  std::filesystem::path file = info.dli_fname;
  // An executable is named as it was called: that name says nothing after a change of directory.
  if (!file.is_absolute()) file = "/proc/self/exe";
  return std::filesystem::canonical(file, code);
}

namespace {

const cardan_entry& load_checked(const std::filesystem::path& file) {
  PluginLibrary library(file);
  const cardan_entry_function function = library.entry_function();
  if (function == nullptr) {
    throw Error("not a cardan solver: no symbol " CARDAN_ENTRY_SYMBOL, file.string(),
                "export it with CARDAN_EXPORT_SOLVER(…)");
  }
  const cardan_entry* entry = function();
  // The reason is a copy: a refused library is closed before the message is read.
  const std::string reason = why_refused(entry);
  if (!reason.empty()) {
    throw Error("solver plugin refused: " + reason, file.string());
  }
  library.keep();
  return *entry;
}

}  // namespace

const cardan_entry& load_plugin_watched(const std::filesystem::path& file,
                                        std::vector<std::string>& changed) {
  const Surroundings before;
  try {
    const cardan_entry& entry = load_checked(file);
    changed = before.restore();
    return entry;
  } catch (...) {
    changed = before.restore();
    throw;
  }
}

const cardan_entry& load_plugin(const std::filesystem::path& file) {
  std::vector<std::string> changed;
  const cardan_entry& entry = load_plugin_watched(file, changed);
  for (const std::string& what : changed) {
    log(Severity::kWarning, std::string("solver plugin ")
                                .append(file.string())
                                .append(" changed ")
                                .append(what)
                                .append(" while it was loaded; that was put back"));
  }
  return entry;
}

}  // namespace cardan
