#include "test/support/dense_algebra.h"
#include "test/unit/constraint/problem_samples.h"
#include "test/unit/constraint/robot_samples.h"

namespace cardan {
namespace {

using test::Random;

/// A problem made around a known pair (λ, u): b = u − A λ.
struct Known {
  Problem problem;
  VectorX lambda, u;
};

enum class Mode { kOpen, kStick, kSlide };

/// A pair in one mode of exact Coulomb friction. Slide: u_n = 0, λ on the cone, u_t against λ_t.
/// convex: u in K* on the boundary instead, i.e. u_n = μ |u_t|.
void fill_cone(Random& random, Mode mode, bool convex, double mu, int row, int dim, Known& known) {
  const VectorX direction = test::uniform_vector(random, dim - 1).normalized();
  auto lambda = known.lambda.segment(row, dim);
  auto u = known.u.segment(row, dim);
  lambda.setZero();
  u.setZero();
  if (mode == Mode::kOpen) {
    u.tail(dim - 1) = test::uniform(random, 0, 1) * direction;
    u[0] = test::uniform(random, 0.1, 1) + (convex ? mu * u.tail(dim - 1).norm() : 0.0);
  } else {
    lambda[0] = test::uniform(random, 0.1, 1);
    const double size = mode == Mode::kSlide ? 1 : test::uniform(random, 0, 0.9);
    lambda.tail(dim - 1) = size * mu * lambda[0] * direction;
    if (mode == Mode::kSlide) {
      const double speed = test::uniform(random, 0.1, 1);
      u.tail(dim - 1) = -speed * direction;
      u[0] = convex ? mu * speed : 0.0;
    }
  }
}

/// One block of each kind in every mode, parents included.
Known known_solution(Random& random) {
  Known known;
  std::vector<Mode> modes = {Mode::kOpen, Mode::kStick, Mode::kSlide};
  constexpr int kMaxRows = 200;
  known.lambda = known.u = VectorX::Zero(kMaxRows);
  Problem blocks;
  const auto row = [&] { return blocks.blocks.back().row; };
  for (const int kind : {CARDAN_CONE, CARDAN_CONE_CONVEX}) {
    for (const Mode mode : modes) {
      for (const int dim : {2, 3, 4, 6}) {
        cardan_block& block = test::push_block(blocks, kind, dim);
        block.mu = test::uniform(random, 0.1, 1.2);
        fill_cone(random, mode, kind == CARDAN_CONE_CONVEX, block.mu, row(), dim, known);
      }
    }
  }
  test::push_block(blocks, CARDAN_FREE, 3);
  known.lambda.segment(row(), 3) = test::uniform_vector(random, 3);
  test::push_block(blocks, CARDAN_NONNEGATIVE, 2);
  known.lambda[row()] = 0.7;
  known.u[row() + 1] = 0.3;
  const int pressed = row(), open = row() + 1;
  const auto box = [&](double lambda, double u) {
    cardan_block& block = test::push_block(blocks, CARDAN_BOX, 1);
    block.lo = -0.5;
    block.hi = 0.25;
    known.lambda[row()] = lambda;
    known.u[row()] = u;
  };
  box(-0.5, 0.2), box(0.1, 0), box(0.25, -0.3);
  const auto coupled = [&](int parent, double mu, double lambda, double u) {
    cardan_block& block = test::push_block(blocks, CARDAN_BOX_MU, 1);
    block.parent = parent;
    block.mu = mu;
    known.lambda[row()] = lambda;
    known.u[row()] = u;
  };
  coupled(pressed, 0.5, -0.35, 0.2), coupled(pressed, 0.5, 0.1, 0), coupled(pressed, 0.5, 0.35, -1);
  coupled(open, 0.5, 0, 0.4), coupled(pressed, 0, 0, -0.4);
  for (const int dim : {1, 2, 3, 5}) {
    cardan_block& block = test::push_block(blocks, CARDAN_BALL_MU, dim);
    block.parent = pressed;
    block.mu = 0.8;
    const VectorX direction = test::uniform_vector(random, dim).normalized();
    known.lambda.segment(row(), dim) = 0.8 * 0.7 * direction;
    known.u.segment(row(), dim) = -0.6 * direction;
  }
  const int m = row() + blocks.blocks.back().dim;
  known.lambda.conservativeResize(m);
  known.u.conservativeResize(m);
  known.problem = test::random_rows(random, m, 12);
  known.problem.blocks = blocks.blocks;
  known.problem.num_groups = blocks.num_groups;
  for (int k = 0; k < static_cast<int>(blocks.blocks.size()); ++k) {
    const double r = test::uniform(random, 0.1, 10);
    for (int i = 0; i < blocks.blocks[k].dim; ++i) {
      known.problem.prox_step[blocks.blocks[k].row + i] = r;
      known.problem.weight[blocks.blocks[k].row + i] = 1 / r;
    }
  }
  test::set_bias_for(known.problem, known.lambda, known.u);
  return known;
}

double judged(const Known& known, const VectorX& lambda, const VectorX& u) {
  return judge(known.problem.view(), lambda.data(), u.data()).value;
}

TEST(Judge, ResidualIsZeroAtSolutionsOfEveryKind) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Known known = known_solution(random);
    validate(known.problem.view());
    EXPECT_LT(judged(known, known.lambda, known.u), 1e-14);
    EXPECT_LT(test::residual_of(known.problem, known.lambda), 1e-12);
  }
}

