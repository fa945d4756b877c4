#include "apps/sweep/row_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

#include "cardan/error.h"

namespace cardan::app {

namespace {

constexpr std::chrono::seconds kSyncEvery{1};

// Distinct for each writer on all machines that share the folder.
std::string file_name_of_writer(const std::string& host) {
  std::random_device random;
  char number[64];
  std::snprintf(number, sizeof number, "-%ld-%08x%08x.rows", static_cast<long>(::getpid()),
                random(), random());
  std::string name;
  for (const char c : host) name.push_back(c == '/' ? '_' : c);
  return name.append(number);
}

}  // namespace

RowWriter::RowWriter(std::string folder, RowOrigin origin)
    : folder_(std::move(folder)), origin_(std::move(origin)) {}

RowWriter::~RowWriter() {
  if (descriptor_ < 0) return;
  ::fdatasync(descriptor_);
  ::close(descriptor_);
}

void RowWriter::fail(const std::string& what) const {
  throw Error(
      what + ": " + std::strerror(errno), file_,
      "free some space or choose another --out, and run the same command again: all finished "
      "cells are kept");
}

void RowWriter::create() {
  file_ = folder_ + "/" + file_name_of_writer(origin_.host);
  descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("cannot create the file");
  const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    ::fsync(folder);
    ::close(folder);
  }
  synced_ = std::chrono::steady_clock::now();
  write(origin_line(origin_));
}

void RowWriter::write(const std::string& line) {
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t more = ::write(descriptor_, line.data() + done, line.size() - done);
    if (more >= 0) {
      done += static_cast<std::size_t>(more);
    } else if (errno != EINTR) {
      const int failure = errno;
      [[maybe_unused]] const int cut = ::ftruncate(descriptor_, size_);
      errno = failure;
      fail("cannot write the file");
    }
  }
  size_ += static_cast<std::int64_t>(line.size());
}

void RowWriter::append(const CellRow& row) {
  if (descriptor_ < 0) create();
  write(row_line(row));
  if (std::chrono::steady_clock::now() - synced_ >= kSyncEvery) sync();
}

void RowWriter::sync() {
  if (descriptor_ < 0) return;
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL) fail("cannot flush the file to disk");
  synced_ = std::chrono::steady_clock::now();
}

}  // namespace cardan::app
