#pragma once

#include <chrono>
#include <string>

#include "apps/sweep/cell_row.h"

namespace cardan::app {

/// Appends rows to a file of its own in a folder. A row is in the file when append() returns, so a
/// killed process loses none; the file is flushed to disk at least every second and at the end, so
/// a power failure loses at most the rows of the last second. The file is created with the first
/// row. Throws Error with the system's reason; the file then ends with the last complete row.
class RowWriter {
 public:
  RowWriter(std::string folder, RowOrigin origin);
  ~RowWriter();
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  void append(const CellRow& row);
  /// Flushes to disk.
  void sync();

 private:
  void create();
  void write(const std::string& line);
  [[noreturn]] void fail(const std::string& what) const;

  std::string folder_, file_;
  RowOrigin origin_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
  std::chrono::steady_clock::time_point synced_{};
};

}  // namespace cardan::app
