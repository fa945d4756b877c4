#include "constraint/rows/base_problem.h"
#include "test/support/dense_algebra.h"
#include "test/unit/constraint/robot_samples.h"

namespace cardan {
namespace {

using test::Random;

struct Sample {
  test::Robots robots;
  ConstraintSet constraints;
  IslandSet islands;
  ConstraintMemory memory;
  ConstraintRules rules;

  BaseProblem assemble(const Island& island) {
    BaseProblem base;
    assemble_base_problem(island, constraints, robots.trees, memory, rules, robots.h, base);
    return base;
  }
};

std::shared_ptr<const Skeleton> random_ball(Random& random) {
  const Matrix3 inertia = test::uniform(random, 0.01, 1) * Matrix3::Identity();
  return make_free_body("ball", {test::uniform(random, 0.5, 5), Vector3::Zero(), inertia});
}

/// balls: their share of the trees.
Sample random_sample(Random& random, double balls = 0) {
  Sample sample;
  const int num_trees = std::uniform_int_distribution<int>(1, 4)(random);
  for (int t = 0; t < num_trees; ++t) {
    if (balls > 0 && test::uniform(random, 0, 1) < balls) {
      sample.robots.add(random, random_ball(random));
      continue;
    }
    const bool floating = random() % 2;
    const int links = std::uniform_int_distribution<int>(1, 9)(random);
    sample.robots.add(random,
                      test::random_skeleton(random, links, floating, random() % 2 ? 0.4 : 0.0));
  }
  const int contacts = std::uniform_int_distribution<int>(1, 8)(random);
  for (int i = 0; i < contacts; ++i) {
    sample.constraints.contacts.push_back(test::random_contact(random, sample.robots));
  }
  for (int t = 0; t < num_trees; ++t) {
    const int nv = sample.robots.trees[t].skeleton->nv();
    const auto dof = [&] { return std::uniform_int_distribution<int>(0, nv - 1)(random); };
    const auto gap = [&] { return test::uniform(random, -0.02, 0.02); };
    sample.constraints.limits.push_back({t, dof(), random() % 2 ? 1.0 : -1.0, gap(), random()});
    sample.constraints.frictions.push_back({t, dof(), test::uniform(random, 0.1, 2), random()});
    sample.constraints.motors.push_back({t, dof(), 3.0, test::uniform(random, 10, 100),
                                         test::uniform(random, 0, 5), gap(), 0.3, random()});
  }
  sample.islands.find(num_trees, sample.constraints);
  return sample;
}

/// Dense J of all rows of a base problem, in its order.
MatrixX dense_J(const Sample& sample, const test::DenseIsland& island, const BaseProblem& base) {
  MatrixX J(base.m(), island.v.size());
  for (const BaseBlock& block : base.blocks) {
    const int c = block.constraint;
    switch (block.kind) {
      case BaseBlockKind::kContact:
        J.middleRows(block.row, 3) =
            island.contact_rows(sample.robots, sample.constraints.contacts[c]);
        break;
      case BaseBlockKind::kTorsion:
      case BaseBlockKind::kRolling: {
        const MatrixX spin = island.spin_rows(sample.robots, sample.constraints.contacts[c]);
        int row = block.row;
        for (int axis = 0; axis < 3; ++axis) {
          if (block.present_rows >> axis & 1u) J.row(row++) = spin.row(axis);
        }
        break;
      }
      case BaseBlockKind::kLimit: {
        const LimitConstraint& limit = sample.constraints.limits[c];
        J.row(block.row) = island.joint_row(limit.tree, limit.dof, limit.sign);
        break;
      }
      case BaseBlockKind::kJointFriction: {
        const JointFrictionConstraint& friction = sample.constraints.frictions[c];
        J.row(block.row) = island.joint_row(friction.tree, friction.dof, 1);
        break;
      }
      case BaseBlockKind::kMotor: {
        const MotorConstraint& motor = sample.constraints.motors[c];
        J.row(block.row) = island.joint_row(motor.tree, motor.dof, 1);
        break;
      }
      case BaseBlockKind::kLoop:
      case BaseBlockKind::kRope:
        ADD_FAILURE() << "loops have their own test";
        break;
    }
  }
  return J;
}

/// Surface velocity in the contact frames; zero in the rows of joints.
VectorX surface_velocities(const Sample& sample, const BaseProblem& base) {
  VectorX b = VectorX::Zero(base.m());
  for (const BaseBlock& block : base.blocks) {
    const bool spins = block.contact >= 0;
    if (block.kind != BaseBlockKind::kContact && !spins) continue;
    const ContactConstraint& contact = sample.constraints.contacts[block.constraint];
    const Vector3 directions[3] = {contact.normal, contact.tangent1,
                                   (spins ? 1.0 : contact.surface.mu_ratio) * contact.tangent2};
    int row = block.row;
    for (int k = 0; k < 3; ++k) {
      if (spins && (block.present_rows >> k & 1u) == 0) continue;
      b[row++] = directions[k].dot(spins ? contact.surface_spin : contact.surface_velocity);
    }
  }
  return b;
}

double scale_of(const MatrixX& A) { return 1 + A.cwiseAbs().maxCoeff(); }

/// Checks 150 samples; returns how many contacts they had.
int expect_dense_algebra(Random& random, double balls) {
  int contacts = 0;
  for (int trial = 0; trial < 150; ++trial) {
    Sample sample = random_sample(random, balls);
    for (int k = 0; k < sample.islands.size(); ++k) {
      const Island& island = sample.islands[k];
      const BaseProblem base = sample.assemble(island);
      const test::DenseIsland reference(sample.robots, island);
      const MatrixX J = dense_J(sample, reference, base);
      const MatrixX A = test::algebra::inverse_congruence(reference.M, J);
      const MatrixX Y = test::dense(base.Y);
      contacts += base.num_contacts;

      // A = J M⁻¹ Jᵀ, its diagonal with S, ascending columns (checked by validate in the cone's
      // problem).
      EXPECT_LT((test::algebra::gram(Y) - A).cwiseAbs().maxCoeff(), 1e-12 * scale_of(A));
      const VectorX diagonal = A.diagonal() + test::to_vector(base.S);
      EXPECT_LT((diagonal - test::to_vector(base.A_diag)).cwiseAbs().maxCoeff(),
                1e-12 * (scale_of(A) + diagonal.cwiseAbs().maxCoeff()));
      Problem problem;
      make_formulation({})->build(base, 0, problem);
      validate(problem.view());

      // b_free = J v* + surface velocity.
      const VectorX b_free = J * reference.v_free + surface_velocities(sample, base);
      EXPECT_LT((test::to_vector(base.b_free) - b_free).cwiseAbs().maxCoeff(),
                1e-11 * (1 + b_free.cwiseAbs().maxCoeff()));

      // v⁺ = v + L⁻¹ D^(−1/2) (z0 + Yᵀ λ) = v* + M⁻¹ Jᵀ λ.
      const VectorX lambda = test::uniform_vector(random, base.m());
      std::vector<VectorX> z(sample.robots.trees.size());
      std::vector<double*> pointers(z.size(), nullptr);
      for (const int t : island.trees) {
        z[t] = sample.robots.robots[t]->z0;
        pointers[t] = z[t].data();
      }
      VectorX z_island = VectorX::Zero(base.Y.cols);
      add_transposed(base.Y.view(), lambda.data(), z_island.data());
      add_impulses(base, z_island.data(), pointers);
      const VectorX expected =
          reference.v_free + test::algebra::solve_symmetric(reference.M, J.transpose() * lambda);
      for (const int t : island.trees) {
        const test::Robot& robot = *sample.robots.robots[t];
        unwhiten(*robot.skeleton, robot.data, z[t].data());
        const VectorX v = robot.v + z[t];
        EXPECT_LT((v - expected.segment(reference.column[t], v.size())).cwiseAbs().maxCoeff(),
                  1e-11 * (1 + expected.cwiseAbs().maxCoeff()));
      }

      // The rows of a contact have a common step: 1 / mean diagonal.
      for (const BaseBlock& block : base.blocks) {
        const double mean = diagonal.segment(block.row, block.dim).mean();
        for (int i = block.row; i < block.row + block.dim; ++i) {
          EXPECT_NEAR(base.prox_step[i] * mean, 1, 1e-10);
        }
      }
    }
  }
  return contacts;
}

TEST(BaseProblem, MatrixBiasAndVelocityAgreeWithDenseAlgebra) {
  Random random(1);
  EXPECT_GT(expect_dense_algebra(random, 0), 400);
}

TEST(BaseProblem, ProblemOfBallsAgreesWithDenseAlgebra) {
  Random random(6);
  EXPECT_GT(expect_dense_algebra(random, 1), 300);
  EXPECT_GT(expect_dense_algebra(random, 0.6), 300);
}

TEST(BaseProblem, ColumnParentsFollowTheTreePaths) {
  Random random(2);
  Sample sample = random_sample(random);
  for (int k = 0; k < sample.islands.size(); ++k) {
    const BaseProblem base = sample.assemble(sample.islands[k]);
    // Every row of a tree lives on a path: the parent of an entry's column is an entry too, unless
    // cut by a common part.
    ASSERT_EQ(static_cast<int>(base.column_parent.size()), base.Y.cols);
    for (std::size_t t = 0; t < base.tree.size(); ++t) {
      const Skeleton& skeleton = *sample.robots.trees[base.tree[t]].skeleton;
      for (int i = 0; i < skeleton.nv(); ++i) {
        const int parent = base.column_parent[base.tree_column[t] + i];
        EXPECT_EQ(parent,
                  skeleton.dof_parent[i] < 0 ? -1 : skeleton.dof_parent[i] + base.tree_column[t]);
      }
    }
  }
}

/// A ball on the ground, the contact at its lowest point: b and S can be written down.
struct Ball {
  test::Robots robots;
  ConstraintSet constraints;
  IslandSet islands;
  ConstraintMemory memory;
  ConstraintRules rules;
  ContactConstraint* contact = nullptr;
  VectorX v = VectorX::Zero(6), z0 = VectorX::Zero(6);

