#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "cardan/scene.h"
#include "test/unit/sim/restored_runs.h"

// Bits of long runs are equal: repeated, with 1, 2 and 4 threads, and continued from ten moments in
// contact.
namespace cardan {
namespace {

const std::filesystem::path kSource = CARDAN_SOURCE_DIR;
constexpr int kMoments = 10;

std::uint64_t combined(std::uint64_t hash, std::uint64_t next) {
  return (hash ^ next) * 0x100000001b3ULL;
}

std::int64_t steps_of(const Scene& scene) {
  return std::llround(scene.time.duration / scene.world.step);
}

// Over the bits of all steps.
std::uint64_t hash_of_run(Scene scene, int threads) {
  scene.world.threads = threads;
  World world = make_world(scene);
  std::uint64_t hash = 0;
  for (std::int64_t step = steps_of(scene); step > 0; --step) {
    world.step();
    hash = combined(hash, world.state_hash());
  }
  return hash;
}

// The run is cut into ten parts; in each a moment is drawn, and the first step in contact from
// there on is saved and continued in another world to the end of the part.
void expect_equal_parts(const Scene& scene) {
  const std::int64_t part = steps_of(scene) / kMoments;
  World world = make_world(scene);
  std::uint64_t random = 42;
  for (int k = 0; k < kMoments; ++k) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    std::int64_t wait =
        static_cast<std::int64_t>((random >> 33) % static_cast<std::uint64_t>(part / 2));
    std::unique_ptr<test::KeptState> file, memory;
    for (; world.steps() < (k + 1) * part; --wait) {
      if (!file && wait <= 0 && !world.contacts().empty()) {
        file = std::make_unique<test::KeptState>(test::StateForm::kFile, world);
        memory = std::make_unique<test::KeptState>(test::StateForm::kMemory, world);
      }
      world.step();
    }
    ASSERT_TRUE(file) << "no contact in part " << k;
    World other = make_world(scene);
    for (const test::KeptState* kept : {file.get(), memory.get()}) {
      kept->restore(other);
      while (other.steps() < (k + 1) * part) {
        other.step();
      }
      EXPECT_EQ(other.state_hash(), world.state_hash()) << "part " << k << " of " << scene.name;
    }
  }
}

Scene scene_666() {
  return load_scene((kSource / "data/scenes/benchmark/balls_666.yaml").string());
}

bool has_anymal() { return std::filesystem::exists(kSource / "../shared/robots/anymal_c"); }

Scene anymal() {
  Scene scene = load_scene((kSource / "data/scenes/robots/anymal_stand.yaml").string());
  scene.time.duration = 60;
  return scene;
}

class LongRuns : public ::testing::TestWithParam<int> {};

// With one thread: twice.
TEST_P(LongRuns, TenSecondsOf666HaveEqualBits) {
  const Scene scene = scene_666();
  EXPECT_EQ(hash_of_run(scene, GetParam()), hash_of_run(scene, 1));
}

TEST_P(LongRuns, OneMinuteOfAnymalHasEqualBits) {
  if (!has_anymal()) GTEST_SKIP() << "no anymal_c beside the checkout";
  const Scene scene = anymal();
  EXPECT_EQ(hash_of_run(scene, GetParam()), hash_of_run(scene, 1));
}

INSTANTIATE_TEST_SUITE_P(Threads, LongRuns, ::testing::Values(1, 2, 4));

// Every scene of the library whose needs are installed on this machine.
TEST(LongRestores, EverySceneContinuesBitForBit) {
  int in_contact = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSource / "data/scenes")) {
    const std::string file = entry.path().string();
    if (entry.path().extension() != ".yaml" || !missing_needs(file).empty()) continue;
    in_contact += test::expect_equal_futures(load_scene(file), {11, 47, 101}, 20);
  }
  EXPECT_GE(in_contact, 100);
}

TEST(LongRestores, Scene666ContinuesFromTenMoments) { expect_equal_parts(scene_666()); }

TEST(LongRestores, AnymalContinuesFromTenMoments) {
  if (!has_anymal()) GTEST_SKIP() << "no anymal_c beside the checkout";
  expect_equal_parts(anymal());
}

}  // namespace
}  // namespace cardan
