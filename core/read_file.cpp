#include "core/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "cardan/error.h"

namespace cardan {

namespace {

std::string reason(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return "the file does not exist";
    case EACCES:
    case EPERM:
      return "permission denied";
    case ELOOP:
      return "its links form a cycle";
    case ENAMETOOLONG:
      return "its name is too long";
    default:
      return std::generic_category().message(number);
  }
}

std::string why_not_regular(const struct stat& status) {
  if (S_ISREG(status.st_mode)) return "";
  if (S_ISDIR(status.st_mode)) return "this is a folder, not a file";
  if (S_ISFIFO(status.st_mode)) return "this is a pipe, not a file";
  if (S_ISSOCK(status.st_mode)) return "this is a socket, not a file";
  return "this is a device, not a file";
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 10000) return std::to_string(bytes) + " bytes";
  if (bytes < std::uint64_t{10000} << 10) return std::to_string(bytes >> 10) + " KiB";
  return std::to_string(bytes >> 20) + " MiB";
}

std::string too_large(const std::string& size, std::uint64_t most_bytes) {
  return "it has " + size + "; at most " + size_text(most_bytes) + " are read";
}

// Repeats a call that a signal has interrupted.
template <class Call>
std::ptrdiff_t uninterrupted(const Call& call) {
  ssize_t count = 0;
  do {
    count = call();
  } while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

RegularFile::RegularFile(const std::string& file, std::uint64_t most_bytes) {
  struct stat status;
  // Opening a device can have side effects, so its kind is checked by name first.
  if (::stat(file.c_str(), &status) != 0) {
    why_ = reason(errno);
    return;
  }
  why_ = why_not_regular(status);
  if (!why_.empty()) return;
  // O_NONBLOCK: if a pipe has replaced the file meanwhile, open() does not block.
  descriptor_ = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    why_ = reason(errno);
    return;
  }
  why_ = why_not_regular(status);
  size_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (why_.empty() && size_ > most_bytes) why_ = too_large(size_text(size_), most_bytes);
}

RegularFile::~RegularFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::ptrdiff_t RegularFile::read(char* to, std::size_t room) const {
  return uninterrupted([&] { return ::read(descriptor_, to, room); });
}

std::ptrdiff_t RegularFile::read_at(std::uint64_t position, char* to, std::size_t room) const {
  return uninterrupted(
      [&] { return ::pread(descriptor_, to, room, static_cast<off_t>(position)); });
}

FileContents try_read_file(const std::string& file, std::uint64_t most_bytes) {
  FileContents contents;
  const RegularFile source(file, most_bytes);
  contents.why = source.why();
  if (!contents.why.empty()) return contents;
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::string& bytes = contents.bytes;
  std::size_t filled = 0;
  for (;;) {
    // One byte more than the size, so that the end is found without growing.
    if (filled == bytes.size())
      bytes.resize(std::max<std::size_t>(filled + kChunk, source.size() + std::size_t{1}));
    const std::ptrdiff_t count = source.read(bytes.data() + filled, bytes.size() - filled);
    if (count < 0) contents.why = reason(errno);
    if (count > 0) filled += static_cast<std::size_t>(count);
    if (filled > most_bytes) contents.why = too_large("more", most_bytes);
    if (count <= 0 || !contents.why.empty()) break;
  }
  bytes.resize(contents.why.empty() ? filled : 0);
  return contents;
}

std::string read_whole_file(const std::string& file, const std::string& hint,
                            std::uint64_t most_bytes) {
  FileContents contents = try_read_file(file, most_bytes);
  if (!contents.why.empty()) throw Error("cannot read the file: " + contents.why, file, hint);
  return std::move(contents.bytes);
}

std::string why_not_a_file(const std::string& file, std::uint64_t most_bytes) {
  return RegularFile(file, most_bytes).why();
}

bool is_git_lfs_pointer(std::string_view bytes) {
  return bytes.starts_with("version https://git-lfs.github.com/spec");
}

}  // namespace cardan
