#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cardan::app {

/// A text file that is written in pieces, completely or not at all: commit() gives it its name.
/// Throws Error with the system's reason.
class StreamedFile {
 public:
  explicit StreamedFile(std::string file);
  ~StreamedFile();  ///< removes the unfinished file unless commit() was called
  StreamedFile(const StreamedFile&) = delete;
  StreamedFile& operator=(const StreamedFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail() const;

  std::string file_, temporary_;
  std::FILE* stream_ = nullptr;
};

}  // namespace cardan::app
