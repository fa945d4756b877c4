#include "cardan/core/parallel.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "cardan/core/error.h"

// oneTBB under the thread sanitizer reports dozens of false races, so that build uses std::thread.
#if defined(__SANITIZE_THREAD__)
#include <vector>
#else
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace cardan {

namespace {

/// Two cache lines: processors fetch them by pairs.
constexpr std::size_t kApart = 128;

/// Items first … end − 1; none where first ≥ end.
struct Items {
  std::uint32_t first = 0, end = 0;

  bool empty() const { return first >= end; }
  std::uint64_t word() const { return std::uint64_t{first} << 32 | end; }
  static Items of(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
};

/// The items of one worker that nobody has taken yet. The owner takes them one by one from the
/// front. Others take half of what is left from the back: to take them one by one in turn with the
/// owner costs more than most items. The word is all that a share is, and it is dealt only while it
/// is empty, when nobody takes from it.
class alignas(kApart) Share {
 public:
  void deal(Items items) { word_.store(items.word(), std::memory_order_relaxed); }

  /// Called by the owner.
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

/// Worker w begins with the w-th part of the items and then helps the others. In loop after loop
/// over the same trees a worker so meets those that its own cache holds: what another core has
/// written costs more to fetch than much of what is computed on it.
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

  /// Makes a part of another worker's items the worker's own. False: none is left.
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

/// The state that the loops of a pool and its helpers share. A step has many short loops: tasks of
/// the library for each cost more than they gain. A helper is one long task that takes part in loop
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

  /// Called by the caller of the loop.
  void run(int n, Call body, void* of_body) {
    shares.deal(n);
    call = body;
    context = of_body;
    // Nobody writes a gate that is closed and has nobody inside.
    gate.store((gate.load(std::memory_order_relaxed) & ~kClosed) + kOneLoop);
    work(0);
    gate.fetch_or(kClosed);  // nothing is left to take
    Patience patience;
    while ((gate.load() & kInside) > 0) patience.wait();
    if (failed.exchange(false)) std::rethrow_exception(std::exchange(failure, nullptr));
  }

  /// Called by worker 1, 2 …; a loop that it has entered in time stays until it has left.
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

  // Number of the loop, whether it can be entered no more, helpers inside.
  static constexpr std::uint64_t kInside = 0x7fff, kClosed = 0x8000, kOneLoop = 0x10000,
                                 kLoops = ~(kOneLoop - 1);

  // A waiting helper reads these, in one piece.
  alignas(kApart) std::atomic<std::uint64_t> gate{kClosed};
  Call call = nullptr;
  void* context = nullptr;
  alignas(kApart) Shares shares;
  std::atomic<bool> ended{false};
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
