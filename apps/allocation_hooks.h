#pragma once

#include <cstdint>

/// Returns the number of heap allocations (malloc, calloc, realloc, aligned_alloc, posix_memalign)
/// that the calling thread has made since it started, in any library. Returns -1 in a build with
/// sanitizers, which replace malloc, and in a build without glibc.
extern "C" std::int64_t cardan_thread_allocations();
