#include "core/atomic_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <random>
#include <system_error>

#include "cardan/error.h"
#include "core/hex_text.h"
#include "core/list_folder.h"

namespace cardan {

namespace {

// The name must be unpredictable, so that an attacker cannot place a link under it in advance.
std::string unpredictable_ending() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) {
    number = static_cast<std::uint64_t>(std::random_device()()) << 32U | std::random_device()();
  }
  return hex_text(number);
}

class Descriptor {
 public:
  Descriptor(const std::string& name, int flags)
      : number_(::open(name.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool valid() const { return number_ >= 0; }
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(number_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
  }
  // Flushes to disk. Some file systems do not support this, which is not a failure.
  bool sync() const {
    return ::fsync(number_) == 0 || errno == EINVAL || errno == ENOSYS || errno == EROFS;
  }
  bool close() {
    const bool closed = number_ < 0 || ::close(number_) == 0;
    number_ = -1;
    return closed;
  }

 private:
  int number_;
};

[[noreturn]] void give_up(const std::string& temporary, const std::string& file, int number) {
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw Error("cannot write the file: " + std::generic_category().message(number), file,
              "is the folder there, writable and not full?");
}

}  // namespace

std::string temporary_name(const std::string& file) {
  return partial_prefix(file) + std::to_string(::getpid()) + "-" + unpredictable_ending();
}

std::string partial_prefix(const std::string& file) { return file + ".partial-"; }

namespace {

// True if the text has the form PROCESS-RANDOM that temporary_name() appends to the prefix.
bool is_temporary_ending(const std::string& ending) {
  constexpr std::size_t kMostDigits = 10, kRandomDigits = 16;
  const std::size_t process = std::min(ending.find_first_not_of("0123456789"), ending.size());
  return process > 0 && process <= kMostDigits && ending[0] != '0' &&
         ending.size() == process + 1 + kRandomDigits && ending[process] == '-' &&
         ending.find_first_not_of("0123456789abcdef", process + 1) == std::string::npos;
}

bool is_own_regular_file(const std::filesystem::path& file) {
  struct stat status = {};
  return ::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == ::geteuid();
}

}  // namespace

std::vector<std::string> partial_files(const std::string& file, int process) {
  const std::filesystem::path whole(file);
  const std::filesystem::path folder = whole.parent_path();
  const std::string prefix = partial_prefix(whole.filename().string());
  const std::string of_process = process > 0 ? prefix + std::to_string(process) + "-" : prefix;
  std::vector<std::string> found;
  for (const std::filesystem::path& entry : list_folder(folder.empty() ? "." : folder)) {
    const std::string name = entry.filename().string();
    if (name.rfind(of_process, 0) == 0 && is_temporary_ending(name.substr(prefix.size())) &&
        is_own_regular_file(entry)) {
      found.push_back((folder / name).string());
    }
  }
  return found;
}

void rename_into_place(const std::string& temporary, const std::string& file) {
  // Flush the bytes before the rename: after a power failure, the name must not refer to an empty
  // file.
  {
    const Descriptor descriptor(temporary, O_RDONLY);
    if (!descriptor.valid() || !descriptor.sync()) give_up(temporary, file, errno);
  }
  std::error_code failure;
  // Write through a link; do not replace it.
  std::filesystem::path target = std::filesystem::weakly_canonical(file, failure);
  if (failure) target = file;
  failure.clear();
  std::filesystem::rename(temporary, target, failure);
  if (failure) give_up(temporary, file, failure.value());
  const std::filesystem::path folder = target.parent_path();
  const Descriptor directory(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
  if (directory.valid()) directory.sync();  // the file is complete whether or not this succeeds
}

void write_whole_file(const std::string& file, std::string_view text) {
  const std::string temporary = temporary_name(file);
  {
    Descriptor descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL);
    if (!descriptor.valid() || !descriptor.write(text) || !descriptor.close()) {
      give_up(temporary, file, errno);
    }
  }
  rename_into_place(temporary, file);
}

void require_writable(const std::string& file) {
  std::error_code unreachable;  // for a path that is too long or a cycle of links; the file cannot
                                // be created
  const std::filesystem::file_status there = std::filesystem::status(file, unreachable);
  if (is_directory(there)) throw Error("this is a folder", file, "name a file");
  if (exists(there) && !is_regular_file(there)) {
    throw Error("this is a device or a pipe", file, "name a regular file");
  }
  const std::string temporary = temporary_name(file);
  if (!Descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL).valid()) {
    throw Error("cannot create the file", file, "check that the folder exists and is writable");
  }
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
}

}  // namespace cardan
