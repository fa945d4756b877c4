#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "bench/scenes/engine.h"
#include "cardan/error.h"
#include "test/support/allocation_counter.h"

// The worlds of scripts/bench, made by its code: a step does not allocate once every vector has
// reached its largest size.
namespace cardan::bench {
namespace {

struct Case {
  const char *scene, *solver;
  double step;  ///< [s]
  int warm_up;  ///< steps, until no island can become larger than it was
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.scene << ", " << c.solver; }

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name = std::string("scene_").append(info.param.scene);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class SceneAllocations : public testing::TestWithParam<Case> {};

TEST_P(SceneAllocations, StepDoesNotAllocate) {
  constexpr int kSteps = 100;
  const Case& c = GetParam();
  Scene scene;
  try {
    scene = make_scene(c.scene);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto engine = make_engine(scene, {c.step, c.solver});
  for (int i = 0; i < c.warm_up; ++i) engine->step();
  test::AllocationCounter counter;
  for (int i = 0; i < kSteps; ++i) engine->step();
  EXPECT_EQ(counter.total() - counter.by_fcl(), 0) << counter.total() << " in " << kSteps;
  std::printf("%s: %ld allocations in %d steps, %ld of them by FCL\n", c.scene, counter.total(),
              kSteps, counter.by_fcl());
}

INSTANTIATE_TEST_SUITE_P(Bench, SceneAllocations,
                         testing::Values(Case{"rolling", "default", 1e-3, 1000},
                                         Case{"bouncing", "default", 1e-3, 1000},
                                         Case{"666", "default", 4e-3, 1500},
                                         Case{"666-elastic", "default", 4e-3, 1500},
                                         Case{"quadruped-pd", "default", 5e-3, 400},
                                         Case{"quadruped-pd-25", "default", 5e-3, 200},
                                         Case{"anymal-pd", "default", 5e-3, 400},
                                         Case{"anymal-energy", "default", 1e-3, 200},
                                         Case{"anymal-momentum", "default", 1e-3, 2000},
                                         Case{"spheres-15", "default", 1.0 / 60, 200},
                                         Case{"spheres-100", "budget", 1.0 / 60, 600},
                                         Case{"spheres-300", "budget", 1.0 / 60, 800}),
                         name_of);

}  // namespace
}  // namespace cardan::bench
