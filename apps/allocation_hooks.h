#pragma once

#include <cstdint>

/// Heap allocations of the calling thread since it began: malloc, calloc, realloc, aligned_alloc
/// and posix_memalign, called from any library. -1 in a build with sanitizers, which have a malloc
/// of their own, and without glibc.
extern "C" std::int64_t cardan_thread_allocations();
