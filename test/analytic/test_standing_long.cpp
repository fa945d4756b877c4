#include "test/analytic/standing_scenes.h"

// Piles that stand by contact alone, for a minute, without and with sleeping.
namespace cardan {
namespace {

class Standing : public testing::TestWithParam<std::string> {};
TEST_P(Standing, RobotStandsForOneMinute) {
  test::expect_standing(test::standing_scene(GetParam()), 1, 60);
}
TEST_P(Standing, FallsAsleepWhereItStands) {
  Scene scene = test::standing_scene(GetParam());
  scene.world.contact.sleep = SleepSpec{};
  test::expect_standing(scene, 1, 60);
}
INSTANTIATE_TEST_SUITE_P(Scenes, Standing, testing::ValuesIn(test::standing_scenes()),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace cardan
