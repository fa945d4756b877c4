#include "constraint/loop.h"
#include "constraint/loop_projection.h"
#include "test/support/dense_algebra.h"
#include "test/unit/constraint/robot_samples.h"

// Rows of closed loops against differences of their errors, the basis and the projection against
// dense algebra.
namespace cardan {
namespace {

using test::Random;
using test::Robot;
using test::Robots;
using test::uniform;
using test::uniform_vector;

constexpr LoopKind kKinds[] = {LoopKind::kWeld, LoopKind::kPoint, LoopKind::kDistance,
                               LoopKind::kGear};

int gear_dof(Random& random, const Skeleton& skeleton) {
  for (;;) {
    const int dof = static_cast<int>(random() % static_cast<unsigned>(skeleton.nv()));
    if (skeleton.single_q_index(dof) >= 0) return dof;
  }
}

LoopEnd random_end(Random& random, const Robots& robots, LoopKind kind, int tree) {
  LoopEnd end;
  const Skeleton& skeleton = *robots.trees[tree].skeleton;
  end.X = test::random_pose(random);
  end.body = {tree, static_cast<int>(random() % static_cast<unsigned>(skeleton.num_bodies()))};
  if (kind != LoopKind::kGear) return end;
  end.dof = gear_dof(random, skeleton);
  end.q_index = skeleton.single_q_index(end.dof);
  end.body.body = skeleton.dof_body[end.dof];
  return end;
}

/// A loop that is closed in the posture of the robots: only there, J is the rate of φ.
Loop random_loop(Random& random, const Robots& robots, LoopKind kind) {
  Loop loop;
  loop.kind = kind;
  loop.a = random_end(random, robots, kind, 0);
  loop.b = random_end(random, robots, kind, 1);
  loop.ratio = uniform(random, -3, 3);
  if (kind == LoopKind::kGear) {
    double phi = 0;
    compute_loop_error(loop, robots.trees, &phi);
    loop.offset = phi;
    return loop;
  }
  const RigidTransform X_Wa = robots.trees[0].data->pose(loop.a.body.body) * loop.a.X;
  const RigidTransform X_Wb = robots.trees[1].data->pose(loop.b.body.body);
  if (kind == LoopKind::kDistance) {
    loop.length = (X_Wa.p - (X_Wb * loop.b.X).p).norm();
  } else if (kind == LoopKind::kWeld) {
    loop.b.X = X_Wb.inverse() * X_Wa;
  } else {
    loop.b.X.p = X_Wb.inverse() * X_Wa.p;
  }
  return loop;
}

Robots two_robots(Random& random) {
  Robots robots;
  robots.add(random, test::random_skeleton(random, 5, true));
  robots.add(random, test::random_skeleton(random, 6, false, 0.3));
  return robots;
}

MatrixX dense_rows(const Robots& robots, const Loop& loop) {
  // Column by column: the velocity of the rows at unit velocities.
  std::vector<Tree> trees = robots.trees;
  int cols = 0;
  for (const Tree& tree : trees) cols += tree.skeleton->nv();
  MatrixX J(loop_rows(loop.kind), cols);
  int column = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    for (int i = 0; i < trees[t].skeleton->nv(); ++i, ++column) {
      std::vector<VectorX> v;
      for (const Tree& tree : trees) v.push_back(VectorX::Zero(tree.skeleton->nv()));
      v[t][i] = 1;
      for (std::size_t s = 0; s < trees.size(); ++s) {
        Robot& robot = *robots.robots[s];
        forward_kinematics(*robot.skeleton, robot.data, robot.q.data(), v[s].data());
        trees[s].v = v[s].data();
      }
      const LoopConstraint rows = make_loop_constraint(loop, trees);
      for (int r = 0; r < rows.rows; ++r) J(r, column) = loop_row_velocity(rows, trees, r);
    }
  }
  for (const auto& robot : robots.robots)
    forward_kinematics(*robot->skeleton, robot->data, robot->q.data(), robot->v.data());
  return J;
}

/// φ at q ⊕ t v.
VectorX error_along(const Robots& robots, const Loop& loop, double t) {
  std::vector<std::unique_ptr<Data>> data;
  std::vector<VectorX> q;
  std::vector<Tree> trees = robots.trees;
  for (std::size_t s = 0; s < trees.size(); ++s) {
    const Robot& robot = *robots.robots[s];
    q.push_back(robot.q);
    integrate(*robot.skeleton, robot.q.data(), robot.v.data(), t, q.back().data());
    data.push_back(std::make_unique<Data>(*robot.skeleton));
    forward_kinematics(*robot.skeleton, *data.back(), q.back().data());
    trees[s].data = data.back().get();
  }
  for (std::size_t s = 0; s < trees.size(); ++s) trees[s].q = q[s].data();
  VectorX phi(loop_rows(loop.kind));
  compute_loop_error(loop, trees, phi.data());
  return phi;
}

TEST(LoopRows, RowsAreTheDerivativeOfTheLoopError) {
  Random random(7);
  for (int round = 0; round < 40; ++round) {
    const Robots robots = two_robots(random);
    const Loop loop = random_loop(random, robots, kKinds[round % 4]);
    const double d = 1e-3;
    const VectorX rate = (8 * (error_along(robots, loop, d) - error_along(robots, loop, -d)) -
                          (error_along(robots, loop, 2 * d) - error_along(robots, loop, -2 * d))) /
                         (12 * d);
    const LoopConstraint rows = make_loop_constraint(loop, robots.trees);
    for (int r = 0; r < rows.rows; ++r)
      EXPECT_NEAR(loop_row_velocity(rows, robots.trees, r), rate[r], 2e-8 * (1 + rate.norm()))
          << loop_kind_name(loop.kind) << " row " << r;
  }
}

// With velocities that keep the loop closed, φ̈ along q ⊕ t v is J̇ v: bias = ½ h φ̈.
TEST(LoopRows, CurvatureIsTheSecondDerivativeAlongTheLoop) {
  Random random(8);
  for (int round = 0; round < 40; ++round) {
    Robots robots = two_robots(random);
    const Loop loop = random_loop(random, robots, kKinds[round % 4]);
    const MatrixX J = dense_rows(robots, loop);
    VectorX v(J.cols());
    v << robots.robots[0]->v, robots.robots[1]->v;
    v -= test::algebra::least_norm_solution(J, J * v);
    robots.robots[0]->v = v.head(robots.robots[0]->v.size());
    robots.robots[1]->v = v.tail(robots.robots[1]->v.size());
    for (auto& robot : robots.robots)
      forward_kinematics(*robot->skeleton, robot->data, robot->q.data(), robot->v.data());
    // The way q ⊕ t v of a floating base turns at a constant rate, so v is constant along it.
    const double d = 2e-3;
    const VectorX second = (16 * (error_along(robots, loop, d) + error_along(robots, loop, -d)) -
                            (error_along(robots, loop, 2 * d) + error_along(robots, loop, -2 * d)) -
                            30 * error_along(robots, loop, 0)) /
                           (12 * d * d);
    LoopConstraint rows = make_loop_constraint(loop, robots.trees);
    add_loop_curvature(robots.trees, 0.5, rows);
    for (int r = 0; r < rows.rows; ++r)
      EXPECT_NEAR(rows.bias[r], 0.25 * second[r], 1e-6 * (1 + second.norm()))
          << loop_kind_name(loop.kind) << " row " << r;
  }
}

// The rows of the base problem, with one loop given twice: the second has no row, and A equals J
// M⁻¹ Jᵀ.
TEST(LoopRows, RowsOfTheBaseProblemAreIndependentAndComplete) {
  Random random(9);
  for (int round = 0; round < 20; ++round) {
    const Robots robots = two_robots(random);
    const Loop loop = random_loop(random, robots, kKinds[round % 4]);
    ConstraintSet set;
    for (const std::uint64_t key : {0, 1}) {
      set.loops.push_back(make_loop_constraint(loop, robots.trees));
      set.loops.back().key = key;
    }
    IslandSet islands;
    islands.find(2, set);
    ASSERT_EQ(islands.size(), 1);
    EXPECT_EQ(islands[0].trees.size(), 2u);
    BaseProblem base;
    assemble_base_problem(islands[0], set, robots.trees, {}, {}, robots.h, base);
    const MatrixX J = dense_rows(robots, loop);
    const auto rank = test::algebra::rank_by_qr(J, 1e-9);
    ASSERT_EQ(base.m(), rank);
    EXPECT_EQ(base.redundant_rows, 2 * J.rows() - rank);
    ASSERT_EQ(base.blocks.size(), 1u);
    const test::DenseIsland dense(robots, islands[0]);
    const MatrixX A = test::algebra::inverse_congruence(dense.M, J);
    const VectorX b = J * dense.v_free;
    int at = 0;
    for (int r = 0; r < J.rows(); ++r) {
      if ((base.blocks[0].present_rows >> r & 1u) == 0) continue;
      EXPECT_NEAR(base.A_diag[at], A(r, r), 1e-9 * (1 + A(r, r)));
      EXPECT_NEAR(base.b[at], b[r], 1e-9 * (1 + b.norm()));
      ++at;
    }
  }
}

TEST(RowBasis, BasisHasFullRankAndGivesTheMinimumNormSolution) {
  Random random(10);
  for (int round = 0; round < 50; ++round) {
    const int cols = 4 + round % 9, rank = 1 + round % 4, rows = rank + 3;
    MatrixX Y(rows, cols);
    for (int r = 0; r < rows; ++r) {
      if (r < rank) {
        Y.row(r) = uniform_vector(random, cols).transpose();
      } else {
        Y.row(r) = uniform_vector(random, rank).transpose() * Y.topRows(rank);
      }
    }
    RowBasis basis;
    basis.clear(cols);
    std::vector<int> taken;
    for (int r = 0; r < rows; ++r) {
      const VectorX row = Y.row(r).transpose();
      if (basis.add(row.data())) taken.push_back(r);
    }
    EXPECT_EQ(basis.rank(), rank);
    const VectorX wanted = uniform_vector(random, cols), c = Y * wanted;
    VectorX given(rank), x(cols);
    for (int k = 0; k < rank; ++k) given[k] = c[taken[static_cast<std::size_t>(k)]];
    basis.solve(given.data(), x.data());
    const VectorX shortest = test::algebra::least_norm_solution(Y, c);
    EXPECT_LE((x - shortest).norm(), 1e-10 * (1 + shortest.norm())) << round;
  }
}

// From 1 cm and 1 cm/s off: φ = 0 and J v = 0, and the change of v is the one of least kinetic
// energy.
TEST(LoopProjection, ProjectionClosesPositionsAndVelocities) {
  Random random(11);
  for (int round = 0; round < 40; ++round) {
    Robots robots = two_robots(random);
    std::vector<Loop> loops{random_loop(random, robots, kKinds[round % 4]),
                            random_loop(random, robots, kKinds[(round + 1) % 4])};
    loops[1].key = 1;
    MovableTrees movable;
    for (auto& robot : robots.robots) {
      const VectorX push = 1e-2 * uniform_vector(random, static_cast<int>(robot->v.size()));
      integrate(*robot->skeleton, robot->q.data(), push.data(), 1.0, robot->q.data());
      movable.push_back({robot->skeleton.get(), &robot->data, robot->q.data(), robot->v.data()});
    }
    const VectorX v_a = robots.robots[0]->v, v_b = robots.robots[1]->v;
    LoopProjection projection({0, 1}, loops, movable);
    const LoopProjection::Result result = projection.project(loops, movable);
    ASSERT_LE(result.error, 1e-12) << round;

    for (auto& robot : robots.robots)
      forward_kinematics(*robot->skeleton, robot->data, robot->q.data(), robot->v.data());
    MatrixX J(loop_rows(loops[0].kind) + loop_rows(loops[1].kind), v_a.size() + v_b.size());
    J << dense_rows(robots, loops[0]), dense_rows(robots, loops[1]);
    VectorX v(J.cols()), before(J.cols());
    v << robots.robots[0]->v, robots.robots[1]->v;
    before << v_a, v_b;
    EXPECT_LE((J * v).norm(), 1e-10 * (1 + v.norm()));
    // Orthogonal in M to every motion that the loops allow: Nᵀ M Δv = 0 for the motions N, with the
    // M at the start of the projection, which differs by the motion of a centimetre.
    const MatrixX N = MatrixX::Identity(J.cols(), J.cols()) -
                      test::algebra::multiply(test::algebra::pseudo_inverse(J), J);
    MatrixX M = MatrixX::Zero(J.cols(), J.cols());
    M.topLeftCorner(v_a.size(), v_a.size()) = robots.robots[0]->M;
    M.bottomRightCorner(v_b.size(), v_b.size()) = robots.robots[1]->M;
    const VectorX change = v - before;
    EXPECT_LE((N.transpose() * (M * change)).norm(), 0.1 * (M * change).norm());
  }
}

}  // namespace
}  // namespace cardan
