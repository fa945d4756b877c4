#pragma once

#include <cstdint>

namespace cardan::app {

/// Heap allocations of the calling thread since it began: malloc and its kin, in whatever library
/// they were called. Null where this program does not count (sanitizers have a malloc of their own;
/// other C libraries than glibc).
using AllocationCount = std::int64_t (*)();
AllocationCount allocation_count();

}  // namespace cardan::app
