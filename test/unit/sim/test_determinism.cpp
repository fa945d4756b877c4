#include <gtest/gtest.h>

#include "test/support/kept_state.h"
#include "test/support/worlds.h"

// One binary on one machine gives equal bits for any number of threads and across save and restore.
namespace cardan {
namespace {

using test::body;
using test::world_spec;

constexpr int kBodies = 12;

ModelSpec heap_body(int i) {
  const Vector3 p(0.22 * (i % 3) + 0.01 * i, 0.013 * i, 0.15 + 0.25 * (i / 3));
  const RigidTransform pose = RigidTransform::from_xyz_rpy(p, Vector3(0.1 * i, 0.2, 0.3 * i));
  if (i % 2) return body("ball" + std::to_string(i), test::sphere(0.1), 1 + 0.1 * i, pose);
  return body("box" + std::to_string(i), test::box({0.2, 0.15, 0.1}), 1 + 0.1 * i, pose);
}

World heap(int threads, const std::string& solver = "") {
  WorldSpec spec = world_spec(2e-3, {.mu = 0.6}, "", solver);
  spec.threads = threads;
  World world(spec);
  world.add_ground();
  for (int i = 0; i < kBodies; ++i) world.add(heap_body(i));
  return world;
}

/// The heap with its bodies added in the opposite order.
World reversed_heap(int threads) {
  WorldSpec spec = world_spec(2e-3, {.mu = 0.6});
  spec.threads = threads;
  World world(spec);
  for (int i = kBodies - 1; i >= 0; --i) world.add(heap_body(i));
  world.add_ground();
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

// Pairs sort by names: neither the order in which models were added nor threads change one bit of a
// contact, of its impulse or of the following motion.
TEST(Determinism, OrderOfAdditionDoesNotChangeBits) {
  for (const int threads : {1, 2, 8}) {
    World first = heap(1), second = reversed_heap(threads);
    std::size_t contacts = 0;
    for (int k = 0; k < 300; ++k) {
      first.step();
      second.step();
      const auto p = first.contacts(), q = second.contacts();
      ASSERT_EQ(p.size(), q.size()) << "step " << k;
      contacts += p.size();
      for (std::size_t i = 0; i < p.size(); ++i) {
        ASSERT_EQ(p[i].model_a, q[i].model_a) << "step " << k;
        ASSERT_EQ(p[i].model_b, q[i].model_b) << "step " << k;
        ASSERT_EQ(p[i].point, q[i].point) << "step " << k;
        ASSERT_EQ(p[i].normal, q[i].normal) << "step " << k;
        ASSERT_EQ(p[i].phi, q[i].phi) << "step " << k;
        ASSERT_EQ(p[i].impulse, q[i].impulse) << "step " << k;
      }
    }
    EXPECT_GT(contacts, 3000u);
  }
}

TEST(Determinism, HashDetectsOneBit) {
  World world = heap(1);
  const std::uint64_t before = world.state_hash();
  VectorX q = world.model(1).q();
  q[0] = std::nextafter(q[0], 10);
  world.model(1).set_q(q);
  EXPECT_NE(world.state_hash(), before);
}

TEST(Determinism, RestoreInContactContinuesBitForBit) {
  for (const test::StateForm form : test::kStateForms) {
    SCOPED_TRACE(test::name_of(form));
    World first = heap(1);
    for (int k = 0; k < 250; ++k) first.step();
    const test::KeptState kept(form, first);
    const std::uint64_t at_save = first.state_hash();
    for (int k = 0; k < 100; ++k) first.step();

    World second = heap(1);
    kept.restore(second);
    EXPECT_EQ(second.state_hash(), at_save);
    EXPECT_EQ(second.steps(), 250);
    for (int k = 0; k < 100; ++k) second.step();
    EXPECT_EQ(second.state_hash(), first.state_hash());
  }
}

}  // namespace
}  // namespace cardan
