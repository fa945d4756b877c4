#include "apps/sweep/results_folder.h"

#include <fcntl.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>

#include "cardan/error.h"
#include "core/atomic_file.h"

namespace cardan::app {

ResultsFolder results_folder(const std::string& study_file, const std::string& out) {
  if (!out.empty()) return {out};
  std::filesystem::path path = study_file;
  return {path.replace_extension(".results").string()};
}

void make_results_folder(const ResultsFolder& folder) {
  for (const std::string& path : {folder.rows(), folder.states()}) {
    std::error_code failure;
    std::filesystem::create_directories(path, failure);
    if (failure) {
      throw Error("cannot create the folder: " + failure.message(), path,
                  "choose a writable folder with --out DIR");
    }
  }
  require_writable(folder.rows() + "/writable");
}

ResultsLock::ResultsLock(const ResultsFolder& folder) {
  require_writable(folder.path + "/lock");
  file_ = Descriptor(::open((folder.path + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file_.number() < 0) {
    throw Error(std::string("cannot create the file: ") + std::strerror(errno),
                folder.path + "/lock", "choose a writable folder with --out DIR");
  }
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  constexpr int kTries = 40;
  for (int i = 0; ::fcntl(file_.number(), F_SETLK, &lock) != 0; ++i) {
    // The file system has no locks. The rows are safe without a lock.
    if (errno != EACCES && errno != EAGAIN) return;
    if (i == kTries) {
      throw Error("another cardan sweep is working on this folder", folder.path,
                  "wait for its end, or choose another --out");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace cardan::app
