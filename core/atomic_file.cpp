#include "cardan/core/atomic_file.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "cardan/core/atomic_file_internal.h"
#include "cardan/core/error.h"

namespace cardan {

std::string temporary_name(const std::string& file) {
  static std::atomic<int> count{0};
  return file + ".partial-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
}

void rename_into_place(const std::string& temporary, const std::string& file) {
  std::error_code failure;
  // A link is written through, not replaced.
  std::filesystem::path target = std::filesystem::weakly_canonical(file, failure);
  if (failure) target = file;
  failure.clear();
  std::filesystem::rename(temporary, target, failure);
  if (!failure) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw Error("cannot write the file: " + failure.message(), file);
}

void write_whole_file(const std::string& file, std::string_view text) {
  const std::string temporary = temporary_name(file);
  std::ofstream stream(temporary, std::ios::binary);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (stream.fail()) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw Error("cannot write the file", file, "is the folder there, writable and not full?");
  }
  rename_into_place(temporary, file);
}

void require_writable(const std::string& file) {
  if (std::filesystem::is_directory(file)) throw Error("this is a folder", file, "name a file");
  if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) {
    throw Error("this is a device or a pipe", file, "name a regular file");
  }
  const std::string temporary = temporary_name(file);
  const bool good = static_cast<bool>(std::ofstream(temporary));
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  if (!good) {
    throw Error("cannot create the file", file, "is the folder there and may it be written to?");
  }
}

}  // namespace cardan
