#include <set>

#include "constraint/island.h"
#include "test/unit/constraint/problem_samples.h"

namespace cardan {
namespace {

using test::Random;

int pick(Random& random, int lo, int hi) {
  return std::uniform_int_distribution<int>(lo, hi)(random);
}

BodyRef random_body(Random& random, int num_trees) {
  // Some bodies are immovable, and some are the base of a tree, which does not move either.
  const int kind = pick(random, 0, 9);
  if (kind == 0) return {-1, -1};
  if (kind == 1) return {pick(random, 0, num_trees - 1), -1};
  return {pick(random, 0, num_trees - 1), pick(random, 0, 3)};
}

ConstraintSet random_constraints(Random& random, int num_trees, int rows) {
  ConstraintSet set;
  for (int i = 0; i < rows; ++i) {
    ContactConstraint contact;
    contact.a = random_body(random, num_trees);
    contact.b = random_body(random, num_trees);
    set.contacts.push_back(contact);
    if (pick(random, 0, 3) == 0) set.limits.push_back({pick(random, 0, num_trees - 1), 0});
    if (pick(random, 0, 3) == 0) set.frictions.push_back({pick(random, 0, num_trees - 1), 0});
    if (pick(random, 0, 3) == 0) set.motors.push_back({pick(random, 0, num_trees - 1), 0});
  }
  return set;
}

std::set<int> trees_of(const ContactConstraint& contact) {
  std::set<int> trees;
  for (const BodyRef& body : {contact.a, contact.b}) {
    if (body.tree >= 0 && body.body >= 0) trees.insert(body.tree);
  }
  return trees;
}

/// Reachability by Warshall's closure of the adjacency matrix.
std::vector<std::vector<char>> closure(int n, const ConstraintSet& set) {
  std::vector<std::vector<char>> reach(n, std::vector<char>(n, 0));
  for (int i = 0; i < n; ++i) reach[i][i] = 1;
  for (const ContactConstraint& contact : set.contacts) {
    for (const int i : trees_of(contact)) {
      for (const int j : trees_of(contact)) reach[i][j] = 1;
    }
  }
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
    }
  }
  return reach;
}

TEST(Island, IslandsAgreeWithBruteForceConnectivity) {
  Random random(1);
  IslandSet islands;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = pick(random, 1, 12);
    const ConstraintSet set = random_constraints(random, n, pick(random, 0, 12));
    islands.find(n, set);
    const auto reach = closure(n, set);
    std::set<int> constrained;
    for (const ContactConstraint& contact : set.contacts) constrained.merge(trees_of(contact));
    for (const auto& row : set.limits) constrained.insert(row.tree);
    for (const auto& row : set.frictions) constrained.insert(row.tree);
    for (const auto& row : set.motors) constrained.insert(row.tree);

    int lowest = -1;
    std::set<int> seen, contacts;
    std::size_t limits = 0, frictions = 0, motors = 0;
    for (int k = 0; k < islands.size(); ++k) {
      const Island& island = islands[k];
      ASSERT_FALSE(island.trees.empty());
      EXPECT_GT(island.trees[0], lowest);
      lowest = island.trees[0];
      const std::set<int> members(island.trees.begin(), island.trees.end());
      EXPECT_TRUE(std::is_sorted(island.trees.begin(), island.trees.end()));
      for (int i = 0; i < n; ++i) EXPECT_EQ(members.count(i), reach[island.trees[0]][i] ? 1u : 0u);
      for (const int i : island.trees) EXPECT_TRUE(seen.insert(i).second);
      EXPECT_TRUE(std::is_sorted(island.contacts.begin(), island.contacts.end()));
      for (const int c : island.contacts) {
        EXPECT_TRUE(contacts.insert(c).second);
        EXPECT_TRUE(members.count(*trees_of(set.contacts[c]).begin()));
      }
      for (const int i : island.limits) EXPECT_TRUE(members.count(set.limits[i].tree));
      for (const int i : island.frictions) EXPECT_TRUE(members.count(set.frictions[i].tree));
      for (const int i : island.motors) EXPECT_TRUE(members.count(set.motors[i].tree));
      limits += island.limits.size();
      frictions += island.frictions.size();
      motors += island.motors.size();
    }
    // Every constrained tree and every constraint that can move something is in exactly one island.
    for (const int i : constrained) EXPECT_TRUE(seen.count(i));
    std::size_t movable_contacts = 0;
    for (const ContactConstraint& contact : set.contacts)
      movable_contacts += !trees_of(contact).empty();
    EXPECT_EQ(contacts.size(), movable_contacts);
    EXPECT_EQ(limits, set.limits.size());
    EXPECT_EQ(frictions, set.frictions.size());
    EXPECT_EQ(motors, set.motors.size());
  }
}

TEST(Island, ImmovableBodiesDoNotJoinIslands) {
  ConstraintSet set;
  ContactConstraint on_ground;
  on_ground.a = {-1, -1};
  on_ground.b = {0, 0};
  set.contacts.push_back(on_ground);
  on_ground.b = {2, 0};
  set.contacts.push_back(on_ground);
  ContactConstraint on_base;  // tree 1 touches the base of tree 2
  on_base.a = {1, 0};
  on_base.b = {2, -1};
  set.contacts.push_back(on_base);
  IslandSet islands;
  islands.find(4, set);
  ASSERT_EQ(islands.size(), 3);
  for (int k = 0; k < 3; ++k) {
    ASSERT_EQ(islands[k].trees.size(), 1u);
    EXPECT_EQ(islands[k].trees[0], k);
    EXPECT_EQ(islands[k].contacts.size(), 1u);
  }
}

TEST(ContactFrame, FrameIsRightHandedAndFollowsTheAxes) {
  Random random(2);
  Vector3 t1, t2;
  make_tangents(Vector3::UnitZ(), &t1, &t2);
  EXPECT_EQ(t1, Vector3::UnitX());
  EXPECT_EQ(t2, Vector3::UnitY());
  for (int trial = 0; trial < 1000; ++trial) {
    Vector3 n = test::uniform_vector3(random);
    if (trial < 6) n = (trial % 2 ? 1 : -1) * Vector3::Unit(trial / 2);
    n.normalize();
    make_tangents(n, &t1, &t2);
    Matrix3 R;
    R << n, t1, t2;
    EXPECT_LT((R.transpose() * R - Matrix3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(R.determinant(), 1, 1e-14);
  }
}

TEST(ContactFrame, FrameIsContinuousAtAxisAlignedNormals) {
  Vector3 t1, t2, s1, s2;
  for (int k = 0; k < 6; ++k) {
    const Vector3 n = (k % 2 ? 1 : -1) * Vector3::Unit(k / 2);
    make_tangents(n, &t1, &t2);
    for (const Vector3& noise : {Vector3(1e-12, 1e-12, 1e-12), Vector3(-1e-12, -1e-12, -1e-12)}) {
      make_tangents((n + noise).normalized(), &s1, &s2);
      EXPECT_LT((t1 - s1).norm() + (t2 - s2).norm(), 1e-10);
    }
  }
}

}  // namespace
}  // namespace cardan
