// A program's malloc is that of every library it loads, plugins included. Each function here counts
// and hands on to the one that would have been called without it, so that preloaded allocators and
// memory checkers stay in effect; free is left alone.
#include "allocation_count.h"

#include <cstdlib>  // defines __GLIBC__

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CARDAN_COUNTS_ALLOCATIONS 1
#else
#define CARDAN_COUNTS_ALLOCATIONS 0
#endif

#if CARDAN_COUNTS_ALLOCATIONS

#include <dlfcn.h>

#include <atomic>
#include <cstddef>

namespace {

// Of the program itself, so its place is fixed and reading it allocates nothing.
thread_local std::int64_t allocations = 0;

// The next definition of a function behind the program's own. dlsym finds it without allocating
// (glibc 2.34 and newer do so only for an error message).
template <typename Function>
Function next(std::atomic<Function>& known, const char* name) {
  Function function = known.load(std::memory_order_relaxed);
  if (function == nullptr) {
    function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
    known.store(function, std::memory_order_relaxed);
  }
  ++allocations;
  return function;
}

std::atomic<void* (*)(std::size_t)> next_malloc{nullptr};
std::atomic<void* (*)(std::size_t, std::size_t)> next_calloc{nullptr};
std::atomic<void* (*)(void*, std::size_t)> next_realloc{nullptr};
std::atomic<void* (*)(std::size_t, std::size_t)> next_aligned_alloc{nullptr};
std::atomic<int (*)(void**, std::size_t, std::size_t)> next_posix_memalign{nullptr};

}  // namespace

#define CARDAN_HOOK extern "C" __attribute__((visibility("default")))

CARDAN_HOOK void* malloc(std::size_t size) { return next(next_malloc, "malloc")(size); }
CARDAN_HOOK void* calloc(std::size_t count, std::size_t size) {
  return next(next_calloc, "calloc")(count, size);
}
CARDAN_HOOK void* realloc(void* old, std::size_t size) {
  return next(next_realloc, "realloc")(old, size);
}
CARDAN_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return next(next_aligned_alloc, "aligned_alloc")(alignment, size);
}
CARDAN_HOOK int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  return next(next_posix_memalign, "posix_memalign")(result, alignment, size);
}

#endif

namespace cardan::app {

AllocationCount allocation_count() {
#if CARDAN_COUNTS_ALLOCATIONS
  return [] { return allocations; };
#else
  return nullptr;
#endif
}

}  // namespace cardan::app
