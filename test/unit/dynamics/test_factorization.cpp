#include "cardan/inverse_dynamics.h"
#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"
#include "test/support/dense_algebra.h"
#include "test/support/random_tree.h"

namespace cardan {
namespace {

using test::Random;

/// A random tree with M̂ computed, dense copy and factor.
struct Factored {
  test::RandomTree tree;
  Data data;
  MatrixX M;
  MatrixX L;
  VectorX D;

  explicit Factored(int index) : tree(test::random_tree_of_set(index, 0.01)), data(*tree.skeleton) {
    const Skeleton& s = *tree.skeleton;
    Random random(index + 600);
    const VectorX q = test::random_configuration(random, s);
    const VectorX zero = VectorX::Zero(s.nv());
    forward_kinematics(s, data, q.data(), zero.data());
    bias_forces(s, data, zero.data(), Vector3::Zero());
    crba(s, data);
    M = dense_mass_matrix(s, data);
    EXPECT_TRUE(factorize_ltl(s, data));
    L = MatrixX::Identity(s.nv(), s.nv());
    D = VectorX::Zero(s.nv());
    for (int d = 0; d < s.nv(); ++d) {
      const auto path = s.path(d);
      for (size_t e = 0; e + 1 < path.size(); ++e) L(d, path[e]) = data.M[s.row_start[d] + e];
      D[d] = data.M[s.row_start[d] + s.depth[d]];
    }
  }
};

TEST(Ltl, FactorsMultiplyToTheMassMatrix) {
  for (int index = 0; index < 36; ++index) {
    const Factored f(index);
    const MatrixX product = test::algebra::multiply(f.L.transpose() * f.D.asDiagonal(), f.L);
    EXPECT_LT((product - f.M).norm(), 1e-13 * f.M.norm()) << "tree " << index;
    for (int k = 0; k < f.D.size(); ++k) {
      EXPECT_DOUBLE_EQ(f.data.D_inv[k], 1 / f.D[k]);
      EXPECT_DOUBLE_EQ(f.data.sqrt_D_inv[k], std::sqrt(1 / f.D[k]));
      // Equal bits for any memory alignment, also in builds with -march=native.
      EXPECT_EQ(f.data.sqrt_D_inv[k], std::sqrt(f.data.D_inv[k]));
    }
  }
}

TEST(Ltl, SolvesAndHalfSolvesAgreeWithDenseAlgebra) {
  for (int index = 0; index < 36; ++index) {
    const Factored f(index);
    const Skeleton& s = *f.tree.skeleton;
    Random random(index);
    const VectorX b = test::random_vector(random, s.nv(), 1);
    const VectorX scale = f.D.cwiseSqrt().cwiseInverse();
    VectorX x = b;
    solve_ltl(s, f.data, x.data());
    EXPECT_LT((f.M * x - b).norm(), 1e-10 * (1 + f.M.norm() * x.norm())) << "tree " << index;
    VectorX z = b;
    whiten(s, f.data, z.data());
    const VectorX z_dense = scale.asDiagonal() * test::algebra::solve(f.L.transpose(), b);
    EXPECT_LT((z - z_dense).norm(), 1e-10 * (1 + z.norm())) << "tree " << index;
    // The two halves together equal the full solve.
    unwhiten(s, f.data, z.data());
    EXPECT_LT((z - x).norm(), 1e-11 * (1 + x.norm())) << "tree " << index;
  }
}

/// Y of random rows on the path of a freedom; dense Y = J L⁻¹ D^(−1/2) beside it.
void check_rows(const Factored& f, int last_dof, int lanes, Random& random, MatrixX* J_out,
                MatrixX* Y_out) {
  const Skeleton& s = *f.tree.skeleton;
  const auto path = s.path(last_dof);
  const int n = static_cast<int>(path.size());
  MatrixX J = MatrixX::Zero(lanes, s.nv());
  std::vector<double> y(static_cast<size_t>(n * lanes));
  for (int e = 0; e < n; ++e) {
    for (int k = 0; k < lanes; ++k) {
      y[e * lanes + k] = test::uniform(random, -1, 1);
      J(k, path[e]) = y[e * lanes + k];
    }
  }
  whiten_path_rows(s, f.data, last_dof, lanes, y.data());
  const MatrixX L_inv = test::algebra::inverse(f.L);
  const MatrixX expected =
      test::algebra::multiply(J, L_inv) * f.D.cwiseSqrt().cwiseInverse().asDiagonal();
  MatrixX Y = MatrixX::Zero(lanes, s.nv());
  for (int e = 0; e < n; ++e) {
    for (int k = 0; k < lanes; ++k) Y(k, path[e]) = y[e * lanes + k];
  }
  EXPECT_LT((Y - expected).norm(), 1e-10 * (1 + expected.norm()))
      << "lanes " << lanes << " dof " << last_dof;
  *J_out = J;
  *Y_out = Y;
}

TEST(Ltl, WhitenedRowsAgreeWithDenseAlgebra) {
  using test::algebra::gram, test::algebra::multiply, test::algebra::product_transposed;
  for (int index = 0; index < 27; ++index) {
    const Factored f(index);
    Random random(index + 50);
    const MatrixX M_inv = test::algebra::inverse(f.M);
    for (int lanes = 1; lanes <= 4; ++lanes) {
      const int nv = f.tree.skeleton->nv();
      MatrixX J1, Y1, J2, Y2;
      check_rows(f, test::uniform_int(random, nv), lanes, random, &J1, &Y1);
      check_rows(f, test::uniform_int(random, nv), lanes, random, &J2, &Y2);
      // Delassus blocks: A = Y Yᵀ = J M⁻¹ Jᵀ, within a path and between two.
      const MatrixX J1_M_inv = multiply(J1, M_inv), J2_M_inv = multiply(J2, M_inv);
      const MatrixX A11 = product_transposed(J1_M_inv, J1), A12 = product_transposed(J1_M_inv, J2);
      const double scale = 1 + A11.norm() + product_transposed(J2_M_inv, J2).norm();
      EXPECT_LT((gram(Y1) - A11).norm(), 1e-10 * scale) << "tree " << index;
      EXPECT_LT((product_transposed(Y1, Y2) - A12).norm(), 1e-10 * scale) << "tree " << index;
    }
  }
}

TEST(Ltl, NonPositivePivotIsRejected) {
  const Factored good(10);
  const Skeleton& s = *good.tree.skeleton;
  for (double bad : {-1.0, 0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    Data data = good.data;
    for (int d = 0; d < s.nv(); ++d) {
      for (int e = 0; e <= s.depth[d]; ++e) data.M[s.row_start[d] + e] = e == s.depth[d] ? 1 : 0;
    }
    contents::gain(data, contents::kMass);
    Data regular = data;
    EXPECT_TRUE(factorize_ltl(s, regular));
    const int k = s.nv() / 2;
    data.M[s.row_start[k] + s.depth[k]] = bad;
    EXPECT_FALSE(factorize_ltl(s, data)) << bad;
  }
}

}  // namespace
}  // namespace cardan
