#include <cstdlib>
#include <filesystem>

#include "bindings/sdf/read.h"
#include "cardan/model_spec.h"
#include "core/file_kind.h"
#include "dynamics/urdf/resolve_mesh.h"

namespace cardan::sdformat {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModel = "model://";

// Folders of models that the environment lists, separated by colons.
std::vector<std::string> folders_of_environment() {
  std::vector<std::string> folders;
  for (const char* name :
       {"SDF_PATH", "GAZEBO_MODEL_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GZ_SIM_RESOURCE_PATH"}) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    std::string rest = value;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      if (end > 0) folders.push_back(rest.substr(0, end));
      rest.erase(0, end + 1);
    }
  }
  return folders;
}

// Where the models of the environment lie, for the name of a URI model://NAME/….
void add_models(const std::string& uri, std::map<std::string, std::string>& packages) {
  if (uri.compare(0, kModel.size(), kModel) != 0) return;
  const std::size_t end = std::min(uri.find('/', kModel.size()), uri.size());
  const std::string name = uri.substr(kModel.size(), end - kModel.size());
  if (name.empty() || name == "." || name == ".." || packages.count(name) > 0) return;
  for (const std::string& folder : folders_of_environment()) {
    std::error_code none;
    const fs::path place = fs::path(folder) / name;
    if (!fs::is_directory(place, none)) continue;
    packages[name] = place.string();
    return;
  }
}

}  // namespace

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

std::string find_uri(const Context& context, const std::string& given_uri,
                     const std::string& folder, std::string& why) {
  const std::string uri = trimmed(given_uri);
  if (!context.options.find_files) {
    why = "'" + uri + "' is not read";
    return "";
  }
  if (uri.compare(0, 7, "http://") == 0 || uri.compare(0, 8, "https://") == 0) {
    why = "'" + uri + "' is in the network; download it and name the file";
    return "";
  }
  MeshSearch search;
  search.directory = folder;
  search.packages = context.options.models;
  search.scope = context.scope;
  add_models(uri, search.packages);
  const MeshLocation location = resolve_mesh(uri, search);
  if (!location.path.empty()) return location.path;
  why = location.outside.empty()
            ? "'" + uri + "' is not found"
            : "'" + uri + "' is outside the project of the file; set CARDAN_ALLOW_OUTSIDE";
  return "";
}

}  // namespace cardan::sdformat
