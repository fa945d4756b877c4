#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "cardan/scene.h"

// The bound on the work of a step, measured as processor time.
namespace cardan {
namespace {

const std::filesystem::path kSource = CARDAN_SOURCE_DIR;

double processor_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Up to 750 contacts in one island. Without the bound, a step took up to 32 s.
TEST(StepTime, ThrownBoxesTakeAtMostOneSecondPerStepAndSixtyMillisecondsOnAverage) {
  const Scene scene = load_scene((kSource / "data/scenes/benchmark/thrown_boxes.yaml").string());
  World world = make_world(scene);
  constexpr int kSteps = 2500;
  double total = 0, longest = 0;
  std::int64_t limited = 0, most_contacts = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double before = processor_seconds();
    const StepReport& report = world.step();
    const double seconds = processor_seconds() - before;
    total += seconds;
    longest = std::max(longest, seconds);
    limited += report.work_limited_islands;
    most_contacts = std::max(most_contacts, report.contacts);
    ASSERT_EQ(report.failed_islands, 0) << "step " << k;
    ASSERT_LE(report.work_limited_islands, report.approximate_islands);
  }
  std::printf("longest step %.3f s, mean %.4f s, %d islands ended at the bound, %d contacts\n",
              longest, total / kSteps, static_cast<int>(limited), static_cast<int>(most_contacts));
  EXPECT_LT(longest, 1);
  EXPECT_LT(total / kSteps, 0.06);
  EXPECT_GT(limited, 0);
  EXPECT_GT(most_contacts, 500);
}

}  // namespace
}  // namespace cardan
