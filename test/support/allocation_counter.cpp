#include "test/support/allocation_counter.h"

#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

// The allocator of the process with a counter. A backtrace separates allocations by FCL from those
// of cardan.
namespace {

std::atomic<bool> armed{false};
std::atomic<long> total_count{0};
std::atomic<long> fcl_count{0};
std::atomic<std::size_t> bytes{0};
thread_local bool inside = false;

bool called_from_fcl() {
  void* frames[24];
  const int depth = backtrace(frames, 24);
  for (int i = 0; i < depth; ++i) {
    Dl_info info;
    if (!dladdr(frames[i], &info)) continue;
    if (info.dli_fname && std::strstr(info.dli_fname, "libfcl")) return true;
    if (info.dli_sname && std::strstr(info.dli_sname, "3fcl")) return true;
  }
  return false;
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

void* counted_or_null(std::size_t size, std::size_t alignment = kUsual) {
  bytes += size;
  if (armed && !inside) {
    inside = true;
    ++total_count;
    if (called_from_fcl()) ++fcl_count;
    inside = false;
  }
  return std::aligned_alloc(
      alignment, (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment);
}

void* counted(std::size_t size, std::size_t alignment = kUsual) {
  void* memory = counted_or_null(size, alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted_or_null(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace cardan::test {

AllocationCounter::AllocationCounter() {
  void* frames[2];
  backtrace(frames, 2);  // its first call allocates
  total_count = fcl_count = 0;
  armed = true;
}
AllocationCounter::~AllocationCounter() { armed = false; }
long AllocationCounter::total() const { return total_count; }
long AllocationCounter::by_fcl() const { return fcl_count; }

std::size_t allocated_bytes() { return bytes; }

}  // namespace cardan::test
