// A single contact of an isotropic body with an immovable one has its own assembly; two contacts
// take the general one. The rows of the first of two must equal those of the single contact.
#include "constraint/push_out.h"
#include "constraint/rows/isotropic_contact.h"
#include "test/unit/constraint/robot_samples.h"

namespace cardan {
namespace {

using test::Random;
using test::uniform;

constexpr int kCases = 200;

SpatialInertia random_ball(Random& random) {
  return {uniform(random, 0.5, 5), Vector3::Zero(), uniform(random, 0.01, 1) * Matrix3::Identity()};
}

// Laws of every kind that a row may have.
ContactSurface random_surface(Random& random) {
  ContactSurface surface;
  surface.mu_static = random() % 2 ? uniform(random, 0.1, 1) : 0.0;
  surface.mu_kinetic = 0.5 * surface.mu_static;
  surface.restitution = random() % 2 ? uniform(random, 0.1, 1) : 0.0;
  surface.compliance = random() % 2 ? 1e-4 : 0.0;
  if (random() % 3 == 0) surface.stiffness = 1e4, surface.damping = 10;
  if (random() % 3 == 0) surface.mu_ratio = uniform(random, 0.5, 2);
  return surface;
}

ContactConstraint random_touch(Random& random, const Data& ball) {
  ContactConstraint contact;
  (random() % 2 ? contact.a : contact.b) = {0, 0};
  contact.normal = test::uniform_vector3(random).normalized();
  make_tangents(contact.normal, &contact.tangent1, &contact.tangent2);
  contact.point = ball.O_W + test::uniform_vector3(random, -0.3, 0.3);
  contact.phi = uniform(random, -1e-2, 1e-2);
  if (random() % 2) contact.surface_velocity = test::uniform_vector3(random);
  contact.surface = random_surface(random);
  contact.key = 7;
  return contact;
}

ConstraintMemory::Entry random_memory(Random& random, const ContactConstraint& contact) {
  ConstraintMemory::Entry entry;
  entry.key = contact.key;
  for (int k = 0; k < 3; ++k) {
    entry.lambda[k] = uniform(random, -1, 1);
    entry.u[k] = uniform(random, -2e-3, 2e-3);
    entry.normal[k] = contact.normal[k];
  }
  return entry;
}

BaseProblem assemble(const test::Robots& robots, const ConstraintSet& constraints,
                     const ConstraintMemory& memory, const ConstraintRules& rules) {
  IslandSet islands;
  islands.find(1, constraints);
  BaseProblem base;
  assemble_base_problem(islands[0], constraints, robots.trees, memory, rules, robots.h, base);
  return base;
}

void expect_same(const std::vector<double>& one, const std::vector<double>& two) {
  ASSERT_EQ(one.size(), 3);
  ASSERT_EQ(two.size(), 6);
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(one[k], two[k], 1e-13 * (1 + std::abs(two[k]))) << "row " << k;
}

void expect_same_rows(const BaseProblem& one, const BaseProblem& two) {
  expect_same(one.S, two.S);
  expect_same(one.b, two.b);
  expect_same(one.b_free, two.b_free);
  expect_same(one.A_diag, two.A_diag);
  expect_same(one.prox_step, two.prox_step);
  expect_same(one.lambda_prev, two.lambda_prev);
  expect_same(one.u_prev, two.u_prev);
  EXPECT_EQ(one.has_memory[0], two.has_memory[0]);
  EXPECT_EQ(one.tree, two.tree);
  EXPECT_EQ(one.tree_column, two.tree_column);
  EXPECT_EQ(one.column_parent, two.column_parent);
  EXPECT_EQ(one.z0, two.z0);
  EXPECT_EQ(one.Y.cols, two.Y.cols);
  ASSERT_EQ(one.Y.start, (std::vector<std::int32_t>{0, 6, 12, 18}));
  ASSERT_EQ(one.Y.index.size(), 18U);
  ASSERT_EQ(one.Y.value.size(), 18U);
  for (std::size_t e = 0; e < 18; ++e) {
    EXPECT_EQ(one.Y.index[e], two.Y.index[e]);
    EXPECT_NEAR(one.Y.value[e], two.Y.value[e], 1e-14 * (1 + std::abs(two.Y.value[e])));
  }
}

void expect_same_block(const BaseBlock& one, const BaseBlock& two) {
  EXPECT_EQ(one.kind, two.kind);
  EXPECT_EQ(one.row, two.row);
  EXPECT_EQ(one.dim, two.dim);
  EXPECT_EQ(one.constraint, two.constraint);
  EXPECT_EQ(one.contact, two.contact);
  EXPECT_EQ(one.mu, two.mu);
  EXPECT_EQ(one.lo, two.lo);
  EXPECT_EQ(one.hi, two.hi);
  EXPECT_EQ(one.slides, two.slides);
  EXPECT_EQ(one.phi, two.phi);
  EXPECT_EQ(one.surface.restitution, two.surface.restitution);
  EXPECT_NEAR(one.rebound_velocity, two.rebound_velocity, 1e-13);
  EXPECT_NEAR(one.closing, two.closing, 1e-13);
  EXPECT_EQ(one.restitution_coefficient, two.restitution_coefficient);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(one.slip[k], two.slip[k], 1e-13);
  EXPECT_EQ(one.key, two.key);
  EXPECT_EQ(one.elastic, two.elastic);
  EXPECT_EQ(one.can_bounce, two.can_bounce);
  EXPECT_EQ(one.present_rows, two.present_rows);
}

void expect_rows_of_the_general_assembly(Random& random, const SpatialInertia& inertia) {
  test::Robots robots;
  robots.add(random, make_free_body("body", inertia));
  ConstraintSet constraints;
  constraints.contacts.push_back(random_touch(random, robots.robots[0]->data));
  ConstraintMemory memory;
  if (random() % 2) memory.contacts.push_back(random_memory(random, constraints.contacts[0]));
  ConstraintRules rules;
  rules.level = random() % 2 ? RowLevel::kVelocity : RowLevel::kCollision;
  const BaseProblem one = assemble(robots, constraints, memory, rules);
  constraints.contacts.push_back(constraints.contacts[0]);
  constraints.contacts.back().key = 8;
  const BaseProblem two = assemble(robots, constraints, memory, rules);
  ASSERT_EQ(one.m(), 3);
  EXPECT_EQ(one.num_contacts, 1);
  EXPECT_EQ(one.dropped_rows + one.redundant_rows + one.capped_friction, 0);
  expect_same_rows(one, two);
  ASSERT_EQ(one.blocks.size(), 1U);
  expect_same_block(one.blocks[0], two.blocks[0]);
}

TEST(IsotropicContact, IsotropicBodyHasTheRowsOfTheGeneralAssembly) {
  Random random(31);
  for (int i = 0; i < kCases; ++i) {
    SCOPED_TRACE(i);
    expect_rows_of_the_general_assembly(random, random_ball(random));
  }
}

TEST(IsotropicContact, AnisotropicBodyTakesGeneralRows) {
  Random random(33);
  const Matrix3 inertia = Vector3(0.3, 0.2, 0.25).asDiagonal();
  expect_rows_of_the_general_assembly(random, {2, Vector3::Zero(), inertia});
  expect_rows_of_the_general_assembly(random, {2, Vector3(0.1, 0, 0.05), inertia});
  expect_rows_of_the_general_assembly(random, {2, Vector3(0.1, 0.2, 0), 0.3 * Matrix3::Identity()});
}

// Old contents of an island are overwritten.
TEST(IsotropicContact, AssemblyOverwritesEveryFieldOfReusedStorage) {
  Random random(32);
  test::Robots robots;
  robots.add(random, make_free_body("ball", random_ball(random)));
  ConstraintSet one, two;
  one.contacts.push_back(random_touch(random, robots.robots[0]->data));
  two.contacts.assign(3, one.contacts[0]);
  two.limits.push_back({0, 2, 1.0, 0.1, 5});
  const ConstraintMemory memory;
  const ConstraintRules rules;
  const BaseProblem fresh = assemble(robots, one, memory, rules);
  BaseProblem base = assemble(robots, two, memory, rules);
  // No field may keep its previous value.
  BaseBlock strange{BaseBlockKind::kMotor, 9, 1, 8, 7, 6, true, -5, 5, 4, {}, 3, 2, 1};
  strange.surface.restitution = 0.25;
  strange.slip[0] = strange.slip[1] = 11;
  strange.key = 12;
  strange.elastic = strange.can_bounce = true;
  strange.present_rows = 13;
  base.blocks.assign(base.blocks.size(), strange);
  base.num_contacts = base.capped_friction = base.redundant_rows = base.dropped_rows = 14;
  IslandSet islands;
  islands.find(1, one);
  assemble_base_problem(islands[0], one, robots.trees, memory, rules, robots.h, base);
  expect_same_block(base.blocks[0], fresh.blocks[0]);
  EXPECT_EQ(base.num_contacts, 1);
  EXPECT_EQ(base.capped_friction + base.redundant_rows + base.dropped_rows, 0);
  EXPECT_EQ(base.b, fresh.b);
  EXPECT_EQ(base.Y.value, fresh.Y.value);
  EXPECT_EQ(base.Y.index, fresh.Y.index);
  EXPECT_EQ(base.Y.start, fresh.Y.start);
  EXPECT_EQ(base.blocks.size(), 1U);
  EXPECT_EQ(base.has_memory.size(), 1U);
}

// A direct answer without a base problem, at any residual, is checked with the dense rows of the
// general assembly.
void expect_answer_of_the_general_rows(Random& random) {
  test::Robots robots;
  robots.add(random, make_free_body("ball", random_ball(random)));
  ConstraintSet constraints;
  constraints.contacts.push_back(random_touch(random, robots.robots[0]->data));
  ContactConstraint& contact = constraints.contacts[0];
  contact.surface.restitution = 0;
  ConstraintMemory memory;
  if (random() % 2) memory.contacts.push_back(random_memory(random, contact));
  ConstraintRules rules;
  rules.stabilization.max_speed = kQuietPush;  // a faster push-out is left to the position problem
  IslandSet islands;
  islands.find(1, constraints);
  IsotropicContact ball;
  IsotropicAnswer answer;
  ASSERT_TRUE(answer_isotropic_contact({constraints, robots.trees, memory, rules, robots.h},
                                       islands[0], 1e9, ball, answer));
  const BaseProblem one = assemble(robots, constraints, memory, rules);
  BaseProblem written;
  write_isotropic_contact({constraints, robots.trees, memory, rules, robots.h}, ball, written);
  expect_same_block(written.blocks.at(0), one.blocks.at(0));
  EXPECT_EQ(written.b, one.b);
  EXPECT_EQ(written.Y.value, one.Y.value);
  EXPECT_EQ(written.dt, robots.h);

  const ContactConstraint same = contact;
  constraints.contacts.push_back(same);
  constraints.contacts.back().key = 8;
  const BaseProblem two = assemble(robots, constraints, memory, rules);
  const MatrixX Y = test::dense(two.Y).topRows(3);
  const Vector3 b(two.b.data()), b_free(two.b_free.data()), lambda = ball.lambda;
  const double A_nn = Y.row(0).squaredNorm() + two.S[0];
  if (same.surface.mu_static == 0) {
    EXPECT_NEAR(lambda[0], std::max(-b[0] / A_nn, 0.0), 1e-12 * (1 + lambda[0]));
  }
  const VectorX z = Y.transpose() * lambda;
  const Vector3 u = Y * z + b_free;
  for (int e = 0; e < 6; ++e) EXPECT_NEAR(answer.z[e], z[e], 1e-12 * (1 + z.norm()));
  const double ratio = same.surface.mu_ratio;
  const Vector3 impulse = lambda[0] * same.normal + lambda[1] * same.tangent1 +
                          ratio * lambda[2] * same.tangent2,
                velocity = u[0] * same.normal + u[1] * same.tangent1 + u[2] / ratio * same.tangent2;
  EXPECT_LT((answer.contact.impulse - impulse).norm(), 1e-12 * (1 + impulse.norm()));
  EXPECT_LT((answer.contact.velocity - velocity).norm(), 1e-11 * (1 + velocity.norm()));
  EXPECT_NEAR(answer.contact.stopped, A_nn * lambda[0], 1e-11 * (1 + std::abs(lambda[0]) * A_nn));
}

TEST(IsotropicContact, DirectAnswerEqualsThatOfTheGeneralRows) {
  Random random(34);
  for (int i = 0; i < kCases; ++i) {
    SCOPED_TRACE(i);
    expect_answer_of_the_general_rows(random);
  }
}

// A bounce takes the impact laws, and an answer above the tolerance takes a solver.
TEST(IsotropicContact, BouncingOrInaccurateContactIsLeftToTheSolver) {
  Random random(35);
  test::Robots robots;
  robots.add(random, make_free_body("ball", random_ball(random)));
  ConstraintSet constraints;
  constraints.contacts.push_back(random_touch(random, robots.robots[0]->data));
  ContactSurface& surface = constraints.contacts[0].surface;
  surface = {};
  const ConstraintMemory memory;
  const ConstraintRules rules;
  IslandSet islands;
  islands.find(1, constraints);
  const auto answered = [&](double tolerance) {
    IsotropicContact ball;
    IsotropicAnswer answer;
    return answer_isotropic_contact({constraints, robots.trees, memory, rules, robots.h},
                                    islands[0], tolerance, ball, answer);
  };
  constraints.contacts[0].surface_velocity = -10 * constraints.contacts[0].normal;
  EXPECT_TRUE(answered(1e9));
  EXPECT_FALSE(answered(1e-8)) << "it closes, and there is no memory";
  surface.mu_static = surface.mu_kinetic = 0;
  EXPECT_TRUE(answered(1e-8)) << "in closed form";
  surface.restitution = 0.5;
  EXPECT_FALSE(answered(1e9));
}

// A push-out that would throw the ball is left to the position problem.
TEST(IsotropicContact, DeeplyOverlappingContactIsLeftToTheSolver) {
  Random random(36);
  test::Robots robots;
  robots.add(random, make_free_body("ball", random_ball(random)));
  ConstraintSet constraints;
  constraints.contacts.push_back(random_touch(random, robots.robots[0]->data));
  constraints.contacts[0].surface = {};
  constraints.contacts[0].phi = -1;
  const ConstraintMemory memory;
  ConstraintRules rules;
  IslandSet islands;
  islands.find(1, constraints);
  const auto answered = [&] {
    IsotropicContact ball;
    IsotropicAnswer answer;
    return answer_isotropic_contact({constraints, robots.trees, memory, rules, robots.h},
                                    islands[0], 1e9, ball, answer);
  };
  rules.stabilization.max_speed = 1e6;
  EXPECT_FALSE(answered());
  rules.stabilization.max_speed = kQuietPush;
  EXPECT_TRUE(answered());
}

}  // namespace
}  // namespace cardan
