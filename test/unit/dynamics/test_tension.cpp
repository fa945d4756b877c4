#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "dynamics/tension.h"
#include "test/support/random_tree.h"

// Geometric stiffness by finite differences of the generalised forces; its bound and its fastest
// mode by dense algebra.
namespace cardan {
namespace {

using test::kGravity;
using test::Random;

/// A load fixed to a body.
struct BodyLoad {
  int body;
  Vector3 p_B, force;
};

/// A tree with a fixed base under its weight and some loads.
struct Loaded {
  std::shared_ptr<const Skeleton> skeleton;
  VectorX q;
  std::vector<BodyLoad> loads;

  std::vector<PointForce> forces(const Data& data) const {
    std::vector<PointForce> list;
    for (const BodyLoad& load : loads)
      list.push_back({load.body, data.pose(load.body) * load.p_B, load.force});
    return list;
  }

  /// −Jᵀ f.
  VectorX torque(const VectorX& at) const {
    Data data(*skeleton);
    const VectorX rest = VectorX::Zero(skeleton->nv());
    forward_kinematics(*skeleton, data, at.data(), rest.data());
    bias_forces(*skeleton, data, rest.data(), kGravity);
    VectorX sum = Eigen::Map<const VectorX>(data.bias.data(), skeleton->nv());
    for (const PointForce& load : forces(data)) {
      Matrix3X J(3, skeleton->nv());
      point_jacobian(*skeleton, data, load.body, load.p_W, J);
      sum -= J.transpose() * load.force;
    }
    return sum;
  }

  MatrixX stiffness_by_differences() const {
    const int n = skeleton->nv();
    MatrixX K(n, n);
    const double d = 1e-5;
    for (int j = 0; j < n; ++j) {
      VectorX plus(q.size()), minus(q.size());
      const VectorX direction = VectorX::Unit(n, j);
      integrate(*skeleton, q.data(), direction.data(), d, plus.data());
      integrate(*skeleton, q.data(), direction.data(), -d, minus.data());
      K.col(j) = (torque(plus) - torque(minus)) / (2 * d);
    }
    return K;
  }
};

/// The symmetric matrix of path-packed rows.
MatrixX dense(const Skeleton& skeleton, const double* packed) {
  MatrixX K = MatrixX::Zero(skeleton.nv(), skeleton.nv());
  for (int j = 0; j < skeleton.nv(); ++j) {
    const double* row = packed + skeleton.row_start[j];
    for (const int i : skeleton.path(j)) K(i, j) = K(j, i) = *row++;
  }
  return K;
}

Loaded random_loaded(unsigned seed) {
  Random random(seed);
  test::RandomTreeOptions options;
  options.types = {JointType::kRevolute, JointType::kContinuous, JointType::kPrismatic,
                   JointType::kScrew, JointType::kUniversal};
  Loaded tree;
  tree.skeleton = test::random_tree(seed, options).skeleton;
  tree.q = test::random_vector(random, tree.skeleton->nq(), 1);
  for (int k = 0; k < 3; ++k) {
    tree.loads.push_back({test::uniform_int(random, tree.skeleton->num_bodies()),
                          test::random_vector3(random, 1), test::random_vector3(random, 50)});
  }
  return tree;
}

/// Rods that hang down with a load at the end.
Loaded hanging_chain(int links, double load) {
  SkeletonBuilder builder("chain");
  for (int i = 0; i < links; ++i) {
    LinkSpec link;
    link.name = "link" + std::to_string(i);
    link.parent = i > 0 ? "link" + std::to_string(i - 1) : "";
    link.joint_name = "joint" + std::to_string(i);
    link.joint_type = JointType::kContinuous;
    link.axis = Vector3::UnitY();
    if (i > 0) link.X_PJ.p = Vector3(0, 0, -0.1);
    link.inertia.mass = 0.1;
    link.inertia.com = Vector3(0, 0, -0.05);
    link.inertia.inertia = Vector3(8.3e-5, 8.3e-5, 1e-6).asDiagonal();
    builder.add_link(link);
  }
  Loaded chain;
  chain.skeleton = builder.build();
  chain.q = VectorX::Zero(links);
  chain.loads.push_back({links - 1, Vector3(0, 0, -0.1), Vector3(0, 0, -load)});
  return chain;
}

TEST(Tension, StiffnessIsTheDerivativeOfTheForces) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Loaded tree = random_loaded(seed);
    const Skeleton& skeleton = *tree.skeleton;
    ASSERT_TRUE(has_tension(skeleton));
    Data data(skeleton);
    forward_kinematics(skeleton, data, tree.q.data());
    TensionWork work(skeleton);
    compute_geometric_stiffness(skeleton, data, kGravity, tree.forces(data), work);
    const MatrixX K = dense(skeleton, work.K.data());
    const MatrixX expected = tree.stiffness_by_differences();
    EXPECT_NEAR((K - expected).norm(), 0, 1e-7 * (1 + expected.norm())) << seed;
  }
}

