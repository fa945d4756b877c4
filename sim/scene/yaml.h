#pragma once

#include <yaml-cpp/yaml.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cardan/spatial.h"
#include "core/file_scope.h"

/// YAML nodes with their locations, so that every error names the file, the line, the key and the
/// expected value.
namespace cardan {

/// Joins words with commas.
std::string joined(const std::vector<std::string>& words);

/// The file to which nodes belong.
struct SceneSource {
  std::string file;       ///< name in messages; "<text>" for a text
  std::string folder;     ///< folder to which paths are relative
  FileScope scope;        ///< folders of the files that the scene may name
  bool confined = false;  ///< false if files may be anywhere
  std::string text;       ///< bytes of the file
};

class SceneNode {
 public:
  /// Reads the single document of a file. Throws Error if the file is unreadable, empty, too long,
  /// not YAML, or has several documents.
  static SceneNode load(const std::string& file);
  /// Reads the single document of a text. label: name in messages. folder: the folder to which
  /// paths are relative.
  static SceneNode parse(const std::string& text, const std::string& label,
                         const std::string& folder);

  /// Returns the root of a separate tree with the same text and scope. `this` must be a root.
  SceneNode parsed_again() const;

  /// Restricts path_in_scope() to files in the project of the scene and in the folders of allow().
  void confine();
  bool is_confined() const { return source_->confined; }
  void allow(const std::vector<std::string>& folders);

  /// Sets a value (YAML) at a path of keys separated by dots. An item of a list is identified by
  /// its `name` or by its index, counted from 0. Throws Error if the path does not exist. The
  /// reader of the node reports an unknown last key.
  void lay_over(const std::string& path, const std::string& value);
  /// Tag of nodes set by lay_over, followed by the location.
  static constexpr const char* kLaidOver = "!laid-over:";

  const std::string& path() const { return path_; }
  const std::string& file_text() const { return source_->text; }
  int line() const;           ///< line number, counted from 1
  std::string where() const;  ///< location "file:line"
  /// Returns the node with a name that is clearer in messages, e.g. model 'crate'.
  SceneNode renamed(std::string path) const { return {node_, source_, std::move(path)}; }

  /// Throws an Error "file:line: path: what; hint".
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;
  [[noreturn]] void unsupported() const;
  /// Throws an Error "unknown KIND 'name'" with the nearest known name.
  [[noreturn]] void fail_unknown(const std::string& kind, const std::string& name,
                                 const std::vector<std::string>& known) const;

  bool is_map() const { return node_.IsMap(); }
  bool is_list() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }

  /// Rejects every key that is not known and names the nearest known key. Keys in `later` are known
  /// but not supported by this version.
  void allow_keys(const std::vector<std::string>& known,
                  const std::vector<std::string>& later = {}) const;
  std::optional<SceneNode> find(const std::string& key) const;
  SceneNode require(const std::string& key) const;
  /// Returns the key-value pairs of a map in the order of the file. Duplicate keys are rejected.
  std::vector<std::pair<std::string, SceneNode>> entries() const;
  std::vector<SceneNode> items() const;

  std::string word() const;  ///< reads any non-empty scalar
  /// Reads a path, which is relative to the folder of the scene file unless it is absolute.
  std::string path_relative_to_file() const;
  /// Reads a path as path_relative_to_file() does. Fails if the path is outside the scope of the
  /// scene.
  std::string path_in_scope() const;
  /// Reads a path as path_in_scope() does. Fails unless the path is that of a regular file. `what`:
  /// name of the file in messages.
  std::string file_in_scope(const char* what = "file") const;
  /// Fails unless a regular file exists at this path, which was read from the node.
  void require_file(const std::string& path, const char* what = "file") const;
  /// Returns the index of the word among the allowed words.
  int choice(const std::vector<std::string>& words) const;
  bool boolean() const;
  int positive_integer() const;
  /// Reads a finite number. The unit is used only in messages; "" means dimensionless.
  double number(const char* unit) const;
  double positive(const char* unit) const;
  double non_negative(const char* unit) const;
  Vector3 vector3(const char* unit) const;
  /// Reads a list of two numbers. form: description of the numbers, used as a hint.
  std::pair<double, double> two_numbers(const char* form) const;
  std::pair<double, double> bounds() const;  ///< reads [LOWEST, HIGHEST]
  RigidTransform pose() const;               ///< reads {xyz: [m], rpy: [rad]}

  /// Returns the YAML text of the node on one line.
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
