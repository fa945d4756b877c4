#include <array>

#include "constraint/rows/base_rows.h"
#include "test/support/remember.h"
#include "test/unit/constraint/robot_samples.h"

namespace cardan {
namespace {

using test::Random;

/// One free body on the ground with a contact in a given frame.
struct Sample {
  test::Robots robots;
  ConstraintSet constraints;
  IslandSet islands;
  ConstraintMemory memory;

  explicit Sample(Random& random) {
    robots.add(random, test::random_skeleton(random, 4, true));
    constraints.contacts.resize(1);
    constraints.contacts[0].b = {0, 1};
    constraints.contacts[0].key = 42;
    constraints.limits = {{0, 7, 1, 0.01, 9}};
    constraints.frictions = {{0, 6, 1, 9}};
    constraints.motors = {{0, 6, 1, 10, 1, 0, 0, 9}};
    turn(Vector3::UnitZ());
  }
  void turn(const Vector3& normal) {
    ContactConstraint& contact = constraints.contacts[0];
    contact.normal = normal.normalized();
    make_tangents(contact.normal, &contact.tangent1, &contact.tangent2);
  }
  BaseProblem assemble() {
    islands.find(1, constraints);
    BaseProblem base;
    assemble_base_problem(islands[0], constraints, robots.trees, memory, {}, robots.h, base);
    return base;
  }
  Matrix3 frame() const {
    const ContactConstraint& contact = constraints.contacts[0];
    Matrix3 R;
    R << contact.normal, contact.tangent1, contact.tangent2;
    return R;
  }
};

TEST(Memory, ImpulsesAndVelocitiesTurnWithTheFrame) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    Sample sample(random);
    BaseProblem base = sample.assemble();
    EXPECT_FALSE(base.has_memory[0]);
    EXPECT_EQ(base.lambda_prev, std::vector<double>(6, 0.0));
    const VectorX lambda = test::uniform_vector(random, 6);
    VectorX z(base.Y.cols), u(6);
    compute_base_velocity(base, lambda.data(), z.data(), u.data());
    test::remember_island(base, sample.constraints, lambda.data(), u.data(), sample.memory);
    sort_memory(sample.memory);
    const Vector3 lambda_W = sample.frame() * lambda.head<3>();
    // The memory keeps the relative velocity itself, without bias and compliance.
    const Vector3 v_W =
        sample.frame() * (test::dense(base.Y) * z + test::to_vector(base.b_free)).head<3>();

    sample.turn({0.1, -0.2, 1});
    base = sample.assemble();
    ASSERT_TRUE(base.has_memory[0]);
    const Vector3 mapped = sample.frame() * Vector3(base.lambda_prev.data());
    EXPECT_LT((mapped - lambda_W).norm(), 1e-14);
    EXPECT_LT((sample.frame() * Vector3(base.u_prev.data()) - v_W).norm(), 1e-12);
    // Joints keep their memory, separately for each kind.
    for (int i = 3; i < 6; ++i) EXPECT_EQ(base.lambda_prev[i], lambda[i]);
  }
}

TEST(Memory, AnisotropicImpulsesAreStoredInTheWorldFrame) {
  Random random(5);
  for (const double ratio : {0.4, 2.5}) {
    Sample sample(random);
    ContactConstraint& contact = sample.constraints.contacts[0];
    contact.surface.mu_ratio = ratio;
    BaseProblem base = sample.assemble();
    const VectorX lambda = test::uniform_vector(random, 6);
    VectorX z(base.Y.cols), u(6);
    compute_base_velocity(base, lambda.data(), z.data(), u.data());
    test::remember_island(base, sample.constraints, lambda.data(), u.data(), sample.memory);
    sort_memory(sample.memory);
    // Row t2 is scaled by the ratio: λ_t2 = ratio λ', u' = ratio u_t2.
    const Vector3 lambda_W = sample.frame() * Vector3(lambda[0], lambda[1], ratio * lambda[2]);
    EXPECT_LT((Vector3(sample.memory.contacts[0].lambda) - lambda_W).norm(), 1e-14);

    base = sample.assemble();
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(base.lambda_prev[i], lambda[i], 1e-14);
    // In a frame turned by a quarter, the same friction in other rows.
    std::swap(contact.tangent1, contact.tangent2);
    contact.tangent1 = -contact.tangent1;
    base = sample.assemble();
    EXPECT_NEAR(base.lambda_prev[1], -ratio * lambda[2], 1e-14);
    EXPECT_NEAR(base.lambda_prev[2], lambda[1] / ratio, 1e-14);
    EXPECT_NEAR(base.u_prev[2] / ratio, Vector3(sample.memory.contacts[0].u).dot(contact.tangent2),
                1e-12);
  }
}

