// Preloaded into a process: from number CARDAN_FAILING_WRITE on, each call that writes to a regular
// file fails with ENOSPC: write, pwrite, ftruncate, fsync, rename and the opening of a new file.
// CARDAN_FAILING_ONCE=1: that one call alone fails. With CARDAN_COUNT_FILE the number of such calls
// is written there at exit and at _exit.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace {

std::atomic<long> count{0};

long number_of(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atol(text) : 0;
}

bool fails() {
  static const long failing = number_of("CARDAN_FAILING_WRITE");
  static const bool once = number_of("CARDAN_FAILING_ONCE") != 0;
  const long number = ++count;
  if (failing == 0 || number < failing || (once && number > failing)) return false;
  errno = ENOSPC;
  return true;
}

bool is_regular(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void write_count() {
  const char* file = std::getenv("CARDAN_COUNT_FILE");
  if (file == nullptr) return;
  const long calls = count.load();
  std::FILE* out = std::fopen(file, "w");
  if (out == nullptr) return;
  std::fprintf(out, "%ld\n", calls);
  std::fclose(out);
}

struct CountAtExit {
  ~CountAtExit() { write_count(); }
} count_at_exit;

}  // namespace

#define HOOK extern "C" __attribute__((visibility("default")))

HOOK [[noreturn]] void _exit(int code) {
  write_count();
  next<void (*)(int)>("_exit")(code);
  __builtin_unreachable();
}
HOOK ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t)>("write");
  return is_regular(descriptor) && fails() ? -1 : real(descriptor, bytes, size);
}
HOOK ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, off_t place) {
  static const auto real = next<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite");
  return is_regular(descriptor) && fails() ? -1 : real(descriptor, bytes, size, place);
}
HOOK ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off64_t place) {
  return pwrite(descriptor, bytes, size, place);
}
HOOK int ftruncate(int descriptor, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return is_regular(descriptor) && fails() ? -1 : real(descriptor, size);
}
HOOK int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }
HOOK int fsync(int descriptor) {
  static const auto real = next<int (*)(int)>("fsync");
  return is_regular(descriptor) && fails() ? -1 : real(descriptor);
}
HOOK int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return fails() ? -1 : real(from, to);
}

static int open_with(const char* function, const char* file, int flags, mode_t mode) {
  if ((flags & O_CREAT) != 0 && fails()) return -1;
  return next<int (*)(const char*, int, ...)>(function)(file, flags, mode);
}
HOOK int open(const char* file, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_with("open", file, flags, mode);
}
HOOK int open64(const char* file, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_with("open64", file, flags, mode);
}
