#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "solvers/conic/bodies/alart_curnier.h"
#include "solvers/conic/bodies/interior_point.h"
#include "solvers/conic/bodies/second_order_cone.h"
#include "test/unit/solvers/problem_kit.h"

/// Parts of the stages of `conic` over bodies against dense algebra.
namespace cardan::test {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

MatrixXd normal_matrix(std::mt19937& random, int rows, int cols) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
}

/// A heap: contacts of three rows between random pairs of bodies of six columns, some with spin and
/// rolling rows that follow them, and single rows on random columns.
TestProblem heap_of_bodies(std::mt19937& random, int bodies, int contacts) {
  std::uniform_int_distribution<int> body(0, bodies - 1), kind(0, 3);
  TestProblem problem;
  std::vector<MatrixXd> rows;
  const auto add_rows = [&](int count, int a, int b) {
    MatrixXd y = MatrixXd::Zero(count, 6 * bodies);
    y.middleCols(6 * a, 6) = normal_matrix(random, count, 6);
    y.middleCols(6 * b, 6) = normal_matrix(random, count, 6);
    rows.push_back(y);
    problem.b.conservativeResize(problem.b.size() + count);
  };
  for (int k = 0; k < contacts; ++k) {
    const int a = body(random), b = body(random), extra = kind(random);
    const int row = problem.m();
    add_rows(extra == 3 ? 1 : 3, a, b);
    if (extra == 3) {
      problem.add_block(k % 2 == 0 ? CARDAN_NONNEGATIVE : CARDAN_BOX, 1, 0, -1, -0.5, 0.7);
      continue;
    }
    problem.add_block(k % 5 == 0 ? CARDAN_CONE_CONVEX : CARDAN_CONE, 3, 0.4);
    if (extra == 0 && k % 5 != 0) {
      add_rows(3, a, b);
      problem.add_block(CARDAN_BOX_MU, 1, 0.1, row);
      problem.add_block(CARDAN_BALL_MU, 2, 0.2, row);
    }
  }
  problem.Y.resize(problem.m(), 6 * bodies);
  int at = 0;
  for (const MatrixXd& y : rows) {
    problem.Y.middleRows(at, y.rows()) = y;
    at += static_cast<int>(y.rows());
  }
  problem.b = normal_matrix(random, problem.m(), 1);
  problem.S = MatrixXd::Zero(problem.m(), problem.m());
  for (int i = 0; i < problem.m(); i += 2) problem.S(i, i) = 0.1;
  problem.finish();
  return problem;
}

/// A form of a problem, with the blocks that it refers to.
struct BuiltForm {
  explicit BuiltForm(const TestProblem& problem) : view(problem.view()) {
    blocks.reserve(problem.m());
    EXPECT_TRUE(blocks.build(view));
    form.reserve(problem.size());
    EXPECT_TRUE(form.build(view, blocks));
  }

  /// Rows of Y in the order of the units, columns in that of the nodes.
  MatrixXd rows_over_nodes(const TestProblem& problem) const {
    MatrixXd Y = MatrixXd::Zero(problem.m(), form.vector_size());
    for (int i = 0; i < problem.m(); ++i) {
      for (int c = 0; c < problem.Y.cols(); ++c) {
        Y(i, conic::kStride * form.elimination().position(c / 6) + c % 6) =
            problem.Y(form.row(i), c);
      }
    }
    return Y;
  }

  sdk::ProblemView view;
  conic::Blocks blocks;
  conic::BodyForm form;
};

