#pragma once

#include <memory>
#include <vector>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "cardan/skeleton_builder.h"
#include "constraint/rows/base_problem.h"
#include "test/unit/constraint/problem_samples.h"

/// Random robots with their kinematics, factor and free impulse, as a step leaves them for the
/// constraint layer.
namespace cardan::test {

SpatialInertia random_inertia(Random& random);

RigidTransform random_pose(Random& random);

/// Links in a random tree; joints of several types, a floating base where wanted; a
/// share of the joints of one freedom follows others (mimic).
std::shared_ptr<const Skeleton> random_skeleton(Random& random, int links, bool floating,
                                                double followers = 0);

/// One robot in a random state.
struct Robot {
  std::shared_ptr<const Skeleton> skeleton;
  Data data;
  VectorX q, v, force;  ///< force: h (τ − C)
  VectorX z0;
  MatrixX M;

  Robot(Random& random, std::shared_ptr<const Skeleton> tree, double h);
};

struct Robots {
  std::vector<std::unique_ptr<Robot>> robots;
  std::vector<Tree> trees;
  double h = 1e-2;

  void add(Random& random, std::shared_ptr<const Skeleton> skeleton);
};

/// An island by dense algebra: columns of its trees one after the other.
struct DenseIsland {
  MatrixX M;
  VectorX v, v_free;
  std::vector<int> column;  ///< of each tree, -1 if it is not in the island

  DenseIsland(const Robots& robots, const Island& island);

  /// Three rows n, t1, t2 of a contact: velocity of B's point relative to A's.
  MatrixX contact_rows(const Robots& robots, const ContactConstraint& contact) const;

  /// Rows ω·n, ω·t1, ω·t2 of the spin of B relative to A: the change of the velocity of a point
  /// with its place.
  MatrixX spin_rows(const Robots& robots, const ContactConstraint& contact) const;

  MatrixX joint_row(int tree, int dof, double sign) const;
};

ContactConstraint random_contact(Random& random, const Robots& robots);

}  // namespace cardan::test
