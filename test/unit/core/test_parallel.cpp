#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/parallel.h"

namespace cardan {
namespace {

/// How many of n items a loop calls exactly once.
int items_done_once(WorkerPool& pool, int n) {
  std::vector<int> count(n, 0);
  pool.for_each(n, [&](int i, int) { ++count[i]; });
  return static_cast<int>(std::count(count.begin(), count.end(), 1));
}

TEST(WorkerPool, EachItemRunsOnceAndWorkerIndicesAreInRange) {
  for (const int threads : {1, 2, 4}) {
    WorkerPool pool(threads);
    std::vector<int> count(1000, 0), worker(1000, -1);
    pool.for_each(1000, [&](int i, int w) {
      ++count[i];
      worker[i] = w;
    });
    for (int i = 0; i < 1000; ++i) {
      EXPECT_EQ(count[i], 1);
      EXPECT_GE(worker[i], 0);
      EXPECT_LT(worker[i], threads);
    }
  }
}

// Thousands of loops in succession, with helpers that come and go, from short-lived pools.
TEST(WorkerPool, ShortLoopsSeeTheItemsOfTheLoopBefore) {
  for (const int threads : {2, 3}) {
    long sum = 0;
    for (int made = 0; made < 20; ++made) {
      WorkerPool pool(threads);
      std::vector<long> x(37, 0), y(37, 0);
      std::vector<int> inside(threads, 0);
      for (int loop = 0; loop < 200; ++loop) {
        const int n = 1 + loop % 37;
        pool.for_each(n, [&](int i, int w) {
          EXPECT_EQ(inside[w]++, 0);  // no two calls with one worker at a time
          x[i] = y[36 - i] + 1;
          --inside[w];
        });
        pool.for_each(37, [&](int i, int) { y[i] = x[i]; });
      }
      for (const long value : y) sum += value;
    }
    // The same on one thread.
    long expected = 0;
    std::vector<long> x(37, 0), y(37, 0);
    for (int loop = 0; loop < 200; ++loop) {
      for (int i = 0; i < 1 + loop % 37; ++i) x[i] = y[36 - i] + 1;
      y = x;
    }
    for (const long value : y) expected += 20 * value;
    EXPECT_EQ(sum, expected);
  }
}

TEST(WorkerPool, ExceptionReachesTheCaller) {
  for (const int threads : {1, 2, 4}) {
    WorkerPool pool(threads);
    const auto fail_at_70 = [](int i, int) {
      if (i == 70) throw std::runtime_error("70");
    };
    EXPECT_THROW(pool.for_each(100, fail_at_70), std::runtime_error);
    std::vector<int> count(100, 0);
    pool.for_each(100, [&](int i, int) { ++count[i]; });  // and the pool still works
    EXPECT_EQ(std::count(count.begin(), count.end(), 1), 100);
  }
}

// No other failure remains for a later loop.
TEST(WorkerPool, OneOfManyExceptionsReachesTheCaller) {
  for (const int threads : {2, 3, 8}) {
    WorkerPool pool(threads);
    const auto fail = [](int, int) { throw std::runtime_error("each"); };
    EXPECT_THROW(pool.for_each(100, fail), std::runtime_error);
    EXPECT_THROW(pool.for_each_in_blocks(100, 16, fail), std::runtime_error);
    EXPECT_EQ(items_done_once(pool, 100), 100);
  }
}

TEST(WorkerPool, EachItemRunsOnceForEveryLoopAndBlockSize) {
  for (const int threads : {2, 3, 8}) {
    WorkerPool pool(threads);
    for (const int n : {0, 1, 2, 7, 64, 1000}) {
      for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(items_done_once(pool, n), n) << threads << " threads";
        for (const int size : {1, 16, 1000}) {
          std::vector<int> count(n, 0);
          pool.for_each_in_blocks(n, size, [&](int i, int) { ++count[i]; });
          EXPECT_EQ(std::count(count.begin(), count.end(), 1), n)
              << threads << " threads, blocks of " << size;
        }
      }
    }
  }
}

// Other workers take the remaining items of a delayed worker.
TEST(WorkerPool, EachItemRunsOnceBesideALongOne) {
  for (const int threads : {2, 3, 8}) {
    WorkerPool pool(threads);
    for (const int longest : {0, 31, 63}) {
      for (int round = 0; round < 5; ++round) {
        std::vector<int> count(64, 0);
        pool.for_each(64, [&](int i, int) {
          if (i == longest) std::this_thread::sleep_for(std::chrono::milliseconds(2));
          ++count[i];
        });
        EXPECT_EQ(count, std::vector<int>(64, 1)) << threads << " threads, item " << longest;
      }
    }
  }
}

TEST(WorkerPool, TwoPoolsWorkSideBySide) {
  WorkerPool small(2);
  auto large = std::make_unique<WorkerPool>(8);
  constexpr int kLoops = 200, kItems = 100;
  const auto run = [](WorkerPool& pool) {
    int done = 0;
    for (int loop = 0; loop < kLoops; ++loop) done += items_done_once(pool, kItems);
    return done;
  };
  int beside = 0;
  std::thread other([&] { beside = run(*large); });
  EXPECT_EQ(run(small), kLoops * kItems);
  other.join();
  EXPECT_EQ(beside, kLoops * kItems);
  large.reset();
  EXPECT_EQ(run(small), kLoops * kItems);
}

}  // namespace
}  // namespace cardan