TEST(ConicBodies, KernelsOfEverySetAgreeWithDenseAlgebraAndWithEachOtherInAllBits) {
  std::mt19937 random(3);
  for (const auto& [bodies, contacts] : {std::pair{1, 2}, {2, 3}, {7, 12}, {40, 90}}) {
    const TestProblem problem = heap_of_bodies(random, bodies, contacts);
    BuiltForm built(problem);
    conic::BodyForm& form = built.form;
    const MatrixXd Y = built.rows_over_nodes(problem);
    VectorXd G = VectorXd::Zero(form.matrix_size() + 1);
    MatrixXd M = MatrixXd::Identity(Y.cols(), Y.cols());
    for (int k = 0; k < form.num_units(); ++k) {
      const conic::Unit& unit = form.unit(k);
      const int n = unit.rows;
      // Not symmetric, but with a positive definite symmetric part, as in a Newton step.
      const MatrixXd R = normal_matrix(random, n, n);
      const RowMajor own = R * R.transpose() + 0.2 * normal_matrix(random, n, n);
      Eigen::Map<RowMajor>(&G[unit.matrix], n, n) = own;
      M += Y.middleRows(unit.first, n).transpose() * own * Y.middleRows(unit.first, n);
    }
    const VectorXd x = normal_matrix(random, problem.m(), 1);
    std::vector<VectorXd> first;
    const conic::KernelList& list = conic::available_kernels();
    for (int k = 0; k < list.count; ++k) {
      form.use(*list.kernels[k]);
      VectorXd z = VectorXd::Zero(form.vector_size()), back = VectorXd::Zero(problem.m());
      form.add_transposed(x.data(), z.data());
      EXPECT_LE((z - Y.transpose() * x).norm(), 1e-12 * z.norm()) << list.kernels[k]->name;
      VectorXd w = z;
      ASSERT_TRUE(form.factor(G.data()));
      form.solve(w.data());
      EXPECT_LE((w - M.lu().solve(z)).norm(), 1e-9 * w.norm()) << list.kernels[k]->name;
      form.multiply(z.data(), back.data());
      EXPECT_LE((back - Y * z).norm(), 1e-12 * back.norm()) << list.kernels[k]->name;
      if (first.empty()) first = {z, w, back};
      EXPECT_EQ(z, first[0]) << list.kernels[k]->name;
      EXPECT_EQ(w, first[1]) << list.kernels[k]->name;
      EXPECT_EQ(back, first[2]) << list.kernels[k]->name;
    }
  }
}

TEST(ConicBodies, AnalysisOfAnEarlierPatternChangesNoBit) {
  std::mt19937 random(4);
  const TestProblem large = heap_of_bodies(random, 30, 60), small = heap_of_bodies(random, 8, 12);
  BuiltForm fresh(small);
  conic::Blocks blocks;
  blocks.reserve(large.m());
  conic::BodyForm used;
  used.reserve(large.size());
  for (const TestProblem* problem : {&small, &large, &small}) {
    const sdk::ProblemView view(problem->view());
    ASSERT_TRUE(blocks.build(view));
    ASSERT_TRUE(used.build(view, blocks));
  }
  VectorXd G = VectorXd::Constant(fresh.form.matrix_size(), 0.0);
  for (int k = 0; k < fresh.form.num_units(); ++k) {
    const conic::Unit& unit = fresh.form.unit(k);
    for (int i = 0; i < unit.rows; ++i) G[unit.matrix + i * (unit.rows + 1)] = 1.5;
  }
  VectorXd a = VectorXd::LinSpaced(fresh.form.vector_size(), -1, 1), b = a;
  ASSERT_TRUE(fresh.form.factor(G.data()));
  ASSERT_TRUE(used.factor(G.data()));
  fresh.form.solve(a.data());
  used.solve(b.data());
  EXPECT_EQ(a, b);
}

TEST(ConicBodies, FormRefusesCouplingBetweenUnits) {
  std::mt19937 random(5);
  TestProblem problem = heap_of_bodies(random, 4, 6);
  problem.S(0, problem.m() - 1) = problem.S(problem.m() - 1, 0) = 0.1;
  problem.finish();
  conic::Blocks blocks;
  blocks.reserve(problem.m());
  const sdk::ProblemView view(problem.view());
  ASSERT_TRUE(blocks.build(view));
  conic::BodyForm form;
  form.reserve(problem.size());
  EXPECT_FALSE(form.build(view, blocks));
}

