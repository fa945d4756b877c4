#include "core/streamed_file.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "cardan/error.h"
#include "core/atomic_file.h"

namespace cardan {

StreamedFile::StreamedFile(std::string file)
    : file_(std::move(file)), temporary_(temporary_name(file_)) {
  stream_ = std::fopen(temporary_.c_str(), "wxe");
  if (stream_ == nullptr) fail();
}

StreamedFile::~StreamedFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void StreamedFile::fail() const {
  throw Error("cannot write the file: " + std::generic_category().message(errno), file_,
              "is the folder there, writable and not full?");
}

void StreamedFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
}

void StreamedFile::commit() {
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) fail();
  rename_into_place(std::exchange(temporary_, ""), file_);
}

}  // namespace cardan
