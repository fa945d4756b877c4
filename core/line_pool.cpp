#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <new>

#include "cardan/aligned_block.h"

namespace cardan {

namespace {

constexpr std::size_t kLineBytes = 64;
constexpr std::size_t kMaxLines = 64;
constexpr std::size_t kFirstChunk = std::size_t{1} << 16;
/// Size and alignment of a huge page. Chunks grow up to this size, so a program with few models
/// does not use a whole huge page.
constexpr std::size_t kLargestChunk = std::size_t{1} << 21;
constexpr std::align_val_t kLineAlignment{kLineBytes};

// A sanitizer can check the bounds and the lifetime of a block only if it allocates the block
// itself.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kPooled = false;
#else
constexpr bool kPooled = true;
#endif

class LinePool {
 public:
  void* allocate(std::size_t lines) {
    const std::lock_guard lock(mutex_);
    if (FreeBlock* block = free_[lines]) {
      free_[lines] = block->next;
      return block;
    }
    if (lines > lines_left_) add_chunk();
    void* block = next_;
    next_ += lines * kLineBytes;
    lines_left_ -= lines;
    return block;
  }

  void release(void* block, std::size_t lines) {
    const std::lock_guard lock(mutex_);
    put_back(block, lines);
  }

 private:
  struct FreeBlock {
    FreeBlock* next;
  };

  void put_back(void* block, std::size_t lines) {
    free_[lines] = ::new (block) FreeBlock{free_[lines]};
  }

  void add_chunk() {
    const bool huge = chunk_bytes_ == kLargestChunk;
    auto* chunk = static_cast<char*>(
        ::operator new(chunk_bytes_, huge ? std::align_val_t{kLargestChunk} : kLineAlignment));
    // Huge pages need fewer TLB entries for the same memory. A kernel without huge pages rejects
    // the call, which has no other effect.
    if (huge) madvise(chunk, chunk_bytes_, MADV_HUGEPAGE);
    if (lines_left_ > 0) put_back(next_, lines_left_);
    next_ = chunk;
    lines_left_ = chunk_bytes_ / kLineBytes;
    chunk_bytes_ = std::min(2 * chunk_bytes_, kLargestChunk);
  }

  std::mutex mutex_;
  std::array<FreeBlock*, kMaxLines + 1> free_{};  ///< by number of lines
  char* next_ = nullptr;                          ///< unused part of the last chunk
  std::size_t lines_left_ = 0;
  std::size_t chunk_bytes_ = kFirstChunk;
};

/// Never destroyed, because static objects may release blocks when the process ends.
LinePool& pool() {
  static auto* const instance = new LinePool;
  return *instance;
}

bool is_pooled(std::size_t lines) { return kPooled && lines <= kMaxLines; }

}  // namespace

void* allocate_lines(std::size_t lines) {
  if (is_pooled(lines)) return pool().allocate(std::max<std::size_t>(lines, 1));
  return ::operator new(lines* kLineBytes, kLineAlignment);
}

void release_lines(void* block, std::size_t lines) noexcept {
  if (block == nullptr) return;
  if (is_pooled(lines)) {
    pool().release(block, std::max<std::size_t>(lines, 1));
  } else {
    ::operator delete(block, kLineAlignment);
  }
}

}  // namespace cardan