TEST(Judge, ResidualDetectsEverySingleWrongRow) {
  Random random(2);
  for (int trial = 0; trial < 10; ++trial) {
    const Known known = known_solution(random);
    for (int i = 0; i < known.lambda.size(); ++i) {
      // A change of u alone violates the law, unless the row is clamped with a margin; then a
      // change of λ does.
      VectorX lambda = known.lambda, u = known.u;
      lambda[i] += 1e-3;
      u[i] += 1e-3;
      EXPECT_GT(judged(known, lambda, u), 1e-9) << "row " << i;
      const Residual verdict = judge(known.problem.view(), lambda.data(), u.data());
      const cardan_block& block = known.problem.blocks[verdict.worst_block];
      const bool named = (i >= block.row && i < block.row + block.dim) || block.parent == i;
      EXPECT_TRUE(named) << "row " << i << ", block at " << block.row;
    }
  }
}

TEST(Judge, ResidualRejectsZeroImpulseOfAnApproachingContact) {
  Random random(3);
  Known known = known_solution(random);
  for (const cardan_block& block : known.problem.blocks) {
    const bool contact = block.kind == CARDAN_CONE || block.kind == CARDAN_CONE_CONVEX ||
                         block.kind == CARDAN_NONNEGATIVE;
    if (!contact) continue;
    VectorX lambda = known.lambda, u = known.u;
    lambda.segment(block.row, block.dim).setZero();
    u.segment(block.row, block.dim).setZero();
    u[block.row] = -0.01;  // λ·u = 0, and yet the bodies approach
    EXPECT_GT(judged(known, lambda, u), 0.0099);
  }
}

TEST(Judge, ResidualAcceptsZeroImpulseOfASeparatingFrictionlessContact) {
  // Without slip ‖a_t‖ = 0 = μ a_n for any negative a_n, although a is outside the cone.
  Random random(12);
  for (const int kind : {CARDAN_CONE, CARDAN_CONE_CONVEX}) {
    for (const int dim : {2, 3, 4, 6}) {
      Problem problem = test::random_rows(random, dim, dim + 1);
      test::push_block(problem, kind, dim).mu = 0;
      problem.prox_step.assign(dim, 0.5);
      problem.weight.assign(dim, 2);
      VectorX lambda = VectorX::Zero(dim), u = 0.7 * VectorX::Unit(dim, 0);
      const auto residual = [&] { return judge(problem.view(), lambda.data(), u.data()).value; };
      EXPECT_EQ(residual(), 0) << "kind " << kind << ", " << dim << " rows";
      lambda[0] = -0.1;  // pulls: λ − P = λ
      EXPECT_DOUBLE_EQ(residual(), 0.2);
      lambda[0] = 0;
      u[0] = -0.7;  // approaches
      EXPECT_DOUBLE_EQ(residual(), 0.7);
    }
  }
}

TEST(Judge, ResidualDistinguishesExactFrictionFromItsConvexRelaxation) {
  Random random(4);
  Known known;
  known.lambda = known.u = VectorX::Zero(3);
  known.problem = test::random_rows(random, 3, 4);
  test::push_block(known.problem, CARDAN_CONE, 3).mu = 0.7;
  fill_cone(random, Mode::kSlide, true, 0.7, 0, 3, known);
  EXPECT_GT(judged(known, known.lambda, known.u), 0.01);
  known.problem.blocks[0].kind = CARDAN_CONE_CONVEX;
  EXPECT_LT(judged(known, known.lambda, known.u), 1e-15);
  fill_cone(random, Mode::kSlide, false, 0.7, 0, 3, known);
  EXPECT_GT(judged(known, known.lambda, known.u), 0.01);
}

