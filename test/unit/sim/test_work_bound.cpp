// The bound on the work of a step: counted iterations (products with A) and factorisations.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "cardan/cardan_solver.h"
#include "cardan/error.h"
#include "sim/solve/work_budget.h"
#include "test/support/surfaces.h"
#include "test/support/worlds.h"

namespace cardan {
namespace {

using test::at;
using test::body;

using Generator = std::mt19937_64;

double between(Generator& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Vector3 vector_of(Generator& random, double size) {
  return {between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}

/// Every kind of shape that a moving body can have.
GeometryRecord random_shape(Generator& random) {
  constexpr std::array kKinds = {GeometryKind::kBox,       GeometryKind::kSphere,
                                 GeometryKind::kCylinder,  GeometryKind::kCapsule,
                                 GeometryKind::kEllipsoid, GeometryKind::kCone,
                                 GeometryKind::kMesh};
  const GeometryKind kind = kKinds[random() % kKinds.size()];
  const Vector3 size = Vector3::Constant(0.2) + vector_of(random, 0.1);
  if (kind == GeometryKind::kMesh) return test::mesh_record(test::box_mesh(size));
  GeometryRecord record;
  record.kind = kind;
  record.size = size;
  return record;
}

/// Three to twelve bodies of 1e-3 to 1e3 kg that start in a heap, most of them in overlap, some
/// fast, on a floor, with up to four loops, some of which contradict each other.
World chaotic_world(std::uint64_t seed) {
  Generator random(seed);
  const double steps[] = {1e-3, 2e-3, 5e-3, 1e-2};
  const double e = random() % 3 == 0 ? between(random, 0, 1) : 0;
  WorldSpec spec = test::world_spec(steps[random() % 4], {between(random, 0, 1.5), e});
  double& compliance = spec.materials.named["default"].compliance;
  if (random() % 2 == 0) compliance = test::kDefaultSurface.compliance;
  if (random() % 4 == 0) compliance = 0;
  World world(spec);
  world.add_ground();
  const int count = 3 + static_cast<int>(random() % 10);
  for (int i = 0; i < count; ++i) {
    SpatialVelocity velocity;
    if (random() % 3 == 0) velocity = {vector_of(random, 20), vector_of(random, 10)};
    const Vector3 place = vector_of(random, 0.3) + Vector3(0, 0, 0.4);
    const double mass = std::pow(10.0, between(random, -3, 3)), angle = between(random, 0, 3);
    const Eigen::AngleAxisd turn(angle, vector_of(random, 1).normalized());
    world.add(body("body" + std::to_string(i), random_shape(random), mass,
                   RigidTransform(turn.toRotationMatrix(), place), velocity));
  }
  for (int k = static_cast<int>(random() % 5); k > 0; --k) {
    const int a = static_cast<int>(random() % static_cast<std::uint64_t>(count));
    LoopSpec loop;
    loop.kind = random() % 2 == 0 ? LoopKind::kPoint : LoopKind::kWeld;
    loop.a = random() % 3 == 0 ? std::string("world") : "body" + std::to_string((a + 1) % count);
    loop.b = "body" + std::to_string(a);
    if (loop.kind == LoopKind::kPoint) loop.at_b = vector_of(random, 0.1);
    if (random() % 2 == 0) loop.pose.reset();
    try {
      world.add_loop(loop);
    } catch (const Error&) {
    }  // it cannot be closed
  }
  return world;
}

struct StepWork {
  double products = 0, factorizations = 0;
};

StepWork work_of(const StepReport& report) {
  return {static_cast<double>(report.iterations + report.called_islands),
          static_cast<double>(report.factorizations)};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A step is heavy if it takes more than 20 times the median of its scene, plus a constant.
constexpr double kTimes = 20, kProducts = 3000, kFactorizations = 300;

struct Heavy {
  int steps = 0, heavy = 0, limited = 0;
  StepWork largest;
};

void run_scene(std::uint64_t seed, int steps, Heavy& sum) {
  World world = chaotic_world(seed);
  std::vector<double> products, factorizations;
  for (int k = 0; k < steps; ++k) {
    const StepReport& report = world.step();
    const StepWork work = work_of(report);
    products.push_back(work.products);
    factorizations.push_back(work.factorizations);
    sum.limited += report.work_limited_islands;
    // An answer that ended at a bound is approximate and counted.
    for (const IslandReport& island : report.islands)
      EXPECT_TRUE(!island.work_limited || island.status == CARDAN_APPROXIMATE);
    EXPECT_LE(report.work_limited_islands, report.approximate_islands);
  }
  const double most_products = kTimes * median(products) + kProducts,
               most_factorizations = kTimes * median(factorizations) + kFactorizations;
  for (std::size_t k = 0; k < products.size(); ++k) {
    const bool heavy = products[k] > most_products || factorizations[k] > most_factorizations;
    sum.heavy += heavy;
    if (heavy)
      std::printf("seed %llu step %zu: %.0f products, %.0f factorisations, medians %.0f and %.0f\n",
                  static_cast<unsigned long long>(seed), k, products[k], factorizations[k],
                  median(products), median(factorizations));
    sum.largest.products = std::max(sum.largest.products, products[k]);
    sum.largest.factorizations = std::max(sum.largest.factorizations, factorizations[k]);
  }
  sum.steps += steps;
}

Heavy run_scenes(int scenes) {
  Heavy sum;
  for (int seed = 1; seed <= scenes; ++seed) run_scene(static_cast<std::uint64_t>(seed), 100, sum);
  std::printf(
      "%d steps, %d heavy, %d islands ended at a bound; largest step: %.0f products, "
      "%.0f factorisations\n",
      sum.steps, sum.heavy, sum.limited, sum.largest.products, sum.largest.factorizations);
  return sum;
}

// CARDAN_CHAOTIC_SCENES sets the number of scenes; 200 are run at night.
TEST(WorkBound, HeavyStepsOfChaoticScenesAreRare) {
  const char* wanted = std::getenv("CARDAN_CHAOTIC_SCENES");
  if (wanted == nullptr) GTEST_SKIP() << "set CARDAN_CHAOTIC_SCENES, as full.work_bound does";
  const Heavy sum = run_scenes(std::atoi(wanted));
  EXPECT_LE(sum.heavy, sum.steps / 10000);
}

// A known fault: four steps of scene 2 take more than 900 factorisations. Once it is mended, this
// test fails and becomes the ordinary run of the one above.
TEST(WorkBound, OneOfTwelveChaoticScenesHasHeavySteps) {
  const Heavy sum = run_scenes(12);
  EXPECT_NONFATAL_FAILURE(EXPECT_LE(sum.heavy, sum.steps / 10000), "sum.heavy");
  EXPECT_LE(sum.heavy, 4);
}

// A limit is set only if an earlier call of the link shows that the solver's own is higher.
TEST(WorkBound, LaterCallsOfALinkGetWhatIsLeft) {
  WorkBudget budget;
  budget.start(10);
  EXPECT_EQ(budget.most_iterations(0), 0);
  budget.charge(0, 8000, 10);
  EXPECT_EQ(budget.most_iterations(0), 0) << "12000 are left";
  budget.charge(0, 7000, 10);
  EXPECT_EQ(budget.most_iterations(0), 20000 - 15002);
  EXPECT_EQ(budget.most_iterations(1), 0) << "the other solver has not run";
  budget.charge(0, 1000, 1900);
  EXPECT_EQ(budget.most_iterations(0), 500) << "80 factorisations are left";
  budget.charge(1, 200, 200);
  EXPECT_EQ(budget.most_iterations(1), 200) << "never more than it took";
}

// Contacts press on two welds at rotations of 0.3 rad a step; e = 0.87. The curvature terms of the
// loops must not feed the motion: without their bound, T grows by a factor of 1e5 in 40 steps.
TEST(WorkBound, LoopsOfAChaoticSceneAddNoEnergy) {
  World world = chaotic_world(112);
  const double start = world.kinetic_energy();
  double largest = 0;
  for (int k = 0; k < 40; ++k) {
    world.step();
    largest = std::max(largest, world.kinetic_energy());
  }
  EXPECT_LT(largest, 1.25 * start);
}

/// Boxes of 0.3 m, every other one of 10⁶ kg.
World uneven_tower(int boxes) {
  World world(test::world_spec(1e-3, test::kDefaultSurface));
  world.add_ground();
  for (int i = 0; i < boxes; ++i)
    world.add(body("box" + std::to_string(i), test::box({0.3, 0.3, 0.3}), i % 2 == 0 ? 1 : 1e6,
                   at(0, 0, 0.15 + 0.3 * i)));
  return world;
}

TEST(WorkBound, HeavyOnLightBoxesEndAtTheBoundAndTellIt) {
  World world = uneven_tower(5);
  StepWork largest;
  for (int k = 0; k < 150; ++k) {
    const StepReport& report = world.step();
    const StepWork work = work_of(report);
    largest.products = std::max(largest.products, work.products);
    largest.factorizations = std::max(largest.factorizations, work.factorizations);
    for (const IslandReport& island : report.islands)
      EXPECT_TRUE(island.residual <= 1e-8 || island.status == CARDAN_APPROXIMATE) << k;
  }
  std::printf("largest step: %.0f products, %.0f factorisations\n", largest.products,
              largest.factorizations);
  EXPECT_LT(largest.products, 12000);
  EXPECT_LT(largest.factorizations, 1200);
}

// No solver can meet an absolute tolerance at such speeds.
TEST(WorkBound, AbsurdSpeedEndsAtTheBound) {
  World world(test::world_spec(1e-3, test::kDefaultSurface));
  world.add_ground();
  SpatialVelocity velocity;
  velocity.linear.z() = -1e50;
  for (int i = 0; i < 2; ++i)
    world.add(body("box" + std::to_string(i), test::box({0.3, 0.3, 0.3}), 1,
                   at(0, 0, 0.15 + 0.3 * i), velocity));
  const StepReport& report = world.step();
  EXPECT_LT(report.iterations, 12000);
  // A known fault, with the right bound: the last call runs to its own limits.
  EXPECT_NONFATAL_FAILURE(EXPECT_LT(report.factorizations, 1200), "report.factorizations");
  EXPECT_LT(report.factorizations, 2 * WorkBudget::kMostFactorizations);
}

// The bound counts, so the answer does not depend on the number of threads.
TEST(WorkBound, AnswersAtTheBoundHaveEqualBitsOnThreads) {
  std::uint64_t hash = 0;
  for (const int threads : {1, 3}) {
    WorldSpec spec = test::world_spec(1e-3, test::kDefaultSurface);
    spec.threads = threads;
    World world(spec);
    world.add_ground();
    for (int i = 0; i < 8; ++i)
      world.add(body("box" + std::to_string(i), test::box({0.3, 0.3, 0.3}), i % 2 == 0 ? 1 : 1e6,
                     at(1.0 * (i / 4), 0, 0.15 + 0.3 * (i % 4))));
    for (int k = 0; k < 60; ++k) world.step();
    if (hash == 0) hash = world.state_hash();
    EXPECT_EQ(world.state_hash(), hash);
  }
}

}  // namespace
}  // namespace cardan
