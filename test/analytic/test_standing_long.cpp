#include "standing_scenes.h"

// Piles that stand by contact alone, for a minute, without sleeping.
namespace cardan {
namespace {

class Standing : public testing::TestWithParam<std::string> {};
TEST_P(Standing, RobotStandsForOneMinute) { test::expect_standing(GetParam(), 60); }
INSTANTIATE_TEST_SUITE_P(Scenes, Standing, testing::ValuesIn(test::standing_scenes()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace cardan
