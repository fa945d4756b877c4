#include <gtest/gtest.h>

#include <map>

#include "test/support/allocation_counter.h"
#include "test/unit/view/falling_ball.h"
#include "view/live/kept_states.h"

namespace cardan::view {
namespace {

using test::ball;
using test::falling_ball;

TEST(KeptStates, SeekContinuesBitForBit) {
  World world = falling_ball();
  KeptStates kept(0.01, 100, 1 << 20);
  kept.add(world);
  std::vector<std::uint64_t> hashes{world.state_hash()};
  for (int i = 0; i < 400; ++i) {
    world.step();
    kept.add(world);
    hashes.push_back(world.state_hash());
  }
  EXPECT_EQ(kept.size(), 41U);
  ASSERT_TRUE(kept.seek(world, 0.2049));
  EXPECT_EQ(world.steps(), 200);
  EXPECT_EQ(world.state_hash(), hashes[200]);
  EXPECT_EQ(kept.size(), 41U);
  for (int i = 201; i <= 210; ++i) {
    world.step();
    kept.add(world);
    EXPECT_EQ(world.state_hash(), hashes[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(kept.size(), 22U);  // later states were dropped, because the run has changed
  ASSERT_TRUE(kept.seek(world, -1));
  EXPECT_EQ(world.steps(), 0);
  EXPECT_EQ(world.state_hash(), hashes[0]);
}

TEST(KeptStates, OldStatesMakeRoom) {
  World world = falling_ball();
  KeptStates few(0.001, 10, 1 << 20), small(0.001, 1000, 1);
  for (int i = 0; i < 50; ++i) {
    few.add(world);
    small.add(world);
    world.step();
  }
  EXPECT_EQ(few.size(), 10U);
  EXPECT_NEAR(few.first_time(), 0.040, 1e-12);
  EXPECT_NEAR(few.last_time(), 0.049, 1e-12);
  EXPECT_EQ(small.size(), 2U);
}

TEST(KeptStates, AChangedStructureIsRefused) {
  World world = falling_ball();
  KeptStates kept(0.001, 10, 1 << 20);
  kept.add(world);
  world.add(ball("second", {1, 0, 1}));
  EXPECT_FALSE(kept.seek(world, 0));
  EXPECT_TRUE(kept.empty());
}

TEST(KeptStates, AChangedStructureReplacesTheStates) {
  World world = falling_ball();
  KeptStates kept(0.001, 10, 1 << 20);
  for (int i = 0; i < 5; ++i) {
    kept.add(world);
    world.step();
  }
  world.add(ball("second", {1, 0, 1}));
  kept.add(world);
  const std::uint64_t hash = world.state_hash();
  EXPECT_EQ(kept.size(), 1U);
  world.step();
  ASSERT_TRUE(kept.seek(world, 0));
  EXPECT_EQ(world.state_hash(), hash);
}

/// A run whose states are kept, and the hashes of the steps that led to its present state.
class KeptRun {
 public:
  KeptRun() { note(); }

  void step(int count) {
    for (int i = 0; i < count; ++i) {
      world_.step();
      note();
    }
  }
  void seek(double time) {
    if (kept_.seek(world_, time)) {
      ASSERT_EQ(world_.state_hash(), hashes_.at(world_.steps())) << time;
      hashes_.erase(hashes_.upper_bound(world_.steps()), hashes_.end());
    }
  }
  /// Another history begins.
  void push(double speed) {
    Model& model = world_.model(1);
    VectorX v = model.v();
    v[3] = speed;
    model.set_v(v);
    hashes_[world_.steps()] = world_.state_hash();
    kept_.clear();
    kept_.add(world_);
  }
  void drop_ball() {
    const double place = 0.3 * world_.num_models();
    world_.add(ball("ball" + std::to_string(world_.num_models()), {place, 0, 0.3}));
  }
  /// Seeks each kept state, from the last to the first, and compares it with its step.
  void expect_states_of_this_run() {
    std::size_t seen = 0;
    const double last = kept_.last_time();
    for (double time = last; seen < kept_.size(); time -= kEvery, ++seen) {
      ASSERT_TRUE(kept_.seek(world_, time));
      ASSERT_NEAR(world_.time(), time, 1e-9);
      ASSERT_EQ(world_.state_hash(), hashes_.at(world_.steps())) << time;
    }
    EXPECT_NEAR(world_.time(), kept_.first_time(), 1e-9);
    ASSERT_TRUE(kept_.seek(world_, last));
    hashes_.erase(hashes_.upper_bound(world_.steps()), hashes_.end());
  }
  std::size_t size() const { return kept_.size(); }

 private:
  static constexpr double kEvery = 0.004;
  static constexpr std::size_t kMost = 12;

  void note() {
    hashes_[world_.steps()] = world_.state_hash();
    kept_.add(world_);
    ASSERT_LE(kept_.size(), kMost);
  }

  World world_ = falling_ball();
  KeptStates kept_{kEvery, kMost, 1 << 20};
  std::map<std::int64_t, std::uint64_t> hashes_;
};

TEST(KeptStates, ReusedMemoryHoldsTheStatesOfTheLatestHistory) {
  KeptRun run;
  run.step(200);
  EXPECT_EQ(run.size(), 12U);
  run.expect_states_of_this_run();
  run.seek(0.17);
  run.step(1);
  EXPECT_EQ(run.size(), 4U) << "the states after 0.17 s belong to another history";
  run.step(39);
  run.expect_states_of_this_run();
  run.push(2);
  EXPECT_EQ(run.size(), 1U);
  run.step(30);
  run.expect_states_of_this_run();
  run.drop_ball();
  run.step(4);
  EXPECT_EQ(run.size(), 1U);
  run.step(100);
  EXPECT_EQ(run.size(), 12U);
  run.expect_states_of_this_run();
  run.seek(0);
  run.push(-1);
  run.step(100);
  run.expect_states_of_this_run();
}

/// Allocations while `count` states are added, one after each step.
long allocations(World& world, KeptStates& kept, int count) {
  test::AllocationCounter counter;
  for (int i = 0; i < count; ++i) {
    world.step();
    kept.add(world);
  }
  return counter.total();
}

// A state has many blocks of memory; the list of states has one for tens of states.
TEST(KeptStates, DiscardedStatesLendTheirMemory) {
  constexpr int kCount = 100;
  World world = falling_ball();
  for (int i = 0; i < 1000; ++i) world.step();  // the ball rests: states are of one size
  KeptStates kept(0.001, kCount, std::size_t{1} << 30);
  const long fresh = allocations(world, kept, kCount);
  EXPECT_GT(fresh, 3 * kCount);
  EXPECT_LT(allocations(world, kept, kCount), kCount / 5) << "the oldest states are replaced";
  ASSERT_TRUE(kept.seek(world, 0));
  EXPECT_LT(allocations(world, kept, kCount - 1), kCount / 5) << "another history";
  kept.clear();
  EXPECT_LT(allocations(world, kept, kCount), kCount / 5) << "cleared";
}

}  // namespace
}  // namespace cardan::view
