#include "apps/sweep/worker_board.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "cardan/error.h"

namespace cardan::app {

static_assert(std::atomic<std::int64_t>::is_always_lock_free, "processes share it");

WorkerBoard::WorkerBoard(std::size_t items, std::size_t workers)
    : bytes_(sizeof(Head) + workers * sizeof(Worker) + items) {
  memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) {
    throw Error(std::string("no shared memory: ") + std::strerror(errno), "",
                "close other programs");
  }
  auto* next = static_cast<std::byte*>(memory_);
  head_ = new (next) Head;
  next += sizeof(Head);
  workers_ = reinterpret_cast<Worker*>(next);
  for (std::size_t i = 0; i < workers; ++i) new (workers_ + i) Worker;
  next += workers * sizeof(Worker);
  done_ = reinterpret_cast<std::atomic<unsigned char>*>(next);  // new memory is zero
}

WorkerBoard::~WorkerBoard() { ::munmap(memory_, bytes_); }

}  // namespace cardan::app
