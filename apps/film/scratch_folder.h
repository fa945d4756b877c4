#pragma once

#include <string>

namespace cardan::app {

/// A folder for temporary files in TMPDIR or /tmp. The destructor removes it with its contents.
class ScratchFolder {
 public:
  ScratchFolder();  ///< throws Error if it cannot be created
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace cardan::app
