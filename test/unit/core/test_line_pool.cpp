#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "cardan/aligned_block.h"

namespace cardan {
namespace {

constexpr std::size_t kWords = AlignedBlock::kLine;

struct Taken {
  double* words;
  std::size_t lines;
};

/// Random sizes, and the sizes at which the pool changes its method.
std::size_t random_lines(std::mt19937& random) {
  constexpr std::size_t special[] = {0, 1, 2, 63, 64, 65, 200};
  return random() % 4 == 0 ? special[random() % std::size(special)] : 1 + random() % 64;
}

/// Allocates and releases in random order. Every block contains its own number until it is
/// released.
void churn(unsigned seed, int rounds) {
  std::mt19937 random(seed);
  std::vector<Taken> taken;
  const auto check_and_release = [&](std::size_t i) {
    const double expected = static_cast<double>(reinterpret_cast<std::uintptr_t>(taken[i].words));
    const double* const begin = taken[i].words;
    const double* const end = begin + taken[i].lines * kWords;
    EXPECT_TRUE(std::all_of(begin, end, [&](double word) { return word == expected; }));
    release_lines(taken[i].words, taken[i].lines);
    taken[i] = taken.back();
    taken.pop_back();
  };
  for (int round = 0; round < rounds; ++round) {
    if (!taken.empty() && random() % 5 < 2) {
      check_and_release(random() % taken.size());
      continue;
    }
    const std::size_t lines = random_lines(random);
    auto* words = static_cast<double*>(allocate_lines(lines));
    const auto address = reinterpret_cast<std::uintptr_t>(words);
    ASSERT_EQ(address % 64, 0u);
    std::fill_n(words, lines * kWords, static_cast<double>(address));
    taken.push_back({words, lines});
  }
  while (!taken.empty()) check_and_release(taken.size() - 1);
}

TEST(LinePool, BlocksBeginAtALineAndNeverOverlap) { churn(1, 20000); }

TEST(LinePool, ThreadsShareIt) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([seed] { churn(seed, 5000); });
  }
  for (std::thread& thread : threads) thread.join();
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(LinePool, ReleasedBlocksAreUsedAgainForTheirSize) {
  void* const block = allocate_lines(17);
  release_lines(block, 17);
  void* const other_size = allocate_lines(16);
  EXPECT_NE(other_size, block);
  EXPECT_EQ(allocate_lines(17), block);
  release_lines(block, 17);
  release_lines(other_size, 16);
}

TEST(LinePool, BlocksOfManyModelsShareFewPages) {
  // 1000 blocks of 12 lines take 768 kB, 188 pages; chunks of 64 kB and more add at most a page
  // each.
  constexpr std::size_t kUsedAgain = 1000, kBlocks = 1000, kLines = 12, kPage = 4096;
  std::set<std::uintptr_t> pages;
  std::vector<void*> blocks;
  blocks.reserve(kUsedAgain + kBlocks);
  for (std::size_t i = 0; i < kUsedAgain + kBlocks; ++i) {
    blocks.push_back(allocate_lines(kLines));
    // The first ones may be released blocks of other tests.
    if (i < kUsedAgain) continue;
    const auto address = reinterpret_cast<std::uintptr_t>(blocks.back());
    pages.insert(address / kPage);
    pages.insert((address + kLines * 64 - 1) / kPage);
  }
  EXPECT_LE(pages.size(), kBlocks * kLines * 64 / kPage + 20);
  for (void* block : blocks) release_lines(block, kLines);
}

#endif

TEST(LinePool, NothingIsReleasedForANullPointer) { release_lines(nullptr, 3); }

TEST(AlignedBlock, GrowsByDoublingAndKeepsItsEntries) {
  AlignedBlock block(3);
  for (std::size_t i = 0; i < 3; ++i) block.data()[i] = static_cast<double>(i) + 1;
  block.resize(700);
  EXPECT_EQ(block.data()[2], 3);
  EXPECT_EQ(*std::max_element(block.data() + 3, block.data() + 700), 0);
  AlignedBlock copy = block;
  AlignedBlock moved = std::move(block);
  EXPECT_NE(copy.data(), moved.data());
  EXPECT_TRUE(std::equal(copy.data(), copy.data() + 700, moved.data()));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(copy.data()) % 64, 0u);
  const double* const kept = copy.data();
  copy = AlignedBlock(5);
  EXPECT_NE(copy.data(), kept);
  EXPECT_EQ(copy.size(), 5u);
}

}  // namespace
}  // namespace cardan