/// f of all units at λ, u.
VectorXd maps_of_units(const BuiltForm& built, const VectorXd& lambda, const VectorXd& u) {
  VectorXd f = VectorXd::Zero(lambda.size());
  conic::LinearUnit linear;
  for (int k = 0; k < built.form.num_units(); ++k) {
    const conic::Unit& unit = built.form.unit(k);
    conic::linearise(built.view, built.blocks, built.form, unit, &lambda[unit.first],
                     &u[unit.first], linear);
    for (int i = 0; i < unit.rows; ++i) f[unit.first + i] = linear.f[i];
  }
  return f;
}

TEST(ConicBodies, LinearisationIsTheDerivativeOfTheMap) {
  std::mt19937 random(6);
  constexpr double kStep = 1e-6;
  for (int trial = 0; trial < 20; ++trial) {
    const TestProblem problem = heap_of_bodies(random, 10, 30);
    BuiltForm built(problem);
    const int m = problem.m();
    VectorXd lambda = normal_matrix(random, m, 1), u = 3 * normal_matrix(random, m, 1);
    const VectorXd dl = normal_matrix(random, m, 1), du = normal_matrix(random, m, 1);
    const VectorXd ahead = maps_of_units(built, lambda + kStep * dl, u + kStep * du);
    const VectorXd behind = maps_of_units(built, lambda - kStep * dl, u - kStep * du);
    conic::LinearUnit linear;
    for (int k = 0; k < built.form.num_units(); ++k) {
      const conic::Unit& unit = built.form.unit(k);
      const int n = unit.rows, at = unit.first;
      conic::linearise(built.view, built.blocks, built.form, unit, &lambda[at], &u[at], linear);
      const VectorXd expected = (ahead - behind).segment(at, n) / (2 * kStep);
      const VectorXd change = Eigen::Map<RowMajor>(linear.A, n, n) * dl.segment(at, n) +
                              Eigen::Map<RowMajor>(linear.B, n, n) * du.segment(at, n);
      EXPECT_LE((change - expected).norm(), 1e-4 * (1 + expected.norm())) << trial << " " << k;
    }
  }
}

TEST(ConicBodies, EliminationOfAUnitSolvesItsLinearSystem) {
  std::mt19937 random(7);
  for (const int n : {1, 2, 3, 6, 8}) {
    conic::LinearUnit linear;
    RowMajor D = normal_matrix(random, n, n);
    D = (D * D.transpose()).eval();
    Eigen::Map<RowMajor>(linear.A, n, n) = normal_matrix(random, n, n);
    Eigen::Map<RowMajor>(linear.B, n, n) = normal_matrix(random, n, n);
    Eigen::Map<VectorXd>(linear.f, n) = normal_matrix(random, n, 1);
    RowMajor G(n, n);
    VectorXd g(n);
    ASSERT_TRUE(conic::eliminate(linear, n, D.data(), G.data(), g.data()));
    const MatrixXd M =
        Eigen::Map<RowMajor>(linear.A, n, n) + Eigen::Map<RowMajor>(linear.B, n, n) * D;
    EXPECT_LE((M * G - Eigen::Map<RowMajor>(linear.B, n, n)).norm(), 1e-9 * (1 + G.norm()));
    EXPECT_LE((M * g + Eigen::Map<VectorXd>(linear.f, n)).norm(), 1e-9 * (1 + g.norm()));
  }
}

/// A point inside the cone.
VectorXd point_inside(std::mt19937& random, int dim) {
  std::uniform_real_distribution<double> above(0.01, 2);
  VectorXd x = normal_matrix(random, dim, 1);
  x[0] = x.tail(dim - 1).norm() + above(random);
  return x;
}

