#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "cardan/world.h"
#include "sim/data/world_impl.h"
#include "test/support/random_tree.h"
#include "test/support/shared_robots.h"
#include "test/support/surfaces.h"

// The states of the contacts of heaps and robots follow from u = A λ + b of their rows, which the
// test computes anew. CARDAN_LOADED_CONTACTS sets the least number of loaded contacts of heaps.
namespace cardan {
namespace {

constexpr double kTolerance = 1e-8;          // of the solves [m/s]
constexpr double kSlides = 10 * kTolerance;  // docs/queries.md#contacts
constexpr double kRounding = 1e-11;          // of u, relative to its terms

struct Tally {
  long loaded = 0, sliding = 0, sticking = 0;
  long inexact = 0;  ///< loaded contacts of islands that miss the tolerance
  long wrong = 0;    ///< states that the rule does not give
  double power = 0;  ///< largest λ_t·u_t of contacts that slide, relative to |λ_t| |u_t|
  double velocity_error = 0, fastest = 0;  ///< of |u_t|: relative error; largest [m/s]
  double margin = 0;  ///< largest |μ λ_n − |λ_t|| of contacts that slide, relative to μ λ_n

  void add(const Tally& other) {
    loaded += other.loaded;
    sliding += other.sliding;
    sticking += other.sticking;
    inexact += other.inexact;
    wrong += other.wrong;
    power = std::max(power, other.power);
    velocity_error = std::max(velocity_error, other.velocity_error);
    fastest = std::max(fastest, other.fastest);
    margin = std::max(margin, other.margin);
  }
};

void print(const char* what, const Tally& tally) {
  std::printf(
      "%-10s %7ld loaded contacts: %ld slide, %ld stick, %ld wrong; %ld beyond the tolerance; u "
      "off "
      "by %.1e; λ_t·u_t at most %.1e |λ_t| |u_t|; slide with |μ λ_n − |λ_t|| at most %.1e μ λ_n\n",
      what, tally.loaded, tally.sliding, tally.sticking, tally.wrong, tally.inexact,
      tally.velocity_error, tally.power, tally.margin);
}

/// A row of u = Y Yᵀ λ + S λ + b, and the size of its terms.
struct RowVelocity {
  double u = 0, size = 0;
};

RowVelocity velocity_of_row(const IslandWork& work, const VectorX& z, int row) {
  const BaseProblem& base = work.base;
  const auto i = static_cast<std::size_t>(row);
  RowVelocity result;
  const auto add = [&](double term) {
    result.u += term;
    result.size += std::abs(term);
  };
  add(base.b[i]);
  add(base.S[i] * work.lambda_C[i]);
  for (std::int32_t k = base.Y.start[i]; k < base.Y.start[i + 1]; ++k)
    add(base.Y.value[static_cast<std::size_t>(k)] * z[base.Y.index[static_cast<std::size_t>(k)]]);
  return result;
}

VectorX whitened_change(const IslandWork& work) {
  VectorX z = VectorX::Zero(work.base.Y.cols);
  for (int row = 0; row < work.base.m(); ++row) {
    const auto i = static_cast<std::size_t>(row);
    for (std::int32_t k = work.base.Y.start[i]; k < work.base.Y.start[i + 1]; ++k)
      z[work.base.Y.index[static_cast<std::size_t>(k)]] +=
          work.base.Y.value[static_cast<std::size_t>(k)] * work.lambda_C[i];
  }
  return z;
}

/// Tangential rows of a contact.
struct Tangents {
  Vector2 u;
  double size = 0;      ///< of the terms of u [m/s]
  double mobility = 0;  ///< largest A_ii [1/kg]
  double residual = 0;  ///< of the island [m/s]
};

void see_contact(const ContactInfo& contact, const Tangents& rows, Tally& tally) {
  ++tally.loaded;
  const bool slides = contact.state == ContactState::kSlide;
  ++(slides ? tally.sliding : tally.sticking);
  const double slip = contact.slip.norm();
  tally.velocity_error = std::max(tally.velocity_error, std::abs(slip - rows.u.norm()) / rows.size);
  tally.fastest = std::max(tally.fastest, slip);
  if (rows.residual > kTolerance) {
    ++tally.inexact;
    if (slides != (slip > 10 * rows.residual)) ++tally.wrong;
  } else if (slides != (rows.u.norm() > kSlides) &&
             std::abs(rows.u.norm() - kSlides) > kRounding * rows.size) {
    ++tally.wrong;
  }
  const Vector3 friction = contact.impulse - contact.normal * contact.normal.dot(contact.impulse);
  if (!slides) {
    EXPECT_GE(contact.margin * rows.mobility, -2 * kTolerance) << "beyond the cone";
    return;
  }
  const double dissipation = friction.dot(contact.slip);
  if (friction.norm() * rows.mobility <= kTolerance) return;  // less than the solve determines
  const double most = friction.norm() * slip;
  if (most > 0) tally.power = std::max(tally.power, dissipation / most);
  EXPECT_LE(dissipation, 0) << "|u_t| " << slip << ", |λ_t| " << friction.norm();
  if (contact.margin + friction.norm() > 0)
    tally.margin =
        std::max(tally.margin, std::abs(contact.margin) / (contact.margin + friction.norm()));
}

/// Sees all loaded contacts of the last step. The shadow solver makes a world keep the problems of
/// islands that have closed forms.
Tally see_contacts(const World& world) {
  Tally tally;
  const StepIslands& islands = world.impl().step.islands;
  const std::span<const ContactInfo> contacts = world.contacts();
  for (int island = 0; island < islands.size(); ++island) {
    const IslandWork& work = *islands.works[static_cast<std::size_t>(island)];
    const VectorX z = whitened_change(work);
    for (const BaseBlock& block : work.base.blocks) {
      if (block.kind != BaseBlockKind::kContact) continue;
      const ContactInfo& contact = contacts[static_cast<std::size_t>(block.constraint)];
      if (contact.state == ContactState::kOpen) continue;
      EXPECT_EQ(contact.island, island);
      const RowVelocity u1 = velocity_of_row(work, z, block.row + 1);
      const RowVelocity u2 = velocity_of_row(work, z, block.row + 2);
      Tangents rows;
      rows.u = {u1.u, u2.u};
      rows.size = 1 + u1.size + u2.size;
      rows.mobility = std::max(work.base.A_diag[static_cast<std::size_t>(block.row) + 1],
                               work.base.A_diag[static_cast<std::size_t>(block.row) + 2]);
      rows.residual = islands.flags[static_cast<std::size_t>(island)].residual;
      see_contact(contact, rows, tally);
    }
  }
  return tally;
}

WorldSpec shadowed(double h, const test::Surface& surface) {
  WorldSpec spec = test::world_spec(h, surface, "", "", kTolerance);
  SolverSpec shadow;
  shadow.id = "pgs";
  shadow.max_iterations = 1;
  spec.contact.shadow = shadow;
  return spec;
}

using test::Random;
using test::uniform;

GeometryRecord random_shape(Random& random) {
  const double size = uniform(random, 0.05, 0.2);
  GeometryRecord record = test::box({size, uniform(random, 0.05, 0.2), uniform(random, 0.05, 0.2)});
  switch (random() % 5) {
    case 0:
      return test::sphere(size / 2);
    case 1:
      record.kind = GeometryKind::kCapsule;
      record.size.x() = size / 4;
      break;
    case 2:
      record.kind = GeometryKind::kCylinder;
      record.size.x() = size / 2;
      break;
    case 3:
      record = test::mesh_record(test::box_mesh(record.size));
      record.convex = true;
      break;
    default:
      break;
  }
  return record;
}

/// A heap of 30 bodies that falls into a pit.
World make_heap(Random& random) {
  const double steps[] = {1e-3, 2e-3, 4e-3, 1e-2};
  test::Surface surface;
  surface.mu = uniform(random, 0.05, 1);
  if (random() % 2 == 0) surface.compliance = test::kDefaultSurface.compliance;
  WorldSpec spec = shadowed(steps[random() % 4], surface);
  if (random() % 3 == 0) spec.materials.named["default"].mu_kinetic *= uniform(random, 0.3, 1);
  if (random() % 3 == 0) spec.integrator = Integrator::kMidpoint;
  World world(spec);
  world.add_ground();
  for (int side = 0; side < 4; ++side) {
    const Matrix3 turn = Eigen::AngleAxisd(side * M_PI / 2, Vector3::UnitZ()).toRotationMatrix();
    ModelSpec wall = test::body("wall" + std::to_string(side), test::box({0.1, 2, 1}), 0,
                                RigidTransform(turn, turn * Vector3(0.45, 0, 0.5)));
    wall.is_static = true;
    world.add(wall);
  }
  for (int i = 0; i < 30; ++i) {
    RigidTransform pose(
        Vector3(uniform(random, -0.2, 0.2), uniform(random, -0.2, 0.2), 0.2 + 0.15 * (i / 2)));
    pose.R = test::random_quaternion(random).toRotationMatrix();
    world.add(test::body("body" + std::to_string(i), random_shape(random),
                         std::exp(uniform(random, -2, 2)), pose));
  }
  return world;
}

/// Sees the contacts of 50 instants of a run.
Tally run(World& world, double duration) {
  constexpr int kInstants = 50;
  Tally tally;
  const int steps = static_cast<int>(std::round(duration / world.time_step()));
  for (int k = 1; k <= steps; ++k) {
    world.step();
    if (k * kInstants / steps > (k - 1) * kInstants / steps) tally.add(see_contacts(world));
  }
  return tally;
}

long contacts_to_see() {
  const char* text = std::getenv("CARDAN_LOADED_CONTACTS");
  return text != nullptr ? std::atol(text) : 4000;
}

TEST(ContactStates, FollowFromTheRowsInHeaps) {
  Random random(3);
  Tally tally;
  while (tally.loaded < contacts_to_see()) {
    World world = make_heap(random);
    const Tally heap = run(world, 2);
    EXPECT_EQ(heap.wrong, 0) << "after " << tally.loaded << " contacts";
    tally.add(heap);
  }
  print("heaps", tally);
  EXPECT_GT(tally.sliding, tally.loaded / 100);
  EXPECT_GT(tally.sticking, tally.loaded / 100);
  EXPECT_LT(tally.velocity_error, kRounding);
}

class RobotContactStates : public ::testing::TestWithParam<test::SharedRobot> {};

// The robots fall, and their drives brake them.
TEST_P(RobotContactStates, FollowFromTheRows) {
  REQUIRE_ROBOT(test::kSharedRobots / GetParam().name);
  Tally tally;
  for (const double h : {1e-3, 4e-3}) {
    World world(shadowed(h, {0.6, 0, test::kDefaultSurface.compliance}));
    world.add_ground();
    ModelSpec spec = test::shared_robot(GetParam());
    spec.pose.p.z() = GetParam().base == BaseKind::kFloating ? 1.2 : 0;
    spec.pd = test::pd(20, 2);
    world.add(spec);
    tally.add(run(world, 2));
  }
  print(GetParam().name, tally);
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_LT(tally.velocity_error, kRounding);
}

INSTANTIATE_TEST_SUITE_P(Shared, RobotContactStates, ::testing::ValuesIn(test::shared_robots()),
                         [](const auto& tested) { return std::string(tested.param.name); });

// The robot of data/scenes/robots/talos_stand.yaml. Its soles are hulls whose lowest corners differ
// in height by less than they yield on their springs. Each has four contacts, at corners that
// change from step to step, so that it rattles with 1e-4 J and the light contacts slip at 1e-6 to
// 1e-5 m/s.
TEST(ContactStates, StandingTalosSticks) {
  REQUIRE_ROBOT(test::kSharedRobots / "talos");
  World world(shadowed(1e-3, test::kDefaultSurface));
  world.add_ground();
  ASSERT_STREQ(test::shared_robots()[2].name, "talos");
  ModelSpec spec = test::shared_robot(test::shared_robots()[2]);
  spec.pose.p.z() = 1.09;
  spec.pd = test::pd(2000, 50);
  world.add(spec);
  while (world.time() < 2) world.step();
  const Tally tally = see_contacts(world);
  print("standing", tally);
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_LT(tally.fastest, 2e-5);
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(tally.sticking, 8), "sticking");
}

}  // namespace
}  // namespace cardan
