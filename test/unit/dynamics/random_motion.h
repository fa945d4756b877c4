#pragma once

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "test/support/random_tree.h"

namespace cardan::test {

/// A random tree in random motion, kinematics done.
struct RandomMotion {
  explicit RandomMotion(int index, double armature = 0.1)
      : RandomMotion(random_tree_of_all(index, armature), index) {}
  RandomMotion(RandomTree given, int index)
      : tree(std::move(given)), s(*tree.skeleton), random(index + 7000), data(s) {
    if (!s.floating_base()) data.X_W0 = random_pose(random, 2);
    q = random_configuration(random, s);
    v = random_vector(random, s.nv(), 1);
    a = random_vector(random, s.nv(), 1);
    gravity = random_vector3(random, 9);
    move_to(q, v);
  }

  void move_to(const VectorX& q_new, const VectorX& v_new) {
    forward_kinematics(s, data, q_new.data(), v_new.data());
  }
  /// q ⊕ step.
  VectorX moved(const VectorX& step) const {
    VectorX result(s.nq());
    integrate(s, q.data(), step.data(), 1.0, result.data());
    return result;
  }
  MatrixX mass_matrix() {
    compute_world_inertias(s, data);
    crba(s, data);
    return dense_mass_matrix(s, data);
  }
  VectorX inverse_dynamics() {
    VectorX tau(s.nv());
    rnea(s, data, v.data(), a.data(), gravity, tau.data());
    return tau;
  }
  /// d/dε of value() at q ⊕ ε direction, v + ε v_direction by central differences of 4th order.
  template <typename Value>
  auto derivative(const VectorX& direction, const VectorX& v_direction, double e,
                  const Value& value) {
    const auto at = [&](double t) {
      const VectorX v_old = v;
      v = v_old + t * v_direction;
      move_to(moved(t * direction), v);
      auto result = value();
      v = v_old;
      return result;
    };
    auto m2 = at(-2 * e), m1 = at(-e), p1 = at(e), p2 = at(2 * e);
    auto result = m1;
    result = ((m2 - p2) + 8 * (p1 - m1)) / (12 * e);
    move_to(q, v);
    return result;
  }

  RandomTree tree;
  const Skeleton& s;
  Random random;
  Data data;
  VectorX q, v, a;
  Vector3 gravity;
};

}  // namespace cardan::test
