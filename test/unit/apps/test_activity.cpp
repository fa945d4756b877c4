#include <gtest/gtest.h>

#include "apps/process/activity.h"

// Conditions under which the supervisor kills a command.
namespace cardan::app {
namespace {

TEST(Activity, KillTimeOfManyYearsDoesNotExpire) {
  ASSERT_TRUE(activity::share());
  for (const double seconds : {1.0, 9.3e9, 1e12, 1e300}) {
    activity::set_kill_time(seconds);
    EXPECT_FALSE(activity::kill_time_has_come()) << seconds;
  }
  activity::set_kill_time(0);
  while (!activity::kill_time_has_come()) continue;
  activity::set_kill_time(-1);
  EXPECT_FALSE(activity::kill_time_has_come());
}

}  // namespace
}  // namespace cardan::app
