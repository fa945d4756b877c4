// The factor from articulated inertias against the mass matrix and dense algebra.
#include "cardan/mass_matrix.h"
#include "dynamics/articulated_factor.h"
#include "test/support/dense_algebra.h"
#include "test/unit/dynamics/random_motion.h"

namespace cardan {
namespace {

using test::Random;
using test::RandomMotion;

/// A tree with long paths, all types of joints and a few branches.
RandomMotion long_tree(int index) {
  test::RandomTreeOptions options;
  options.joints = 60 + 20 * index;
  options.floating_base = index % 2 == 1;
  options.armature = 0.1;
  options.branching = index % 3 == 0 ? 0.0 : 0.02;
  return RandomMotion(test::random_tree(8000 + static_cast<std::uint64_t>(index), options), index);
}
constexpr int kTrees = 6;

MatrixX dense_factor(const RandomMotion& m) {
  MatrixX L = MatrixX::Zero(m.s.nv(), m.s.nv());
  for (int d = 0; d < m.s.nv(); ++d) {
    const auto path = m.s.path(d);
    for (int e = 0; e < static_cast<int>(path.size()); ++e)
      L(d, path[static_cast<std::size_t>(e)]) = entry_of_l(m.s, m.data, d, e);
  }
  return L;
}

TEST(ArticulatedFactor, IsTheFactorOfTheMassMatrix) {
  for (int index = 0; index < kTrees; ++index) {
    RandomMotion m = long_tree(index);
    ASSERT_TRUE(has_long_paths(m.s)) << "tree " << index;
    const int nv = m.s.nv();
    const VectorX diagonal = test::random_vector(m.random, nv, 1).cwiseAbs();
    const MatrixX M = m.mass_matrix() + MatrixX(diagonal.asDiagonal());
    ASSERT_TRUE(factorize_articulated(m.s, m.data, diagonal.data()));
    const MatrixX L = dense_factor(m);
    const VectorX D = Eigen::Map<const VectorX>(m.data.D_inv.data(), nv).cwiseInverse();
    const MatrixX product = test::algebra::multiply(L.transpose() * D.asDiagonal(), L);
    EXPECT_LT((product - M).norm(), 1e-12 * M.norm()) << "tree " << index;
    for (int k = 0; k < nv; ++k) EXPECT_EQ(m.data.sqrt_D_inv[k], std::sqrt(m.data.D_inv[k]));
  }
}

TEST(ArticulatedFactor, ProductsAgreeWithThoseOfTheFactorOfM) {
  for (int index = 0; index < kTrees; ++index) {
    RandomMotion m = long_tree(index), dense = long_tree(index);
    const int nv = m.s.nv();
    const VectorX diagonal = VectorX::Constant(nv, 0.01);
    compute_world_inertias(m.s, m.data);
    ASSERT_TRUE(factorize_articulated(m.s, m.data, diagonal.data()));
    dense.mass_matrix();
    add_to_diagonal(dense.s, dense.data, diagonal.data());
    ASSERT_TRUE(factorize_ltl(dense.s, dense.data));
    using Product = void (*)(const Skeleton&, const Data&, double*);
    for (const Product product : {Product(whiten), Product(unwhiten), Product(solve_ltl)}) {
      const VectorX x = test::random_vector(m.random, nv, 1);
      VectorX y = x, expected = x;
      product(m.s, m.data, y.data());
      product(dense.s, dense.data, expected.data());
      EXPECT_LT((y - expected).norm(), 1e-9 * expected.norm()) << "tree " << index;
    }
    for (int lanes = 1; lanes <= 4; ++lanes) {
      const int last = test::uniform_int(m.random, nv);
      const VectorX rows = test::random_vector(m.random, lanes * (m.s.depth[last] + 1), 1);
      VectorX y = rows, expected = rows;
      whiten_path_rows(m.s, m.data, last, lanes, y.data());
      whiten_path_rows(dense.s, dense.data, last, lanes, expected.data());
      EXPECT_LT((y - expected).norm(), 1e-9 * expected.norm()) << "tree " << index;
    }
    // The next factor of M replaces it.
    m.mass_matrix();
    add_to_diagonal(m.s, m.data, diagonal.data());
    ASSERT_TRUE(factorize_ltl(m.s, m.data));
    EXPECT_EQ(dense_factor(m), dense_factor(dense));
  }
}

TEST(ArticulatedFactor, PivotsThatAreNotPositiveAreRefused) {
  RandomMotion m = long_tree(1);
  compute_world_inertias(m.s, m.data);
  VectorX diagonal = VectorX::Zero(m.s.nv());
  diagonal[m.s.nv() / 2] = -1e6;
  EXPECT_FALSE(factorize_articulated(m.s, m.data, diagonal.data()));
}

TEST(ArticulatedFactor, ShortAndCoupledTreesKeepTheFactorOfM) {
  for (int index = 0; index < test::kAllTrees; ++index) {
    const test::RandomTree tree = test::random_tree_of_all(index);
    if (tree.skeleton->coupled() || tree.skeleton->nv() <= 24) {
      EXPECT_FALSE(has_long_paths(*tree.skeleton)) << index;
    }
  }
}

}  // namespace
}  // namespace cardan
