#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace cardan::test {

/// A temporary folder, removed by the destructor.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string form = (std::filesystem::temp_directory_path() / "cardan-XXXXXX").string();
    path_ = ::mkdtemp(form.data());
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  std::string path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file and creates its folders; returns its path.
  std::string write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(file(name)).parent_path());
    std::ofstream(file(name), std::ios::binary) << bytes;
    return file(name);
  }
  /// Names of the entries of the folder, one per line.
  std::string listing() const {
    std::string names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names += entry.path().filename().string() + "\n";
    }
    return names;
  }

 private:
  std::string path_;
};

}  // namespace cardan::test
