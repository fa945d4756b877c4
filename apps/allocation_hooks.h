#pragma once

#include <cstdint>

/// Returns the number of heap allocations of the calling thread since it started: malloc, calloc,
/// realloc, aligned_alloc and posix_memalign, called from any library. Returns -1 in a build with
/// sanitizers, which replace malloc, and without glibc.
extern "C" std::int64_t cardan_thread_allocations();
