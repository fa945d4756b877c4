#include "support/allocated_bytes.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocated{0};  // [bytes]

void* counted(std::size_t size, std::size_t alignment) {
  allocated += size;
  const std::size_t whole =
      (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole);
}

void* required(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) { return required(counted(size, kUsual)); }
void* operator new[](std::size_t size) { return required(counted(size, kUsual)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size, kUsual);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted(size, kUsual);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return required(counted(size, static_cast<std::size_t>(alignment)));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return required(counted(size, static_cast<std::size_t>(alignment)));
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

std::size_t allocated_bytes() { return allocated; }

}  // namespace cardan::test
