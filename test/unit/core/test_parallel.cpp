#include <gtest/gtest.h>

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

}  // namespace
}  // namespace cardan
