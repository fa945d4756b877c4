#include <cmath>

#include "apps/regress/case_result.h"
#include "cardan/error.h"

namespace cardan::app {
namespace {

CaseResult full_result() {
  CaseResult result;
  result.id = {"stand", "a b/stand.yaml", "polyhedral:directions=4", "lemke", {{"step", "0.005"}}};
  result.tags = {"smoke", "robot"};
  result.status = CaseStatus::kKnown;
  result.message = "line \"quoted\" ± µ";
  CaseCheck check;
  check.text = "{quantity: x}";
  check.line = 12;
  check.quantity = "x";
  check.unit = "m";
  check.known = true;
  check.because = "so";
  check.measured = std::nan("");
  check.lower = -HUGE_VAL;
  check.upper = 0.1;
  check.time = 1.0 / 3.0;
  check.message = "x: nan";
  check.series = 0;
  result.checks = {check};
  result.series = {{"x", "m", {0, 1}, {0.1, std::nan("")}, {-HUGE_VAL, 0}, {1, HUGE_VAL}, {}}};
  result.troubles = {{7, 0.007, "island 0", "captured/p.hdf5"}};
  result.across = {{12, 1e-300}};
  result.recorded = {{"g.csv", "time,x\n0,1\n"}};
  result.wall_seconds = 0.25;
  result.simulated = 2;
  result.step = 1e-3;
  result.steps = 2000000000000;
  result.worst_residual = 1e-9;
  result.max_penetration = 1e-5;
  result.iterations = 3;
  result.fallbacks = 4;
  result.failed_islands = 5;
  result.state_hash = "00ff";
  return result;
}

TEST(CaseResult, JsonRoundTripKeepsEveryBit) {
  const CaseResult result = full_result();
  const std::string json = case_result_json(result);
  const CaseResult back = parse_case_result(json);
  EXPECT_EQ(case_result_json(back), json);
  EXPECT_EQ(back.id.point, result.id.point);
  EXPECT_EQ(back.message, result.message);
  EXPECT_EQ(back.status, CaseStatus::kKnown);
  ASSERT_EQ(back.checks.size(), 1u);
  EXPECT_TRUE(std::isnan(back.checks[0].measured));
  EXPECT_EQ(back.checks[0].lower, -HUGE_VAL);
  EXPECT_EQ(back.checks[0].time, 1.0 / 3.0);
  ASSERT_EQ(back.series.size(), 1u);
  EXPECT_TRUE(std::isnan(back.series[0].value[1]));
  EXPECT_EQ(back.series[0].upper[1], HUGE_VAL);
  EXPECT_EQ(back.troubles[0].captured, "captured/p.hdf5");
  EXPECT_EQ(back.across[0].value, 1e-300);
  EXPECT_EQ(back.recorded[0].text, "time,x\n0,1\n");
  EXPECT_EQ(back.steps, result.steps);
  EXPECT_EQ(back.state_hash, "00ff");
}

TEST(CaseResult, EveryStatusHasAName) {
  for (const CaseStatus status : {CaseStatus::kPassed, CaseStatus::kFailed, CaseStatus::kKnown,
                                  CaseStatus::kSkipped, CaseStatus::kError, CaseStatus::kCrashed,
                                  CaseStatus::kTimedOut, CaseStatus::kInterrupted}) {
    CaseResult result;
    result.status = status;
    EXPECT_EQ(parse_case_result(case_result_json(result)).status, status) << name_of(status);
  }
}

TEST(CaseResult, InvalidJsonIsAnError) {
  EXPECT_THROW(parse_case_result(""), Error);
  EXPECT_THROW(parse_case_result("{}"), Error);
  EXPECT_THROW(parse_case_result("[1, 2]"), Error);
  std::string json = case_result_json(full_result());
  EXPECT_THROW(parse_case_result(json.substr(0, json.size() / 2)), Error);
  const std::size_t at = json.find("\"known\"", json.find("\"status\""));
  json.replace(at, 7, "\"fine\"");
  EXPECT_THROW(parse_case_result(json), Error);
}

TEST(CaseResult, LabelNamesPairAndPoint) {
  EXPECT_EQ(full_result().id.label(), "stand polyhedral:directions=4/lemke step=0.005");
  EXPECT_EQ(CaseId({"stand", "", "", "", {}}).label(), "stand");
}

}  // namespace
}  // namespace cardan::app
