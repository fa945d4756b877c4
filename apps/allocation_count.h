#pragma once

#include <cstdint>

namespace cardan::app {

/// Returns the number of heap allocations that the calling thread has made since it started. Null
/// if allocations are not counted.
using AllocationCount = std::int64_t (*)();

/// Returns the counter of the preloaded library (apps/allocation_hooks.cpp). If the library is not
/// preloaded, the process restarts itself with the same arguments and preloads it, so call this
/// before any other work. Returns null if the library is missing or cannot count.
AllocationCount preloaded_allocation_count();

}  // namespace cardan::app
