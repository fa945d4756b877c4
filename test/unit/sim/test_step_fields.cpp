#include <gtest/gtest.h>

#include "cardan/run_report.h"
#include "cardan/step_fields.h"

namespace cardan {
namespace {

StepReport report_of(std::int64_t count, double size) {
  StepReport report;
  for (const StepField& field : step_fields()) {
    if (const auto* number = std::get_if<double StepFigures::*>(&field.member)) {
      report.*(*number) = size;
    } else {
      report.*std::get<std::int64_t StepFigures::*>(field.member) = count;
    }
  }
  return report;
}

TEST(StepFields, ARunHasSumsLargestAndLastNumbers) {
  RunTotals totals;
  totals.add(report_of(5, 0.5));
  totals.add(report_of(2, 0.25));
  EXPECT_EQ(totals.steps, 2);
  for (const std::int64_t sum :
       {totals.failed_islands, totals.approximate_islands, totals.fallbacks, totals.iterations,
        totals.stuck_models, totals.rejected_inputs, totals.clamped_efforts, totals.pushed_islands})
    EXPECT_EQ(sum, 7);
  EXPECT_EQ(totals.push_out_work, 0.75);
  for (const std::int64_t largest :
       {totals.contacts, totals.contacts_left_out, totals.flight_parts})
    EXPECT_EQ(largest, 5);
  for (const double largest : {totals.worst_residual, totals.max_penetration, totals.loop_error,
                               totals.limit_error, totals.push_out_residual})
    EXPECT_EQ(largest, 0.5);
  EXPECT_EQ(totals.unlifted_overlaps, 2);
  EXPECT_EQ(totals.sleeping_trees, 2);
}

TEST(StepFields, EveryMemberHasOneRow) {
  for (const StepField& field : step_fields()) {
    StepFigures figures;
    std::visit([&](auto member) { figures.*member = 3; }, field.member);
    int rows = 0;
    for (const StepField& other : step_fields()) rows += other.value(figures) == 3;
    EXPECT_EQ(rows, 1) << field.name;
    EXPECT_EQ(&step_field(field.name), &field);
  }
  EXPECT_THROW(step_field("nonsense"), std::out_of_range);
}

}  // namespace
}  // namespace cardan
