#include <filesystem>

#include "dynamics/urdf/option_names.h"
#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

namespace {

// The folders of the tried paths, in order.
std::string folders_of(const std::vector<std::string>& tried) {
  std::string folders;
  for (const std::string& path : tried) {
    folders += std::filesystem::path(path).parent_path().string() + "\n";
  }
  return folders;
}

}  // namespace

std::string search_words(ReadContext& context, const Place& place,
                         const std::vector<std::string>& tried) {
  if (tried.empty()) return "";
  const std::string key = (context.in_visual ? "visual\n" : "") + folders_of(tried);
  const auto [entry, fresh] = context.vain_searches.emplace(key, place.line);
  if (!fresh) return " (tried the folders listed in line " + std::to_string(entry->second) + ")";
  std::string paths;
  for (const std::string& path : tried) paths += (paths.empty() ? "" : ", ") + path;
  return " (tried " + paths + ")";
}

void note_guess(ReadContext& context, const Place& place, const MeshLocation& location) {
  if (location.guessed_folder.empty()) return;
  const std::string& package = location.guessed_package;
  const std::string guess =
      package.empty()
          ? "a file that is not at the path in its name was found by a search under " +
                location.guessed_folder
          : "package \"" + package + "\" was found by a search as " + location.guessed_folder +
                "; " + package_option(context.options.caller, package) + " sets its folder";
  auto& [count, first] = context.guessed_files[guess];
  if (count++ == 0) first = place;
}

std::string outside_words(const ReadContext& context, const MeshLocation& location) {
  return "is outside the robot's project, at " + location.outside + "; give " +
         outside_option(context.options.caller) + " to allow it";
}

}  // namespace cardan::urdf
