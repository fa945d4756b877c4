#pragma once

#include <cstddef>

/// Counts calls of operator new while armed. Link test/support/allocation_counter.cpp into the test
/// that uses it.
namespace cardan::test {

class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  /// Heap allocations by any thread since construction: by everything, and by FCL's own code within
  /// that.
  long total() const;
  long by_fcl() const;
};

/// Bytes that operator new has given to all threads since the start of the process.
std::size_t allocated_bytes();

}  // namespace cardan::test
