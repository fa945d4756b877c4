#include "apps/film/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cardan/error.h"

namespace cardan::app {

ScratchFolder::ScratchFolder() {
  std::error_code none;
  std::filesystem::path base = std::filesystem::temp_directory_path(none);
  if (none) base = "/tmp";
  path_ = (base / "cardan-film-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr) {
    throw Error(std::string("cannot create a folder: ") + std::strerror(errno), base.string(),
                "set TMPDIR to a folder that is writable");
  }
}

// A browser that was killed may still be writing.
ScratchFolder::~ScratchFolder() {
  constexpr int kAttempts = 3;
  std::error_code failed;
  for (int k = 0; k < kAttempts; ++k) {
    std::filesystem::remove_all(path_, failed);
    if (!failed) return;
  }
}

}  // namespace cardan::app