/// K⁺ as add_positive_stiffness adds it.
MatrixX positive_stiffness(const Loaded& tree) {
  const Skeleton& skeleton = *tree.skeleton;
  Data data(skeleton);
  forward_kinematics(skeleton, data, tree.q.data());
  TensionWork work(skeleton);
  compute_geometric_stiffness(skeleton, data, kGravity, tree.forces(data), work);
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
  const MatrixX M = dense(skeleton, data.M.data());
  add_positive_stiffness(skeleton, 1, work, data);
  return dense(skeleton, data.M.data()) - M;
}

TEST(Tension, PositivePartIsPositive) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const MatrixX K = positive_stiffness(random_loaded(seed));
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<MatrixX>(K).eigenvalues().minCoeff(), -1e-12 * K.norm())
        << seed;
    EXPECT_GT(K.norm(), 0);
  }
}

// Rods pulled along their length have no negative part, but bent rods do.
TEST(Tension, PositivePartOfAPulledChainIsItsStiffness) {
  Loaded chain = hanging_chain(10, 1e5);
  chain.loads[0].force = 1e5 * kGravity.normalized();
  // The chain hangs along gravity: its first joint tilts it in the x–z plane, which gravity has to
  // be in; the y component of the weights has no effect.
  chain.q[0] = std::atan2(-kGravity.x(), -kGravity.z());
  const MatrixX K = positive_stiffness(chain), expected = chain.stiffness_by_differences();
  EXPECT_NEAR((K - expected).norm(), 0, 1e-2 * expected.norm());
  chain.loads[0].force = -1e5 * kGravity.normalized();
  EXPECT_LT(positive_stiffness(chain).norm(), 1e-2 * expected.norm());
}

// A string of light links under a load: its fastest mode within 5 % of the dense one, and not
// above.
TEST(Tension, FastestModeOfAChainIsThatOfItsMatrices) {
  for (const int links : {2, 10, 100}) {
    const Loaded chain = hanging_chain(links, 1e5);
    const Skeleton& skeleton = *chain.skeleton;
    Data data(skeleton);
    forward_kinematics(skeleton, data, chain.q.data());
    TensionWork work(skeleton);
    compute_geometric_stiffness(skeleton, data, kGravity, chain.forces(data), work);
    compute_world_inertias(skeleton, data);
    crba(skeleton, data);
    const MatrixX M = dense(skeleton, data.M.data());
    ASSERT_TRUE(factorize_ltl(skeleton, data));
    const TensionMode mode = fastest_tension_mode(skeleton, data, work);
    const MatrixX K = dense(skeleton, work.K.data());
    const double fastest =
        std::sqrt(Eigen::GeneralizedSelfAdjointEigenSolver<MatrixX>(K, M).eigenvalues().maxCoeff());
    EXPECT_LE(mode.omega, fastest * (1 + 1e-9)) << links;
    EXPECT_GE(mode.omega, 0.95 * fastest) << links;
    EXPECT_GE(mode.dof, 0);
  }
}

// Forces that push from below do not hold a chain straight.
TEST(Tension, CompressedChainHasNoMode) {
  const Loaded chain = hanging_chain(5, -1e4);
  const Skeleton& skeleton = *chain.skeleton;
  Data data(skeleton);
  forward_kinematics(skeleton, data, chain.q.data());
  TensionWork work(skeleton);
  compute_geometric_stiffness(skeleton, data, kGravity, chain.forces(data), work);
  compute_world_inertias(skeleton, data);
  crba(skeleton, data);
  ASSERT_TRUE(factorize_ltl(skeleton, data));
  EXPECT_EQ(fastest_tension_mode(skeleton, data, work).omega, 0);
}

}  // namespace
}  // namespace cardan
