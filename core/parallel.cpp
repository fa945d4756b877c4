#include "cardan/core/parallel.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>

// oneTBB under the thread sanitizer reports dozens of false races, so that build uses std::thread.
#if defined(__SANITIZE_THREAD__)
#include <vector>
#else
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace cardan {

namespace {

/// Items of one worker that nobody has taken yet; alone in its cache line.
struct alignas(64) Share {
  std::atomic<int> next{0};
  int end = 0;
};

/// Worker w begins with the w-th part of the items and then helps the others. In loop after loop
/// over the same trees a worker so meets those that its own cache holds: what another core has
/// written costs more to fetch than much of what is computed on it.
class Shares {
 public:
  explicit Shares(int workers) : workers_(workers), shares_(new Share[workers]) {}

  void deal(int n) {
    for (int w = 0; w < workers_; ++w) {
      shares_[w].next.store(part(n, w), std::memory_order_relaxed);
      shares_[w].end = part(n, w + 1);
    }
  }

  template <class Work>
  void work(int worker, Work&& item) {
    for (int k = 0; k < workers_; ++k) {
      Share& share = shares_[(worker + k) % workers_];
      for (int i = share.next++; i < share.end; i = share.next++) item(i);
    }
  }

 private:
  int part(int n, int w) const {
    return static_cast<int>(static_cast<std::int64_t>(n) * w / workers_);
  }

  int workers_;
  std::unique_ptr<Share[]> shares_;
};

/// Leaves the core to its other thread, where the processor has one.
void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Waits a little; after a while it lets others have the core.
class Patience {
 public:
  bool is_lost() const { return waited_ > kMost; }
  void wait() {
    if (++waited_ % kBetweenYields == 0) std::this_thread::yield();
    relax();
  }

 private:
  static constexpr int kBetweenYields = 256, kMost = 8192;  // 100 to 400 µs in all
  int waited_ = 0;
};

/// What the loops of a pool and its helpers share. A step has many short loops: to start tasks of
/// the library for each cost more than it gained. A helper is one long task that takes part in loop
/// after loop and goes when none comes for a while; the caller never waits for one to arrive.
struct Loops {
  using Call = void (*)(void* context, int item, int worker);

  explicit Loops(int threads) : shares(threads), busy(new std::atomic<bool>[threads]) {
    for (int w = 0; w < threads; ++w) busy[w] = false;
  }

  void work(int worker) {
    try {
      shares.work(worker, [&](int i) { call(context, i, worker); });
    } catch (...) {
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  }

  /// Of the caller.
  void run(int n, Call body, void* of_body) {
    shares.deal(n);
    call = body;
    context = of_body;
    ++number;  // odd: open
    work(0);
    ++number;  // even: nothing is left to take
    Patience patience;
    while (inside.load() > 0) patience.wait();
    if (failed.exchange(false)) std::rethrow_exception(std::exchange(failure, nullptr));
  }

  /// Of worker 1, 2 …; a loop that it has entered in time stays until it has left.
  void help(int worker) {
    std::uint64_t done = 0;
    for (Patience patience; !patience.is_lost() && !closed.load(); patience.wait()) {
      const std::uint64_t seen = number.load();
      if (seen % 2 == 0 || seen == done) continue;
      ++inside;
      if (number.load() == seen) work(worker);
      --inside;
      done = seen;
      patience = {};
    }
    busy[worker] = false;
  }

  Shares shares;
  Call call = nullptr;
  void* context = nullptr;
  std::atomic<std::uint64_t> number{0};  ///< of the loop
  std::atomic<int> inside{0};            ///< helpers
  std::atomic<bool> closed{false};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;                 ///< the first of a loop, thrown on by the caller
  std::unique_ptr<std::atomic<bool>[]> busy;  ///< by worker: a helper is there or on its way
};

#if defined(__SANITIZE_THREAD__)

class Helpers {
 public:
  explicit Helpers(int threads) : threads_(threads) {}
  ~Helpers() {
    for (std::thread& thread : threads_) join(thread);
  }

  template <class Help>
  void start(int worker, Help&& help) {
    join(threads_[worker]);
    threads_[worker] = std::thread(std::forward<Help>(help));
  }

 private:
  static void join(std::thread& thread) {
    if (thread.joinable()) thread.join();
  }
  std::vector<std::thread> threads_;  ///< by worker; 0 is the caller
};

#else

class Helpers {
 public:
  // Without the control a request for more threads than cores is cut, with a warning on standard
  // error.
  explicit Helpers(int threads)
      : control_(oneapi::tbb::global_control::max_allowed_parallelism, threads), arena_(threads) {}

  template <class Help>
  void start(int, Help&& help) {
    arena_.enqueue(std::forward<Help>(help));
  }

 private:
  oneapi::tbb::global_control control_;
  oneapi::tbb::task_arena arena_;
};

#endif

}  // namespace

struct WorkerPool::Impl {
  explicit Impl(int threads) : loops(std::make_shared<Loops>(threads)), helpers(threads) {}
  ~Impl() { loops->closed = true; }

  std::shared_ptr<Loops> loops;  ///< helpers may outlive the pool for a moment
  Helpers helpers;
};

void WorkerPool::run(int n, Call call, void* context) {
  for (int worker = 1; worker < threads_; ++worker) {
    if (impl_->loops->busy[worker].exchange(true)) continue;
    impl_->helpers.start(worker, [loops = impl_->loops, worker] { loops->help(worker); });
  }
  impl_->loops->run(n, call, context);
}

WorkerPool::WorkerPool(int threads)
    : threads_(threads < 1 ? 1 : threads),
      impl_(threads_ > 1 ? std::make_unique<Impl>(threads_) : nullptr) {}

WorkerPool::~WorkerPool() = default;

}  // namespace cardan
