#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "cardan/error.h"
#include "cardan/model.h"
#include "cardan/scene.h"
#include "cardan/world.h"
#include "test/support/worlds.h"

/// Left to the issue on the house. EXPECT_NONFATAL_FAILURE fails if its statement does not.
namespace cardan::test {
namespace {

double speed_of_forced_ball() {
  World world = make_world(load_scene_text(R"(cardan: 1
gravity: [0, 0, 0]
models: [{name: ball, sphere: {radius: 0.1}, mass: 2}]
forces: [{on: ball, from: 0, until: 1, force: [10, 0, 0]}]
)"));
  for (int i = 0; i < 100; ++i) world.step();
  return world.find("ball")->base_velocity().linear.x();
}

TEST(KnownHouse, StepAppliesForcesOfScene) {
  // F t / m = 0.5 m/s; the world moves without the forces of its scene.
  EXPECT_NONFATAL_FAILURE(EXPECT_NEAR(speed_of_forced_ball(), 0.5, 1e-9), "speed_of_forced_ball()");
}

// The error about a small number that is out of range.
std::string refused_mass() {
  World world;
  try {
    world.add(body("ball", sphere(0.1), -1e-9));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(KnownHouse, ErrorsShowSmallNumbers) {
  EXPECT_NONFATAL_FAILURE(EXPECT_EQ(refused_mass().find("-0.000000"), std::string::npos),
                          "refused_mass()");
}

}  // namespace
}  // namespace cardan::test
