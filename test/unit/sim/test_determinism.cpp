#include <gtest/gtest.h>

#include "support/temporary_directory.h"
#include "support/worlds.h"

// Same binary, same machine: the same bits, whatever the number of threads, and across save and
// restore.
namespace cardan {
namespace {

using test::body;
using test::world_spec;

World heap(int threads, const std::string& solver = "") {
  WorldSpec spec = world_spec(2e-3, {.mu = 0.6}, "", solver);
  spec.threads = threads;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < 12; ++i) {
    const Vector3 p(0.22 * (i % 3) + 0.01 * i, 0.013 * i, 0.15 + 0.25 * (i / 3));
    const RigidTransform pose = RigidTransform::from_xyz_rpy(p, Vector3(0.1 * i, 0.2, 0.3 * i));
    if (i % 2) {
      world.add(body("ball" + std::to_string(i), test::sphere(0.1), 1 + 0.1 * i, pose));
    } else {
      world.add(body("box" + std::to_string(i), test::box({0.2, 0.15, 0.1}), 1 + 0.1 * i, pose));
    }
  }
  return world;
}

TEST(Determinism, SameBitsTwiceAndForAnyThreads) {
  for (const std::string solver : {"conic", "pgs", "lemke"}) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 1, 2, 4}) {
      World world = heap(threads, solver);
      for (int k = 0; k < 300; ++k) world.step();
      hashes.push_back(world.state_hash());
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes.front()) << solver;
  }
}

TEST(Determinism, HashSeesOneBit) {
  World world = heap(1);
  const std::uint64_t before = world.state_hash();
  VectorX q = world.model(1).q();
  q[0] = std::nextafter(q[0], 10);
  world.model(1).set_q(q);
  EXPECT_NE(world.state_hash(), before);
}

TEST(Determinism, RestoreInContactContinuesBitForBit) {
  const test::TemporaryDirectory folder;
  const std::string file = folder.file("state.h5");
  World first = heap(1);
  for (int k = 0; k < 250; ++k) first.step();
  first.save_state(file);
  const std::uint64_t at_save = first.state_hash();
  for (int k = 0; k < 100; ++k) first.step();

  World second = heap(1);
  second.restore_state(file);
  EXPECT_EQ(second.state_hash(), at_save);
  EXPECT_EQ(second.steps(), 250);
  for (int k = 0; k < 100; ++k) second.step();
  EXPECT_EQ(second.state_hash(), first.state_hash());
}

}  // namespace
}  // namespace cardan