TEST(Memory, ImpulseOfAnotherSurfaceIsDropped) {
  Random random(2);
  Sample sample(random);
  BaseProblem base = sample.assemble();
  const VectorX lambda = VectorX::Ones(6), u = VectorX::Zero(6);
  test::remember_island(base, sample.constraints, lambda.data(), u.data(), sample.memory);
  const auto remembered = [&](double degrees) {
    const double angle = degrees * 0.017453292519943295;
    sample.turn({std::sin(angle), 0, std::cos(angle)});
    return sample.assemble().has_memory[0] != 0;
  };
  EXPECT_TRUE(remembered(19.9));
  EXPECT_FALSE(remembered(20.1));
  EXPECT_FALSE(remembered(180));
  sample.turn(Vector3::UnitZ());
  sample.constraints.contacts[0].key = 43;
  EXPECT_FALSE(sample.assemble().has_memory[0]);
}

// Hits of a swept ball share one key: the entry of a contact must not depend on its place in the
// list.
TEST(Memory, FirstEntryOfADuplicateKeyIsUsed) {
  std::vector<ConstraintMemory::Entry> entries(5);
  const std::uint64_t keys[] = {1, 2, 2, 2, 7};
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].key = keys[i];
  for (std::size_t likely = 0; likely < 7; ++likely) {
    EXPECT_EQ(find_memory(entries, {2}, likely), &entries[1]) << likely;
    EXPECT_EQ(find_memory(entries, {7}, likely), &entries[4]) << likely;
    EXPECT_EQ(find_memory(entries, {5}, likely), nullptr) << likely;
  }
}

// Contacts of worlds with more than 65 536 objects differ above the 64th bit.
TEST(Memory, KeysThatDifferAbove64BitsAreDistinct) {
  ConstraintMemory memory;
  for (const std::uint32_t high : {2U, 0U, 1U}) {
    for (const std::uint64_t key : {9U, 5U}) {
      ConstraintMemory::Entry entry;
      entry.key = key;
      entry.key_high = high;
      entry.lambda[0] = 10 * high + static_cast<double>(key);
      memory.contacts.push_back(entry);
    }
  }
  sort_memory(memory);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(memory.contacts[i].lambda[0], (std::array{5., 9., 15., 19., 25., 29.})[i]);
  for (std::size_t likely = 0; likely < 7; ++likely) {
    EXPECT_EQ(find_memory(memory.contacts, {5, 1}, likely), &memory.contacts[2]) << likely;
    EXPECT_EQ(find_memory(memory.contacts, {9, 2}, likely), &memory.contacts[5]) << likely;
    EXPECT_EQ(find_memory(memory.contacts, {7, 1}, likely), nullptr) << likely;
  }
}

TEST(Memory, EntriesAreSortedByKey) {
  Random random(3);
  ConstraintMemory memory;
  for (int i = 0; i < 50; ++i) {
    ConstraintMemory::Entry entry;
    entry.key = random();
    memory.contacts.push_back(entry);
    memory.motors.push_back(entry);
  }
  sort_memory(memory);
  for (int i = 1; i < 50; ++i) {
    EXPECT_LT(memory.contacts[i - 1].key, memory.contacts[i].key);
    EXPECT_LT(memory.motors[i - 1].key, memory.motors[i].key);
  }
}

}  // namespace
}  // namespace cardan
