#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cardan::app {

/// Shared memory of the workers of a sweep and of the process that started them: which task is
/// next, which cells are done, and what each worker is doing. The board survives a worker that ends
/// in any way. Items are the pending cells, numbered from 0.
class WorkerBoard {
 public:
  /// Throws Error if the system provides no memory. Create it before the workers are started.
  WorkerBoard(std::size_t items, std::size_t workers);
  ~WorkerBoard();
  WorkerBoard(const WorkerBoard&) = delete;
  WorkerBoard& operator=(const WorkerBoard&) = delete;

  /// Number of the next task; each number is returned once.
  std::size_t take_task() { return head_->next_task.fetch_add(1); }
  std::size_t tasks_taken() const { return head_->next_task; }

  void mark_done(std::size_t item) { done_[item].store(1); }
  bool is_done(std::size_t item) const { return done_[item].load() != 0; }
  void count_end(bool good) {
    ++head_->ended;
    if (!good) ++head_->failed;
  }
  std::size_t ended() const { return head_->ended; }
  std::size_t failed() const { return head_->failed; }

  /// Asks all workers to stop.
  void request_stop() { head_->stop.store(true); }
  bool stop_requested() const { return head_->stop.load(); }

  static constexpr std::int64_t kNothing = -1;
  struct Worker {
    std::atomic<std::int64_t> task{kNothing};
    std::atomic<std::int32_t> process{0};
    std::atomic<std::int64_t> deadline{0};  ///< [ns] of the steady clock; 0: none
  };
  Worker& worker(std::size_t number) { return workers_[number]; }

 private:
  struct Head {
    std::atomic<std::size_t> next_task{0}, ended{0}, failed{0};
    std::atomic<bool> stop{false};
  };
  std::size_t bytes_ = 0;
  void* memory_ = nullptr;
  Head* head_ = nullptr;
  Worker* workers_ = nullptr;
  std::atomic<unsigned char>* done_ = nullptr;
};

}  // namespace cardan::app
