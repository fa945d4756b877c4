#pragma once

#include <yaml-cpp/yaml.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cardan/core/file_scope.h"
#include "cardan/core/spatial.h"

/// YAML nodes that know their place, so that every refusal names file, line, key and what was
/// expected.
namespace cardan {

/// Words with commas between.
std::string joined(const std::vector<std::string>& words);

/// The file that nodes are of.
struct SceneSource {
  std::string file;
  FileScope scope;        ///< where the files lie that it may name
  bool confined = false;  ///< false: anywhere
};

class SceneNode {
 public:
  /// The only document of a file. Throws Error: unreadable, not YAML, several documents, empty.
  static SceneNode load(const std::string& file);

  /// From now on files of path_in_scope() lie in the project of the scene, or in one of the folders
  /// that `named` gives.
  void confine(const std::vector<std::string>& named);

  /// Puts a value (YAML) at a path of keys with dots between; an item of a list is named by its
  /// `name` or its number from 0. Throws Error where the path leads nowhere; a key that nobody
  /// knows is found by its reader.
  void lay_over(const std::string& path, const std::string& value);
  static constexpr const char* kLaidOver = "!laid-over:";  ///< tag of such nodes, before the place

  const std::string& path() const { return path_; }
  int line() const;           ///< 1-based
  std::string where() const;  ///< "file:line"
  /// The same node under a name that a reader understands better, e.g. model 'crate'.
  SceneNode renamed(std::string path) const { return {node_, source_, std::move(path)}; }

  /// Throws Error "file:line: path: what; hint".
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;
  [[noreturn]] void unsupported() const;
  /// "unknown KIND 'name'" with the nearest of the known ones.
  [[noreturn]] void fail_unknown(const std::string& kind, const std::string& name,
                                 const std::vector<std::string>& known) const;

  bool is_map() const { return node_.IsMap(); }
  bool is_list() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }

  /// Refuses every other key, naming the nearest known one; keys of `later` are known but not
  /// supported by this version.
  void allow_keys(const std::vector<std::string>& known,
                  const std::vector<std::string>& later = {}) const;
  std::optional<SceneNode> find(const std::string& key) const;
  SceneNode require(const std::string& key) const;
  /// Pairs of a map in the order of the file; a key written twice is refused.
  std::vector<std::pair<std::string, SceneNode>> entries() const;
  std::vector<SceneNode> items() const;

  std::string word() const;  ///< any non-empty scalar
  /// A path, taken from the folder of the scene file unless it is absolute.
  std::string path_relative_to_file() const;
  /// A path relative to the file; fails unless it lies in the scope of the scene.
  std::string path_in_scope() const;
  /// A path in scope; fails unless a regular file is there. `what` is what the file is called.
  std::string file_in_scope(const char* what = "file") const;
  /// Fails unless a regular file is at this path that the node gives.
  void require_file(const std::string& path, const char* what = "file") const;
  /// One of a few words; the index of it.
  int choice(const std::vector<std::string>& words) const;
  bool boolean() const;
  int positive_integer() const;
  /// A finite number; unit is for the message only, "" = dimensionless.
  double number(const char* unit) const;
  double positive(const char* unit) const;
  double non_negative(const char* unit) const;
  Vector3 vector3(const char* unit) const;
  RigidTransform pose() const;  ///< {xyz: [m], rpy: [rad]}

  /// The YAML text of the node on one line.
  std::string text() const;

 private:
  SceneNode(const YAML::Node& node, std::shared_ptr<SceneSource> source, std::string path)
      : node_(node), source_(std::move(source)), path_(std::move(path)) {}

  void require_map() const;
  std::string described() const;

  YAML::Node node_;
  std::shared_ptr<SceneSource> source_;
  std::string path_;
};

}  // namespace cardan
