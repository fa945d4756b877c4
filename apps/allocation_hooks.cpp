// Counts the heap allocations of each thread. `cardan solvers --check` loads this library with
// LD_PRELOAD: a preloaded malloc serves every library of the process, plugins included. Each
// function counts, then calls the next definition of its name, so that other preloaded allocators
// stay in effect. free is not replaced.
#include "apps/allocation_hooks.h"

#include <cstdlib>  // defines __GLIBC__

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <dlfcn.h>

#include <cstddef>

namespace {

// The initial-exec model: the first access of a thread allocates nothing.
thread_local std::int64_t allocations __attribute__((tls_model("initial-exec"))) = 0;

struct NextDefinitions {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
};

NextDefinitions next;

template <typename Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// All definitions are looked up at the first allocation of the process, which precedes main. A
// later look-up could happen inside dlerror, whose message dlsym frees while dlerror writes it.
const NextDefinitions& next_definitions() {
  if (__builtin_expect(next.malloc == nullptr, 0)) {
    find(next.posix_memalign, "posix_memalign");
    find(next.aligned_alloc, "aligned_alloc");
    find(next.realloc, "realloc");
    find(next.calloc, "calloc");
    find(next.malloc, "malloc");
  }
  ++allocations;
  return next;
}

}  // namespace

#define CARDAN_HOOK extern "C" __attribute__((visibility("default")))

CARDAN_HOOK void* malloc(std::size_t size) { return next_definitions().malloc(size); }
CARDAN_HOOK void* calloc(std::size_t count, std::size_t size) {
  return next_definitions().calloc(count, size);
}
CARDAN_HOOK void* realloc(void* old, std::size_t size) {
  return next_definitions().realloc(old, size);
}
CARDAN_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return next_definitions().aligned_alloc(alignment, size);
}
CARDAN_HOOK int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  return next_definitions().posix_memalign(result, alignment, size);
}

CARDAN_HOOK std::int64_t cardan_thread_allocations() { return allocations; }

#else

extern "C" __attribute__((visibility("default"))) std::int64_t cardan_thread_allocations() {
  return -1;
}

#endif
