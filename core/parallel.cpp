#include "cardan/core/parallel.h"

// oneTBB under the thread sanitizer reports dozens of false races in a plain parallel_for, so that
// build uses std::thread.
#if defined(__SANITIZE_THREAD__)
#include <atomic>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace cardan {

#if defined(__SANITIZE_THREAD__)

struct WorkerPool::Impl {
  explicit Impl(int) {}
};

void WorkerPool::run(int n, Call call, void* context) {
  std::atomic<int> next{0};
  const auto work = [&](int worker) {
    for (int i = next++; i < n; i = next++) call(context, i, worker);
  };
  std::vector<std::thread> others;
  for (int w = 1; w < threads_; ++w) others.emplace_back(work, w);
  work(0);
  for (auto& thread : others) thread.join();
}

#else

struct WorkerPool::Impl {
  // Without the control a request for more threads than cores is cut, with a warning on standard
  // error.
  explicit Impl(int threads)
      : control(oneapi::tbb::global_control::max_allowed_parallelism, threads), arena(threads) {}
  oneapi::tbb::global_control control;
  oneapi::tbb::task_arena arena;
};

void WorkerPool::run(int n, Call call, void* context) {
  impl_->arena.execute([&] {
    oneapi::tbb::parallel_for(0, n, [&](int i) {
      call(context, i, oneapi::tbb::this_task_arena::current_thread_index());
    });
  });
}

#endif

WorkerPool::WorkerPool(int threads)
    : threads_(threads < 1 ? 1 : threads),
      impl_(threads_ > 1 ? std::make_unique<Impl>(threads_) : nullptr) {}

WorkerPool::~WorkerPool() = default;

}  // namespace cardan