TEST(Judge, NonFiniteNumbersFail) {
  Random random(5);
  const Known known = known_solution(random);
  for (const double bad : {std::nan(""), double(INFINITY), -double(INFINITY)}) {
    for (const int i : {0, 20, static_cast<int>(known.u.size()) - 1}) {
      VectorX lambda = known.lambda, u = known.u;
      lambda[i] = bad;
      EXPECT_EQ(judged(known, lambda, u), INFINITY);
      lambda[i] = 0;
      u[i] = bad;
      EXPECT_EQ(judged(known, lambda, u), INFINITY);
    }
  }
}

TEST(Judge, BallWithParentIsAcceptedExactlyLikeTheCone) {
  // CONE(3) and NONNEGATIVE + BALL_MU(2) have the same solutions.
  Random random(6);
  for (const Mode mode : {Mode::kOpen, Mode::kStick, Mode::kSlide}) {
    Known known;
    known.lambda = known.u = VectorX::Zero(3);
    known.problem = test::random_rows(random, 3, 4);
    fill_cone(random, mode, false, 0.6, 0, 3, known);
    test::push_block(known.problem, CARDAN_NONNEGATIVE, 1);
    cardan_block& ball = test::push_block(known.problem, CARDAN_BALL_MU, 2);
    ball.parent = 0;
    ball.mu = 0.6;
    EXPECT_LT(judged(known, known.lambda, known.u), 1e-15);
  }
}

TEST(Judge, ResidualOfVelocityRowsIsASpeedAndScalesWithItsWeight) {
  // A FREE velocity row with w = 1/r: e = |u| for any r.
  Random random(7);
  Problem problem = test::random_rows(random, 1, 2);
  test::push_block(problem, CARDAN_FREE, 1);
  const double lambda = 3, u = -0.125;
  for (const double r : {0.5, 1.0, 8.0}) {
    problem.prox_step[0] = r;
    problem.weight[0] = 1 / r;
    EXPECT_DOUBLE_EQ(judge(problem.view(), &lambda, &u).value, 0.125);
  }
}

TEST(SiconosError, ErrorIsRelativeAndZeroAtSolutions) {
  Random random(8);
  for (int trial = 0; trial < 20; ++trial) {
    Known known;
    known.lambda = known.u = VectorX::Zero(9);
    known.problem = test::random_rows(random, 9, 6);
    int row = 0;
    for (const Mode mode : {Mode::kOpen, Mode::kStick, Mode::kSlide}) {
      test::push_block(known.problem, CARDAN_CONE, 3).mu = 0.9;
      fill_cone(random, mode, false, 0.9, row, 3, known);
      row += 3;
    }
    test::set_bias_for(known.problem, known.lambda, known.u);
    const cardan_problem view = known.problem.view();
    EXPECT_LT(siconos_error(view, known.lambda.data(), known.u.data()), 1e-15);
    // λ = 0: the natural map of b, by hand for the rows that only approach.
    VectorX zero = VectorX::Zero(9), u = VectorX::Zero(9);
    u[0] = -0.25;
    const double scale = std::max(test::to_vector(known.problem.b).norm(), u.norm());
    EXPECT_NEAR(siconos_error(view, zero.data(), u.data()), 0.25 / scale, 1e-15);
  }
}

TEST(Certificate, CertificateHoldsForTwoJammingWalls) {
  // A body between two approaching walls: A = [1 −1; −1 1]/m, b = −(c1, c2), self-stress λ = (1,
  // 1).
  Problem problem;
  MatrixX Y(2, 1);
  Y << 1, -1;
  test::push_dense(Y, problem.Y);
  test::push_dense(MatrixX::Zero(2, 2), problem.S);
  problem.b = {-0.5, -0.25};
  problem.prox_step = problem.weight = {1, 1};
  problem.properties = CARDAN_SYMMETRIC;
  test::push_block(problem, CARDAN_NONNEGATIVE, 1);
  test::push_block(problem, CARDAN_NONNEGATIVE, 1);
  const VectorX stress = VectorX::Ones(2);
  EXPECT_TRUE(certificate_holds(problem.view(), stress.data()));
  EXPECT_FALSE(certificate_holds(problem.view(), VectorX(-stress).data()));
  EXPECT_FALSE(certificate_holds(problem.view(), VectorX::Zero(2).eval().data()));
  EXPECT_FALSE(certificate_holds(problem.view(), Vector2(1, 1.1).data()));
  problem.b = {-0.5, 0.75};  // the walls part
  EXPECT_FALSE(certificate_holds(problem.view(), stress.data()));
  problem.b = {-0.5, -0.25};
  problem.S.clear(2);  // compliance: a solution exists
  for (int i = 0; i < 2; ++i) {
    problem.S.push(i, 1e-3);
    problem.S.end_row();
  }
  EXPECT_FALSE(certificate_holds(problem.view(), stress.data()));
}

