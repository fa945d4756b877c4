#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cardan/export.h"

namespace cardan {

/// Size of the largest file that is read as a whole (256 MiB) [bytes].
constexpr std::uint64_t kMostFileBytes = std::uint64_t{256} << 20;

/// Result of reading a file: its bytes, or the reason for the failure.
struct FileContents {
  std::string bytes;  ///< unmodified contents
  std::string why;    ///< reason for the failure, without the file name; "" on success
};

/// A regular file open for reading, or the reason why it is not open. Folders, pipes (which could
/// block), sockets, devices (which may be endless), cycles of links and files of more than
/// `most_bytes` are rejected without being read. Every file that a user or another file names is
/// opened here, or is tested by why_not_a_file before a library opens it.
class CARDAN_API RegularFile {
 public:
  explicit RegularFile(const std::string& file, std::uint64_t most_bytes = UINT64_MAX);
  ~RegularFile();
  RegularFile(const RegularFile&) = delete;
  RegularFile& operator=(const RegularFile&) = delete;

  const std::string& why() const { return why_; }  ///< reason for the rejection; "" if it is open
  std::uint64_t size() const { return size_; }     ///< when it was opened [bytes]
  /// Reads up to `room` bytes from the position of the last read. Returns their count, 0 at the
  /// end, and a negative number on failure, with the reason in errno.
  std::ptrdiff_t read(char* to, std::size_t room) const;
  /// Reads as read() does, from a position [bytes] in the file.
  std::ptrdiff_t read_at(std::uint64_t position, char* to, std::size_t room) const;

 private:
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::string why_;
};

/// Reads a whole regular file. Files that RegularFile rejects are rejected. A file that grows while
/// it is read, or that reports no size (such as a file in /proc), is rejected as soon as it exceeds
/// the limit.
CARDAN_API FileContents try_read_file(const std::string& file,
                                      std::uint64_t most_bytes = kMostFileBytes);

/// Reads a file as try_read_file does. On failure, throws Error "FILE: cannot read the file: why;
/// hint".
CARDAN_API std::string read_whole_file(const std::string& file, const std::string& hint = "",
                                       std::uint64_t most_bytes = kMostFileBytes);

/// Returns the reason why a library must not open a file: the file is not regular, not readable, or
/// larger than `most_bytes`. Returns "" if the library may open the file.
CARDAN_API std::string why_not_a_file(const std::string& file,
                                      std::uint64_t most_bytes = UINT64_MAX);

/// True for the text that Git LFS stores in place of a file that was not fetched.
CARDAN_API bool is_git_lfs_pointer(std::string_view bytes);

}  // namespace cardan
