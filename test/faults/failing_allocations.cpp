// Preloaded into a process: the allocation number CARDAN_FAILING_ALLOCATION fails, counted over all
// threads from the first allocation after main has begun. Allocations of HDF5 are neither counted
// nor fail, because HDF5 1.10 aborts the process if one of its own does. With CARDAN_COUNT_FILE the
// number of allocations is written there at exit and at _exit.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct NextDefinitions {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
};

NextDefinitions next;
std::atomic<long> count{0};
std::atomic<long> failing{-1};  // −1: main has not begun

template <typename Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// Addresses of HDF5's code.
std::uintptr_t hdf5_begin = 0, hdf5_end = 0;

int note_hdf5(dl_phdr_info* library, std::size_t, void*) {
  if (std::strstr(library->dlpi_name, "libhdf5") == nullptr) return 0;
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const auto& part = library->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    hdf5_begin = library->dlpi_addr + part.p_vaddr;
    hdf5_end = hdf5_begin + part.p_memsz;
  }
  return 1;
}

bool is_of_hdf5(const void* caller) {
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  return address >= hdf5_begin && address < hdf5_end;
}

// True: this allocation fails. Looks up all definitions at the first call, which precedes main.
bool fails(const void* caller) {
  if (next.malloc == nullptr) {
    find(next.posix_memalign, "posix_memalign");
    find(next.aligned_alloc, "aligned_alloc");
    find(next.realloc, "realloc");
    find(next.calloc, "calloc");
    find(next.malloc, "malloc");
  }
  const long number = failing.load(std::memory_order_relaxed);
  if (number < 0 || is_of_hdf5(caller) || ++count != number) return false;
  errno = ENOMEM;
  return true;
}

void write_count() {
  failing = -1;
  const char* file = std::getenv("CARDAN_COUNT_FILE");
  if (file == nullptr) return;
  const int descriptor = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (descriptor < 0) return;
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%ld\n", count.load());
  [[maybe_unused]] const ssize_t written =
      ::write(descriptor, text, static_cast<std::size_t>(length));
  ::close(descriptor);
}

}  // namespace

#define CALLER __builtin_return_address(0)
#define HOOK extern "C" __attribute__((visibility("default")))

HOOK void* malloc(std::size_t size) { return fails(CALLER) ? nullptr : next.malloc(size); }
HOOK void* calloc(std::size_t n, std::size_t size) {
  return fails(CALLER) ? nullptr : next.calloc(n, size);
}
HOOK void* realloc(void* old, std::size_t size) {
  return fails(CALLER) ? nullptr : next.realloc(old, size);
}
HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails(CALLER) ? nullptr : next.aligned_alloc(alignment, size);
}
HOOK int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  return fails(CALLER) ? ENOMEM : next.posix_memalign(result, alignment, size);
}

// The C library's own strdup would hide its caller.
HOOK char* strdup(const char* text) {
  const std::size_t size = std::strlen(text) + 1;
  void* copy = fails(CALLER) ? nullptr : next.malloc(size);
  return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, size));
}

HOOK [[noreturn]] void _exit(int code) {
  using Exit = void (*)(int);
  Exit real = nullptr;
  find(real, "_exit");
  write_count();
  real(code);
  __builtin_unreachable();
}

// Static constructors of libraries belong to the loader, whose failures no program can handle.
using Main = int (*)(int, char**, char**);
static Main real_main;

static int counted_main(int argc, char** argv, char** environment) {
  const char* number = std::getenv("CARDAN_FAILING_ALLOCATION");
  std::atexit(write_count);
  dl_iterate_phdr(note_hdf5, nullptr);
  failing = number != nullptr ? std::atol(number) : 0;
  return real_main(argc, argv, environment);
}

HOOK int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                           void (*rtld_fini)(), void* stack_end) {
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  Start start = nullptr;
  find(start, "__libc_start_main");
  real_main = main;
  return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
