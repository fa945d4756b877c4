#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "cardan/core/parallel.h"

namespace cardan {
namespace {

TEST(WorkerPool, EachItemOnceAndWorkersInRange) {
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

// Thousands of loops one after the other, helpers coming and going, from pools that live for a
// moment.
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

TEST(WorkerPool, AnExceptionReachesTheCaller) {
  for (const int threads : {1, 2, 4}) {
    WorkerPool pool(threads);
    const auto fail_at_70 = [](int i, int) {
      if (i == 70) throw std::runtime_error("70");
    };
    EXPECT_THROW(pool.for_each(100, fail_at_70), std::runtime_error);
    std::vector<int> count(100, 0);
    pool.for_each(100, [&](int i, int) { ++count[i]; });  // and the pool is as good as before
    EXPECT_EQ(std::count(count.begin(), count.end(), 1), 100);
  }
}

}  // namespace
}  // namespace cardan