TEST(ConicBodies, ConeScalingTakesBothPointsToOneAndInvertsAsDenseAlgebra) {
  std::mt19937 random(8);
  for (const int dim : {2, 3, 4, 6}) {
    const VectorXd x = point_inside(random, dim), s = point_inside(random, dim);
    VectorXd w(dim), Wx(dim), Ws(dim);
    const conic::ConeScaling scaling = conic::scale_cone(x.data(), s.data(), dim, w.data());
    scaling.multiply(x.data(), Wx.data());
    scaling.divide(s.data(), Ws.data());
    EXPECT_LE((Wx - Ws).norm(), 1e-12 * Wx.norm());
    MatrixXd W(dim, dim);
    for (int i = 0; i < dim; ++i) {
      const VectorXd e = VectorXd::Unit(dim, i);
      scaling.multiply(e.data(), W.col(i).data());
    }
    EXPECT_LE((W - W.transpose()).norm(), 1e-13 * W.norm());
    constexpr double kShift = 0.3, kHalf = 0.7;
    MatrixXd M = W * W + kShift * MatrixXd::Identity(dim, dim);
    M(0, 0) += 2 * kHalf;
    RowMajor G(dim, dim);
    conic::invert_scaling(scaling, kShift, kHalf, G.data());
    EXPECT_LE((M * G - MatrixXd::Identity(dim, dim)).norm(), 1e-11);
    // v ∘ t = (v·t, v_0 t_i + t_0 v_i).
    const VectorXd r = normal_matrix(random, dim, 1);
    VectorXd t(dim);
    conic::divide_jordan(x.data(), r.data(), dim, t.data());
    EXPECT_NEAR(x.dot(t), r[0], 1e-10);
    EXPECT_LE((x[0] * t.tail(dim - 1) + t[0] * x.tail(dim - 1) - r.tail(dim - 1)).norm(), 1e-10);
  }
}

TEST(ConicBodies, LongestStepEndsOnTheBoundary) {
  std::mt19937 random(9);
  for (int trial = 0; trial < 200; ++trial) {
    const int dim = 2 + trial % 4;
    const VectorXd x = point_inside(random, dim), d = normal_matrix(random, dim, 1);
    const double length = conic::longest_step(x.data(), d.data(), dim);
    const auto distance = [&](double a) {
      const VectorXd y = x + a * d;
      return y[0] - y.tail(dim - 1).norm();
    };
    if (length > 1e6) {
      EXPECT_GE(d[0] - d.tail(dim - 1).norm(), -1e-5) << trial;
      continue;
    }
    EXPECT_GT(distance(0.99 * length), 0) << trial;
    EXPECT_NEAR(distance(length), 0, 1e-9 * (1 + length)) << trial;
  }
}

TEST(ConicBodies, InteriorPathAloneComesNearTheSolution) {
  std::mt19937 random(10);
  int near = 0;
  for (int trial = 0; trial < 20; ++trial) {
    TestProblem problem = cone_problem(random_contacts(random, 8, 18));
    const VectorXd A = problem.A().diagonal();
    problem.S = MatrixXd::Zero(problem.m(), problem.m());
    for (int i = 0; i < problem.m(); i += 3) problem.S(i, i) = 1e-2 * A[i];
    problem.finish();
    BuiltForm built(problem);
    ASSERT_TRUE(conic::InteriorPoint::takes(built.form));
    conic::InteriorPoint path;
    path.reserve(problem.size());
    VectorXd lambda = VectorXd::Zero(problem.m());
    path.start(built.view, built.blocks, built.form, {0.3, 1, 0.95}, lambda.data(),
               problem.b.data(), natural_map(problem, lambda));
    double least = kInfinity;
    for (int k = 0; k < 40; ++k) {
      path.copy_impulses(lambda.data());
      least = std::min(least, natural_map(problem, lambda));
      const VectorXd u = problem.A() * lambda + problem.b;
      if (!path.step(u.data())) break;
    }
    near += least <= 1e-6;
  }
  EXPECT_GE(near, 19);
}

}  // namespace
}  // namespace cardan::test
