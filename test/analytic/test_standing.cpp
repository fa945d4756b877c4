#include "test/analytic/standing_scenes.h"

// Piles that stand by contact alone, for one second; test_standing_long.cpp runs one minute.
namespace cardan {
namespace {

class Standing : public testing::TestWithParam<std::string> {};
TEST_P(Standing, RobotStandsForOneSecond) {
  test::expect_standing(test::standing_scene(GetParam()), 0.3, 1);
}
INSTANTIATE_TEST_SUITE_P(Scenes, Standing, testing::ValuesIn(test::standing_scenes()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace cardan
