#pragma once

#include <cstdint>

namespace cardan::app {

/// Heap allocations of the calling thread since it began. Null where nothing counts them.
using AllocationCount = std::int64_t (*)();

/// The counter of the preloaded library (apps/allocation_hooks.cpp). Without it the process starts
/// itself again with the same arguments and the library preloaded, so call this before any other
/// work. Returns null where the library is missing or cannot count.
AllocationCount preloaded_allocation_count();

}  // namespace cardan::app
