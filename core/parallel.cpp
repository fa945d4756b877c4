#include "core/parallel.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "cardan/error.h"

// Builds with a sanitizer use std::thread: oneTBB reports dozens of false races, and drops tasks
// that have not begun when a process ends, which is reported as a leak.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define CARDAN_PLAIN_THREADS
#include <vector>
#else
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace cardan {

namespace {

/// Two cache lines, because processors prefetch lines in pairs.
constexpr std::size_t kApart = 128;

/// Items first … end − 1. Empty if first ≥ end.
struct Items {
  std::uint32_t first = 0, end = 0;

  bool empty() const { return first >= end; }
  std::uint64_t word() const { return std::uint64_t{first} << 32 | end; }
  static Items of(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
};

/// The remaining items of one worker. The owner takes them one by one from the front. Helpers take
/// half of the remaining items from the back, because taking items in turn with the owner costs
/// more than most items. The whole state is one atomic word. It is assigned only while it is empty,
/// when no worker takes items from it.
class alignas(kApart) Share {
 public:
  void deal(Items items) { word_.store(items.word(), std::memory_order_relaxed); }

  /// Called by the owner only.
  Items take_first() {
    constexpr std::uint64_t kOne = std::uint64_t{1} << 32;
    const Items left = Items::of(word_.fetch_add(kOne));
    return left.empty() ? Items{} : Items{left.first, left.first + 1};
  }

  Items take_half() {
    std::uint64_t word = word_.load();
    for (Items left = Items::of(word); !left.empty(); left = Items::of(word)) {
      const std::uint32_t middle = left.first + (left.end - left.first) / 2;
      if (word_.compare_exchange_weak(word, Items{left.first, middle}.word()))
        return {middle, left.end};
    }
    return {};
  }

 private:
  std::atomic<std::uint64_t> word_{0};
};

/// Worker w begins with the w-th part of the items and then helps the others. When loops run
/// repeatedly over the same trees, a worker therefore finds its trees in its own cache. Fetching
/// data that another core has written costs more than much of the computation.
class Shares {
 public:
  explicit Shares(int workers) : workers_(workers), shares_(new Share[workers]) {}

  void deal(int n) {
    for (int w = 0; w < workers_; ++w) shares_[w].deal({part(n, w), part(n, w + 1)});
  }

  template <class Work>
  void work(int worker, Work&& item) {
    Share& own = shares_[worker];
    do {
      for (Items next = own.take_first(); !next.empty(); next = own.take_first())
        item(static_cast<int>(next.first));
    } while (help(worker));
  }

 private:
  std::uint32_t part(int n, int w) const {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(n) * w / workers_);
  }

  /// Moves part of another worker's items to this worker. Returns false if no items are left.
  bool help(int worker) {
    for (int k = 1; k < workers_; ++k) {
      const Items taken = shares_[(worker + k) % workers_].take_half();
      if (taken.empty()) continue;
      shares_[worker].deal(taken);
      return true;
    }
    return false;
  }

  int workers_;
  std::unique_ptr<Share[]> shares_;
};

/// Yields the core to its other hardware thread, if there is one.
void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Waits briefly by spinning, then by yielding the core.
class Patience {
 public:
  bool is_lost() const { return waited_ > kMost; }
  void wait() {
    if (++waited_ % kBetweenYields == 0) std::this_thread::yield();
    relax();
  }

 private:
  static constexpr int kBetweenYields = 256, kMost = 8192;  // 100 to 400 µs in total
  int waited_ = 0;
};

/// State that the loops of a pool share with its helpers. A step has many short loops; a library
/// task for each would cost more than it gains. A helper is one long task that takes part in loop
/// after loop and ends when no loop arrives for a while. The caller never waits for a helper to
/// arrive.
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

  /// Called by the caller of the loop.
  void run(int n, Call body, void* of_body) {
    shares.deal(n);
    call = body;
    context = of_body;
    // No thread writes a gate that is closed and has no helper inside.
    gate.store((gate.load(std::memory_order_relaxed) & ~kClosed) + kOneLoop);
    work(0);
    gate.fetch_or(kClosed);  // no items are left to take
    Patience patience;
    while ((gate.load() & kInside) > 0) patience.wait();
    if (failed.exchange(false)) std::rethrow_exception(std::exchange(failure, nullptr));
  }

  /// Called by worker 1, 2 …. A loop that a worker has entered in time stays valid until the worker
  /// has left.
  void help(int worker) {
    std::uint64_t done = 0;
    for (Patience patience; !patience.is_lost() && !ended.load(); patience.wait()) {
      std::uint64_t seen = gate.load();
      if ((seen & kClosed) != 0 || (seen & kLoops) == done) continue;
      if (!gate.compare_exchange_strong(seen, seen + 1)) continue;
      work(worker);
      done = gate.fetch_sub(1) & kLoops;
      patience = {};
    }
    busy[worker] = false;
  }

  // Loop number, closed flag (no helper may enter), number of helpers inside.
  static constexpr std::uint64_t kInside = 0x7fff, kClosed = 0x8000, kOneLoop = 0x10000,
                                 kLoops = ~(kOneLoop - 1);

  // A waiting helper reads these together, so they share one cache line.
  alignas(kApart) std::atomic<std::uint64_t> gate{kClosed};
  Call call = nullptr;
  void* context = nullptr;
  alignas(kApart) Shares shares;
  std::atomic<bool> ended{false};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;                 ///< the first failure of a loop; rethrown by the
                                              ///< caller
  std::unique_ptr<std::atomic<bool>[]> busy;  ///< by worker: true while a helper runs or is being
                                              ///< started
};

#ifdef CARDAN_PLAIN_THREADS

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
  // Without this control, oneTBB reduces a request for more threads than cores and prints a warning
  // to standard error.
  explicit Helpers(int threads) : arena_(threads) {
    using Control = oneapi::tbb::global_control;
    if (threads > oneapi::tbb::info::default_concurrency())
      control_.emplace(Control::max_allowed_parallelism, threads);
  }

  template <class Help>
  void start(int, Help&& help) {
    arena_.enqueue(std::forward<Help>(help));
  }

 private:
  std::optional<oneapi::tbb::global_control> control_;
  oneapi::tbb::task_arena arena_;
};

#endif

}  // namespace

struct WorkerPool::Impl {
  explicit Impl(int threads) : loops(std::make_shared<Loops>(threads)), helpers(threads) {}
  ~Impl() { loops->ended = true; }

  std::shared_ptr<Loops> loops;  ///< helpers may outlive the pool briefly
  Helpers helpers;
};

void WorkerPool::run(int n, Call call, void* context) {
  for (int worker = 1; worker < threads_; ++worker) {
    if (impl_->loops->busy[worker].exchange(true)) continue;
    impl_->helpers.start(worker, [loops = impl_->loops, worker] { loops->help(worker); });
  }
  impl_->loops->run(n, call, context);
}

namespace {

int checked_threads(int threads) {
  if (threads <= WorkerPool::kMaxThreads) return threads < 1 ? 1 : threads;
  throw Error("threads is " + std::to_string(threads), "threads",
              "at most " + std::to_string(WorkerPool::kMaxThreads));
}

}  // namespace

WorkerPool::WorkerPool(int threads)
    : threads_(checked_threads(threads)),
      impl_(threads_ > 1 ? std::make_unique<Impl>(threads_) : nullptr) {}

WorkerPool::~WorkerPool() = default;

}  // namespace cardan
