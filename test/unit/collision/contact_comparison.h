#pragma once

#include <gtest/gtest.h>

#include <tuple>

#include "collision/collision_scene.h"

namespace cardan::test {

/// The same contacts to the last bit, in ascending order.
inline void expect_equal_bits(const CollisionResult& p, const CollisionResult& q) {
  ASSERT_EQ(p.contacts.size(), q.contacts.size());
  ASSERT_EQ(p.manifolds.size(), q.manifolds.size());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    const Contact &c = p.contacts[i], &d = q.contacts[i];
    EXPECT_EQ(c.a, d.a);
    EXPECT_EQ(c.b, d.b);
    EXPECT_EQ(c.feature, d.feature);
    EXPECT_EQ(c.phi, d.phi);
    EXPECT_EQ(c.point, d.point);
    EXPECT_EQ(c.normal, d.normal);
    if (i == 0) continue;
    const Contact& last = p.contacts[i - 1];
    EXPECT_LT(std::tie(last.a, last.b, last.feature), std::tie(c.a, c.b, c.feature));
  }
}

}  // namespace cardan::test
