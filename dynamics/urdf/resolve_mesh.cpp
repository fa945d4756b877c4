#include "dynamics/urdf/resolve_mesh.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace cardan {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxLevels = 12;  // number of folders searched upward from the URDF

class Search {
 public:
  explicit Search(const MeshSearch& search) : search_(search) {
    std::error_code error;
    const fs::path start = fs::absolute(search.directory, error).lexically_normal();
    ancestors_.push_back(start);
    while (static_cast<int>(ancestors_.size()) < kMaxLevels &&
           ancestors_.back().has_relative_path()) {
      ancestors_.push_back(ancestors_.back().parent_path());
    }
  }

  // Tries a path. Returns true if a file was found within the scope or in the given package.
  bool try_path(const fs::path& path, const fs::path& package = {}) {
    const std::string text = path.lexically_normal().string();
    if (std::find(location_.tried.begin(), location_.tried.end(), text) != location_.tried.end()) {
      return false;
    }
    location_.tried.push_back(text);
    std::error_code error;
    if (!fs::is_regular_file(text, error)) return false;
    if (!may_be_read(text, package)) {
      if (location_.outside.empty()) location_.outside = text;
      return false;
    }
    location_.path = text;
    return true;
  }

  // Like try_path(folder / rest), for a folder that the mesh name does not contain.
  bool guess(const fs::path& folder, const fs::path& rest, const std::string& package,
             const fs::path& own = {}) {
    if (!try_path(folder / rest, own)) return false;
    location_.guessed_package = package;
    location_.guessed_folder = folder.lexically_normal().string();
    return true;
  }

  // A file whose path is relative to the URDF's folder is not a guess.
  void accept_beside_the_urdf(const std::string& path) {
    if (location_.path != (start() / path).lexically_normal().string()) return;
    location_.guessed_package.clear();
    location_.guessed_folder.clear();
  }

  bool is_given(const std::string& package) const { return search_.packages.count(package) > 0; }

  bool by_package(const std::string& name, const std::string& rest) {
    const auto given = search_.packages.find(name);
    if (given != search_.packages.end())
      return try_path(fs::path(given->second) / rest, given->second);
    for (const fs::path& folder : ancestors_) {
      if (!is_folder(folder / name)) continue;
      const fs::path own = is_package(folder / name) ? folder / name : fs::path();
      if (guess(folder / name, rest, name, own)) return true;
    }
    for (const fs::path& folder : ancestors_) {
      std::error_code error;
      if (fs::exists(folder / "package.xml", error) && guess(folder, rest, name)) return true;
    }
    // The repository itself may be the package, under another folder name.
    for (std::size_t i = 0; i < ancestors_.size() && i < 4; ++i) {
      if (guess(ancestors_[i], rest, name)) return true;
    }
    return by_ros_path(name, rest);
  }

  bool by_relative(const std::string& path) {
    if (try_path(ancestors_[0] / path)) return true;
    if (!search_.mesh_directory.empty() &&
        try_path(ancestors_[0] / search_.mesh_directory / path)) {
      return true;
    }
    for (std::size_t i = 1; i < ancestors_.size() && i < 6; ++i) {
      if (guess(ancestors_[i], path, "")) return true;
    }
    return false;
  }

  // An absolute path. For one of another machine, its trailing parts, longest first.
  bool by_absolute(const fs::path& path) {
    if (try_path(path)) return true;
    std::vector<fs::path> parts(path.begin(), path.end());
    for (std::size_t first = 1; first < parts.size(); ++first) {
      fs::path tail;
      for (std::size_t i = first; i < parts.size(); ++i) tail /= parts[i];
      for (std::size_t i = 0; i < ancestors_.size() && i < 3; ++i) {
        if (guess(ancestors_[i], tail, "")) return true;
      }
    }
    return false;
  }

  const fs::path& start() const { return ancestors_[0]; }
  MeshLocation take() { return std::move(location_); }

 private:
  bool may_be_read(const std::string& path, const fs::path& package) const {
    if (!search_.scope || search_.scope->allows(path)) return true;
    if (package.empty()) return false;
    FileScope own;
    own.add(package.string());
    return own.allows(path);
  }

  // True if the folder declares itself a package or contains the robot.
  bool is_package(const fs::path& folder) const {
    std::error_code error;
    return fs::exists(folder / "package.xml", error) ||
           std::find(ancestors_.begin(), ancestors_.end(), folder) != ancestors_.end();
  }

  static bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
  }

  bool by_ros_path(const std::string& name, const std::string& rest) {
    const char* variable = std::getenv("ROS_PACKAGE_PATH");
    std::string paths = variable ? variable : "";
    while (!paths.empty()) {
      const std::size_t colon = paths.find(':');
      const std::string folder = paths.substr(0, colon);
      paths = colon == paths.npos ? "" : paths.substr(colon + 1);
      if (folder.empty()) continue;
      const fs::path package = fs::path(folder) / name;
      if (try_path(package / rest, package)) return true;
    }
    return false;
  }

  const MeshSearch& search_;
  std::vector<fs::path> ancestors_;  // the URDF's folder and its parent folders, absolute
  MeshLocation location_;
};

std::string decode_percent(const std::string& text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? digit(text[i + 1]) : -1;
    const int low = high >= 0 ? digit(text[i + 2]) : -1;
    if (low > 0 || (low == 0 && high > 0)) {
      result += static_cast<char>(16 * high + low);
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

bool search_uri(Search& search, const std::string& uri) {
  const std::size_t scheme_end = uri.find("://");
  const std::string scheme = scheme_end == uri.npos ? "" : uri.substr(0, scheme_end);
  if (scheme == "package" || scheme == "model") {
    const std::size_t begin = uri.find_first_not_of('/', scheme_end + 1);
    const std::string path = begin == uri.npos ? "" : uri.substr(begin);
    const std::size_t slash = path.find('/');
    const std::string rest = slash == path.npos ? "" : path.substr(slash + 1);
    const std::string name = path.substr(0, slash);
    const bool is_name = name != "." && name != "..";  // "." and ".." are not package names
    if (is_name && !rest.empty() && search.by_package(name, rest)) {
      if (uri.compare(scheme_end, 4, ":///") == 0) search.accept_beside_the_urdf(path);
      return true;
    }
    if (search.is_given(name)) return false;
    return search.by_relative(path);  // package:///meshes/x.stl without a package
  }
  if (scheme == "file") {
    const std::size_t begin = uri.find_first_not_of('/', scheme_end + 1);
    return begin != uri.npos && search.by_absolute(fs::path("/") / uri.substr(begin));
  }
  if (!scheme.empty()) return false;
  if (fs::path(uri).is_absolute()) return search.by_absolute(uri);
  return search.by_relative(uri);
}

}  // namespace

MeshLocation resolve_mesh(const std::string& uri, const MeshSearch& mesh_search) {
  Search search(mesh_search);
  if (!search_uri(search, uri)) {
    const std::string decoded = decode_percent(uri);
    if (decoded != uri) search_uri(search, decoded);
  }
  return search.take();
}

}  // namespace cardan
