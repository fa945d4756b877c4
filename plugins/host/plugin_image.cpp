#include "plugins/host/plugin_image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cardan/error.h"
#include "core/hash.h"
#include "core/read_file.h"
#include "plugins/host/elf_check.h"
#include "plugins/host/plugin_places.h"

namespace cardan {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

/// Closes a descriptor at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }

 private:
  int number_;
};

std::uint64_t hash_of(std::string_view bytes) {
  Hash hash;
  hash.add_word(bytes.size());
  std::size_t i = 0;
  for (; i + sizeof(std::uint64_t) <= bytes.size(); i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, sizeof word);
    hash.add_word(word);
  }
  hash.add_bytes(bytes.data() + i, bytes.size() - i);
  return hash.value();
}

bool holds(std::string_view bytes, std::string_view text) {
  return memmem(bytes.data(), bytes.size(), text.data(), text.size()) != nullptr;
}

int new_memory_file() {
#ifdef MFD_EXEC
  const int executable = memfd_create("cardan-solver", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
  if (executable >= 0) return executable;  // kernels before 6.3 do not know MFD_EXEC
#endif
  return memfd_create("cardan-solver", MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

// True if code may be mapped from the file; some systems forbid it.
bool is_executable(int descriptor, std::size_t size) {
  void* mapped = mmap(nullptr, size, PROT_READ | PROT_EXEC, MAP_PRIVATE, descriptor, 0);
  if (mapped == MAP_FAILED) return false;
  munmap(mapped, size);
  return true;
}

// Creates a sealed in-memory file with these bytes. Returns -1 on failure.
int make_copy(std::string_view bytes) {
  Descriptor copy(new_memory_file());
  if (copy.get() < 0) return -1;
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = write(copy.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    done += static_cast<std::size_t>(count);
  }
  fcntl(copy.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  return is_executable(copy.get(), bytes.size()) ? copy.release() : -1;
}

// Path under the number of the process, so that an attached debugger finds the file. "" if it
// cannot be opened.
std::string name_of(int descriptor) {
  for (const std::string& process : {std::to_string(getpid()), std::string("self")}) {
    std::string name = "/proc/" + process + "/fd/" + std::to_string(descriptor);
    if (access(name.c_str(), R_OK) == 0) return name;
  }
  return "";
}

}  // namespace

PluginImage::PluginImage(const fs::path& file) : path_(fs::absolute(file).string()) {
  std::error_code code;
  if (!fs::exists(file, code)) {
    throw Error("no such solver plugin", file.string(), "check the path");
  }
  const auto [bytes, unread] = try_read_file(file.string(), kMostBytes);
  const std::string failure = unread.empty() ? why_not_a_library(bytes) : unread;
  if (!failure.empty()) {
    throw Error("solver plugin cannot be loaded: " + failure, file.string(),
                "build it with cardan_add_solver_plugin()");
  }
  hash_ = hash_of(bytes);
  if (is_shipped(file) || holds(bytes, "$ORIGIN") || holds(bytes, "${ORIGIN}")) return;
  Descriptor copy(make_copy(bytes));
  if (copy.get() < 0) return;
  const std::string name = name_of(copy.get());
  if (name.empty()) return;
  path_ = name;
  descriptor_ = copy.release();
}

PluginImage::~PluginImage() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool file_holds_text(const fs::path& file, std::string_view text) {
  return holds(try_read_file(file.string(), kMostBytes).bytes, std::string(text) + '\0');
}

}  // namespace cardan
