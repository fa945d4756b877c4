#include "sweep/streamed_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "cardan/core/error.h"

namespace cardan::app {

StreamedFile::StreamedFile(std::string file)
    : file_(std::move(file)), temporary_(file_ + ".partial-" + std::to_string(::getpid())) {
  stream_ = std::fopen(temporary_.c_str(), "we");
  if (stream_ == nullptr) fail();
}

StreamedFile::~StreamedFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void StreamedFile::fail() const {
  throw Error(std::string("cannot write the file: ") + std::strerror(errno), file_,
              "check the folder and its free space");
}

void StreamedFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
}

void StreamedFile::commit() {
  if (std::fflush(stream_) != 0 || ::fsync(::fileno(stream_)) != 0) fail();
  std::fclose(std::exchange(stream_, nullptr));
  if (std::rename(temporary_.c_str(), file_.c_str()) != 0) fail();
  temporary_.clear();
}

}  // namespace cardan::app
