#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>

#include "cardan/export.h"

namespace cardan {

/// A pool of workers for loops with independent items. The work on an item never depends on the
/// worker that takes it, so results have the same bits for any number of threads.
class CARDAN_API WorkerPool {
 public:
  /// Upper limit for the number of threads.
  static constexpr int kMaxThreads = 1024;

  /// With one thread (or fewer), all work runs on the calling thread and no thread is created.
  /// Throws Error if there are more than kMaxThreads threads.
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const { return threads_; }

  /// Calls body(item, worker) for each item in 0..n-1, with a worker in 0..threads-1. Two calls
  /// with the same worker never overlap.
  template <class Body>
  void for_each(int n, Body&& body) {
    if (threads_ == 1 || n <= 1) {
      for (int i = 0; i < n; ++i) body(i, 0);
      return;
    }
    run(
        n,
        [](void* context, int item, int worker) {
          (*static_cast<std::remove_reference_t<Body>*>(context))(item, worker);
        },
        const_cast<void*>(static_cast<const void*>(&body)));
  }

  /// Calls for_each on blocks of `size` items, for items that are too small to be distributed one
  /// by one.
  template <class Body>
  void for_each_in_blocks(int n, int size, Body&& body) {
    for_each((n + size - 1) / size, [&](int block, int worker) {
      const int end = std::min((block + 1) * size, n);
      for (int i = block * size; i < end; ++i) body(i, worker);
    });
  }

 private:
  using Call = void (*)(void* context, int item, int worker);
  void run(int n, Call call, void* context);

  struct Impl;
  int threads_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cardan