  explicit Ball(double h = 1e-2) {
    Random random(1);
    robots.h = h;
    SpatialInertia inertia;
    inertia.mass = 2;
    inertia.inertia = Matrix3::Identity() * 0.1;
    robots.add(random, make_free_body("ball", inertia));
    test::Robot& robot = *robots.robots[0];
    robot.q << 0, 0, 0.5, 1, 0, 0, 0;
    robots.trees[0].v = v.data();
    robots.trees[0].z0 = z0.data();
    constraints.contacts.resize(1);
    contact = &constraints.contacts[0];
    contact->b = {0, 0};
    contact->point = Vector3::Zero();
    contact->normal = Vector3::UnitZ();
    make_tangents(contact->normal, &contact->tangent1, &contact->tangent2);
    contact->key = 5;
    contact->surface.compliance = 0;
  }

  BaseProblem assemble() {
    test::Robot& robot = *robots.robots[0];
    forward_kinematics(*robot.skeleton, robot.data, robot.q.data(), v.data());
    crba(*robot.skeleton, robot.data);
    factorize_ltl(*robot.skeleton, robot.data);
    islands.find(1, constraints);
    BaseProblem base;
    assemble_base_problem(islands[0], constraints, robots.trees, memory, rules, robots.h, base);
    return base;
  }
};

TEST(BaseProblem, OpenGapEntersTheBias) {
  Ball ball;
  ball.rules.stabilization.erp = 0.2;
  ball.rules.stabilization.slop = 1e-3;
  ball.rules.stabilization.max_speed = 0.5;
  const auto b_n = [&](double phi) {
    ball.contact->phi = phi;
    return ball.assemble().b[0];
  };
  EXPECT_DOUBLE_EQ(b_n(0.02), 2);  // open: φ/h
  EXPECT_DOUBLE_EQ(b_n(0), 0);
  EXPECT_DOUBLE_EQ(b_n(-5e-4), 0);        // within the slop
  EXPECT_NEAR(b_n(-2e-3), -0.02, 1e-15);  // erp (φ + slop)/h
  EXPECT_DOUBLE_EQ(b_n(-1), -0.5);        // bounded push-out
}

TEST(BaseProblem, ComplianceIsAFractionOrASpring) {
  Ball ball;
  ball.contact->surface.compliance = 1e-4;
  BaseProblem base = ball.assemble();
  EXPECT_DOUBLE_EQ(base.S[0], 1e-4 * 0.5);  // A_nn = 1/m
  EXPECT_EQ(base.S[1], 0);
  EXPECT_EQ(base.S[2], 0);
  EXPECT_NEAR(base.A_diag[1], 0.5 + 0.25 / 0.1, 1e-13);  // 1/m + R²/I

  // A spring on a static load: m v⁺ = λ − m g h with λ = h f, f = −k (φ + γ h v⁺) − d v⁺.
  const double k = 1e4, d = 30, h = 1e-2, m = 2, phi = -1e-3, g = 9.81;
  ball.contact->surface.stiffness = k;
  ball.contact->surface.damping = d;
  ball.contact->phi = phi;
  ball.z0[5] = -std::sqrt(m) * g * h;
  base = ball.assemble();
  const double gamma = implicit_share(numerical_damping(h * std::sqrt(k / m)));
  const double v_closed = (-m * g * h - h * k * phi) / (m + gamma * h * h * k + h * d);
  // u_n = 0: (1/m + S) λ + b = 0 and v⁺ = v* + λ/m.
  const double lambda = -base.b[0] / (1 / m + base.S[0]);
  EXPECT_NEAR(base.b_free[0] + lambda / m, v_closed, 1e-14);
  // Open: no spring, the gap alone.
  ball.contact->phi = 1e-3;
  EXPECT_NEAR(ball.assemble().b[0], -g * h + 1e-3 / h, 1e-14);
}

TEST(BaseProblem, ReboundVelocityFollowsNewtonsLaw) {
  Ball ball;
  ball.contact->surface.restitution = 0.5;
  ball.contact->phi = -1e-3;
  ball.v[5] = -3;
  BaseProblem base = ball.assemble();
  EXPECT_NEAR(base.b[0], -3 - 1.5, 1e-14);  // u_n = 0 there means v_n = 1.5; no push-out on top
  EXPECT_NEAR(base.blocks[0].rebound_velocity, -1.5, 1e-14);
  ball.contact->phi = 0.02;  // closes within the step
  EXPECT_NEAR(ball.assemble().b[0], -4.5, 1e-14);
  ball.contact->phi = 0.04;  // does not
  EXPECT_NEAR(ball.assemble().b[0], -3 + 4, 1e-14);
  ball.contact->phi = 0;
  ball.v[5] = -0.009;  // below the threshold
  EXPECT_NEAR(ball.assemble().b[0], -0.009, 1e-15);
}

TEST(BaseProblem, FrictionBoundsUseTheLastStep) {
  Ball ball;
  ball.contact->surface.mu_static = 0.9;
  ball.contact->surface.mu_kinetic = 0.4;
  EXPECT_EQ(ball.assemble().blocks[0].mu, 0.9);
  ConstraintMemory::Entry entry;
  entry.key = 5;
  entry.normal[2] = 1;
  entry.u[0] = 7;  // of the point after its rotation, which is not slip
  entry.slip = 1e-3;
  ball.rules.slip_threshold = 1e-3;
  ball.memory.contacts = {entry};
  EXPECT_EQ(ball.assemble().blocks[0].mu, 0.9);
  ball.memory.contacts[0].slip = 1.1e-3;
  EXPECT_EQ(ball.assemble().blocks[0].mu, 0.4);
  ball.contact->surface.mu_kinetic = 5e3;
  const BaseProblem base = ball.assemble();
  EXPECT_EQ(base.blocks[0].mu, kMaxFriction);
  EXPECT_EQ(base.capped_friction, 1);
}

TEST(BaseProblem, ConveyorVelocityEntersTheBiasWithTheSignOfItsSide) {
  Ball ball;
  ball.contact->surface_velocity = {-0.25, 0, 0};  // the belt A runs along +x: −(its velocity)
  const BaseProblem base = ball.assemble();
  EXPECT_DOUBLE_EQ(base.b[1], -0.25);
  EXPECT_DOUBLE_EQ(base.b[0], 0);
}

TEST(BaseProblem, ContactsBetweenImmovableBodiesAreOmitted) {
  // A slider along x: a contact with normal z has A_nn = 0; a contact with normal x has A_nn > 0.
  Random random(3);
  SkeletonBuilder builder("slider");
  LinkSpec link;
  link.name = "slider";
  link.joint_name = "rail";
  link.joint_type = JointType::kPrismatic;
  link.inertia.mass = 1;
  link.inertia.inertia = Matrix3::Identity();
  // An oblique rail, so that the zero of the normal row is one of rounding.
  link.X_PJ = test::random_pose(random);
  builder.add_link(link);
  test::Robots robots;
  robots.add(random, builder.build());
  const Vector3 rail = Eigen::Map<const Vector3>(&robots.robots[0]->data.S[3]);
  ConstraintSet constraints;
  ContactConstraint contact;
  contact.b = {0, 0};
  contact.point = {3, -2, 1};
  for (const Vector3& normal : {rail.unitOrthogonal(), rail}) {
    contact.normal = normal;
    make_tangents(contact.normal, &contact.tangent1, &contact.tangent2);
    contact.key += 1;
    constraints.contacts.push_back(contact);
  }
  // Also a contact between two links that cannot move, and a contact of a link with itself.
  contact.b = {};
  constraints.contacts.push_back(contact);
  contact.a = contact.b = {0, 0};
  constraints.contacts.push_back(contact);
  IslandSet islands;
  islands.find(1, constraints);
  ASSERT_EQ(islands.size(), 1);
  BaseProblem base;
  assemble_base_problem(islands[0], constraints, robots.trees, {}, {}, robots.h, base);
  ASSERT_EQ(base.num_contacts, 1);
  EXPECT_EQ(base.blocks[0].constraint, 1);
  EXPECT_NEAR(base.A_diag[0], 1, 1e-3);
}

TEST(BaseProblem, JointsAddTheirRows) {
  Random random(4);
  SkeletonBuilder builder("pendulum");
  LinkSpec link;
  link.name = "rod";
  link.joint_name = "hinge";
  link.joint_type = JointType::kRevolute;
  link.axis = Vector3::UnitY();
  link.inertia.mass = 1;
  link.inertia.inertia = Matrix3::Identity() * 0.5;
  builder.add_link(link);
  test::Robots robots;
  robots.add(random, builder.build());
  test::Robot& robot = *robots.robots[0];
  robot.v[0] = 0.75;
  robot.z0[0] = 0;
  const double h = robots.h;
  ConstraintSet constraints;
  constraints.limits = {{0, 0, -1, 0.02, 1}, {0, 0, 1, -0.5, 2}};
  constraints.frictions = {{0, 0, 3, 3}};
  constraints.motors = {{0, 0, 8, 200, 4, 0.1, 0.3, 4}, {0, 0, 8, 0, 0, 0.1, 0.3, 5}};
  IslandSet islands;
  islands.find(1, constraints);
  BaseProblem base;
  ConstraintRules rules;
  rules.stabilization.erp = 0.5;
  assemble_base_problem(islands[0], constraints, robots.trees, {}, rules, h, base);
  ASSERT_EQ(base.m(), 4);  // a motor without gains is no row
  EXPECT_NEAR(base.b[0], -0.75 + 0.02 / h, 1e-14);
  EXPECT_NEAR(base.b[1], 0.75 - 1.0, 1e-14);  // push-out at the bounded speed
  EXPECT_NEAR(base.b[2], 0.75, 1e-15);
  EXPECT_EQ(base.blocks[2].hi, h * 3);
  EXPECT_EQ(base.blocks[2].lo, -h * 3);
  EXPECT_EQ(base.blocks[1].lo, 0);
  EXPECT_EQ(base.blocks[1].hi, INFINITY);

  // The motor: λ = h τ of the implicit law on inertia I = 0.5.
  const double inertia = 0.5, kp = 200, kd = 4, error = 0.1, v_ref = 0.3;
  const double lambda = -base.b[3] / (1 / inertia + base.S[3]);
  const double v_next = 0.75 + lambda / inertia;
  const double torque = kp * (-error + h * v_ref - h * v_next) + kd * (v_ref - v_next);
  EXPECT_NEAR(lambda, h * torque, 1e-13);
  EXPECT_EQ(base.blocks[3].hi, h * 8);
}

}  // namespace
}  // namespace cardan