TEST(Measures, EachMeasureHasItsKnownValue) {
  Random random(9);
  BaseProblem base = test::random_base(random, {2, 0, 0, 6});
  base.blocks[0].mu = base.blocks[1].mu = 0.5;
  VectorX lambda(6), u(6);
  lambda << 2, 0.8, 0.9, 1, 0, 0.1;
  u << -0.25, -0.1, 0.2, 0.01, 0.3, -0.4;
  const PhysicsMeasures got = measure(base, lambda.data(), u.data());
  EXPECT_DOUBLE_EQ(got.penetration_velocity, 0.25);
  EXPECT_DOUBLE_EQ(got.cone_excess, std::hypot(0.8, 0.9) - 1);
  EXPECT_DOUBLE_EQ(got.complementarity, 0.5);
  EXPECT_DOUBLE_EQ(got.dissipation, -0.08 + 0.18 - 0.04);
  EXPECT_DOUBLE_EQ(got.mdp_gap, 0.5 * 2 * std::hypot(0.1, 0.2) - 0.08 + 0.18);
}

TEST(Measures, MomentumEqualsTheSumOfImpulses) {
  Random random(11);
  test::Robots robots;
  robots.add(random, test::random_skeleton(random, 5, true));
  ConstraintSet constraints;
  for (int i = 0; i < 3; ++i) {
    constraints.contacts.push_back(test::random_contact(random, robots));
    ContactSurface& surface = constraints.contacts.back().surface;
    surface.mu_torsion = surface.mu_rolling = 0;
    surface.mu_ratio = 1;
  }
  IslandSet islands;
  islands.find(1, constraints);
  BaseProblem base;
  assemble_base_problem(islands[0], constraints, robots.trees, {}, {}, robots.h, base);
  compute_mass_form(robots.trees, base);
  const test::DenseIsland dense(robots, islands[0]);
  const VectorX lambda = test::uniform_vector(random, base.m());
  VectorX impulse = VectorX::Zero(dense.v.size());
  for (const BaseBlock& block : base.blocks) {
    if (block.kind != BaseBlockKind::kContact) continue;
    impulse += dense.contact_rows(robots, constraints.contacts[block.constraint]).transpose() *
               lambda.segment<3>(block.row);
  }
  VectorX v = dense.v_free + test::algebra::solve_symmetric(dense.M, impulse);
  EXPECT_LT(momentum_residual(base.mass_form, v.data(), lambda.data()), 1e-11);
  v[2] += 1e-3;
  EXPECT_NEAR(momentum_residual(base.mass_form, v.data(), lambda.data()),
              1e-3 * dense.M.col(2).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(ConeResidual, ConeResidualEqualsTheJudgeOfTheConeFormulation) {
  Random random(10);
  const auto cone = make_formulation({"cone", {}});
  for (int trial = 0; trial < 20; ++trial) {
    const BaseProblem base = test::random_base(random, {3, 1, 1, 8});
    Problem problem;
    cone->build(base, 0, problem);
    const VectorX lambda = test::uniform_vector(random, base.m());
    VectorX z(base.Y.cols), u(base.m());
    compute_base_velocity(base, lambda.data(), z.data(), u.data());
    EXPECT_LT((u - test::dense_A(base) * lambda - test::to_vector(base.b)).norm(), 1e-12);
    const double residual = cone_residual(base, lambda.data(), u.data());
    EXPECT_DOUBLE_EQ(residual, test::residual_of(problem, lambda));

    const auto up_to = [&](double limit) {
      return cone_residual_up_to(limit, base, lambda.data(), z.data(), u.data());
    };
    EXPECT_EQ(up_to(residual), residual);
    const double above = up_to(0.5 * residual);
    EXPECT_GT(above, 0.5 * residual);
    EXPECT_LE(above, residual);
    const cardan_problem view = problem.view();
    const double largest = judge(view, lambda.data(), u.data()).value;
    EXPECT_TRUE(reaches_residual(largest, view, lambda.data(), u.data()));
    EXPECT_FALSE(reaches_residual(1.001 * largest, view, lambda.data(), u.data()));
  }
}

}  // namespace
}  // namespace cardan
