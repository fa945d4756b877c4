#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "cardan/export.h"

namespace cardan {

/// A text file that is written in pieces. The file has a temporary name until commit(), so the file
/// appears completely or not at all, as with write_whole_file. Throws Error with the reason that
/// the operating system reports.
class CARDAN_API StreamedFile {
 public:
  /// Opens the temporary file.
  explicit StreamedFile(std::string file);
  ~StreamedFile();  ///< removes the temporary file unless commit() was called
  StreamedFile(const StreamedFile&) = delete;
  StreamedFile& operator=(const StreamedFile&) = delete;

  void write(std::string_view text);  ///< appends a piece
  void commit();                      ///< gives the file its name

 private:
  [[noreturn]] void fail() const;

  std::string file_, temporary_;
  std::FILE* stream_ = nullptr;
};

}  // namespace cardan
