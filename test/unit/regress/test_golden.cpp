#include <cmath>

#include "apps/regress/golden.h"
#include "apps/regress/golden_check.h"
#include "cardan/error.h"
#include "test/support/temporary_directory.h"

namespace cardan::app {
namespace {

void expect_refused(const std::string& text, const std::string& part) {
  try {
    parse_golden(text, "g.csv");
    FAIL() << "accepted: " << text;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Golden, FileIsReadAndWrittenBack) {
  const std::string text = "time,crate.base.x,distance(a, b)\n0,1,0.125\n0.01,-2.5e-07,3\n";
  const GoldenTable table = parse_golden(text, "g.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"crate.base.x", "distance(a, b)"}));
  EXPECT_EQ(table.time, (std::vector<double>{0, 0.01}));
  EXPECT_EQ(table.values[0], (std::vector<double>{1, -2.5e-7}));
  EXPECT_EQ(table.values[1], (std::vector<double>{0.125, 3}));
  EXPECT_EQ(golden_text(table), text);
}

TEST(Golden, EveryDefectIsNamedWithItsLine) {
  expect_refused("", "g.csv:0: the file is empty");
  expect_refused("t,x\n0,1\n", "does not begin with 'time'");
  expect_refused("time\n0\n", "does not begin with 'time' and a quantity");
  expect_refused("time,x,x\n0,1,1\n", "column 'x' is listed twice");
  expect_refused("time,x,\n0,1,1\n", "a column has no name");
  expect_refused("time,x\n", "the table has no rows");
  expect_refused("time,x\n0,1\n0.1\n", "g.csv:3: 1 cells in a table of 2 columns");
  expect_refused("time,x\n0,1\n0.1,1,2\n", "g.csv:3: 3 cells");
  expect_refused("time,x\n0,nan\n", "column 'x': 'nan' is not a finite number");
  expect_refused("time,x\n0,inf\n", "'inf' is not a finite number");
  expect_refused("time,x\n0,\n", "'' is not a finite number");
  expect_refused("time,x\n0,1 m\n", "'1 m' is not a finite number");
  expect_refused("time,x\n0.1,1\n0.1,2\n", "g.csv:3: time 0.1 s is not later than");
  EXPECT_THROW(read_golden("/nonexistent/g.csv"), Error);
}

TEST(Golden, DifferenceReportsTheLargestChangeOfEachColumn) {
  const std::string before = "time,a,b,c\n0,1,1,5\n1,2,1,5\n";
  const std::string after = "time,a,b,d\n0,1.5,1,0\n1,4,1,0\n";
  const std::string text = golden_difference(before, after, "g.csv");
  EXPECT_NE(text.find("a: by at most 2, at 1 s from 2 to 4; 2 rows"), std::string::npos) << text;
  EXPECT_EQ(text.find("b:"), std::string::npos) << text;
  EXPECT_NE(text.find("c: removed"), std::string::npos) << text;
  EXPECT_NE(text.find("d: new"), std::string::npos) << text;
  EXPECT_EQ(golden_difference(before, before, "g.csv"), "");
  EXPECT_NE(golden_difference("", after, "g.csv").find("g.csv: new, 2 rows to 1 s"),
            std::string::npos);
  EXPECT_NE(
      golden_difference("rubbish", after, "g.csv").find("the old file was not a golden trajectory"),
      std::string::npos);
}

class GoldenRun : public testing::Test {
 protected:
  static constexpr RunGrid kGrid{0.1, 10};

  ExpectSpec spec(const std::string& text) {
    ExpectSpec spec;
    spec.kind = ExpectSpec::Kind::kGolden;
    spec.golden = text.empty() ? folder_.file("new.csv") : folder_.write("g.csv", text);
    return spec;
  }

  // A run with x = t and y = 10 + t in whatever columns there are.
  static void run(GoldenCheck& check) {
    for (int k = 0; k <= kGrid.steps; ++k) {
      std::vector<double> values;
      for (const std::string& name : check.columns()) {
        values.push_back(name == "x" ? 0.1 * k : 10 + 0.1 * k);
      }
      check.sample(k, 0.1 * k, values);
    }
  }
  static CaseCheck verdict(const ExpectSpec& spec) {
    GoldenCheck check(spec, kGrid, "scene.yaml:3");
    run(check);
    std::vector<CaseSeries> series;
    return check.verdict({"m", "m"}, series);
  }
  void expect_setup_error(const ExpectSpec& spec, const std::string& part) {
    try {
      GoldenCheck check(spec, kGrid, "scene.yaml:3");
      FAIL() << "accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }

  test::TemporaryDirectory folder_;
};

TEST_F(GoldenRun, EqualValuesPassAndDifferencesNameTheirColumn) {
  ExpectSpec same = spec("time,x,y\n0,0,10\n0.5,0.5,10.5\n1,1,11\n");
  same.atol = 1e-9;
  EXPECT_TRUE(verdict(same).passed);
  ExpectSpec off = spec("time,x,y\n0,0,10\n0.5,0.5,10.5\n1,1,11.00001\n");
  off.atol = 1e-6;
  const CaseCheck check = verdict(off);
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.quantity, "y");
  EXPECT_NEAR(check.time, 1, 1e-12);
  EXPECT_NEAR(check.lower, 11.00001 - 1e-6, 1e-12);
}

TEST_F(GoldenRun, TolerancesAreRelativeAbsoluteAndPerColumn) {
  ExpectSpec off = spec("time,x,y\n0.5,0.5,10.51\n1,1,11.01\n");
  EXPECT_FALSE(verdict(off).passed);
  off.rtol = 1e-3;
  off.atol = 1e-9;  // of x, which rounding moves
  EXPECT_TRUE(verdict(off).passed);
  off.columns = {{"y", 0, 1e-3}};
  EXPECT_FALSE(verdict(off).passed);
  off.columns = {{"y", 0, 0.02}};
  EXPECT_TRUE(verdict(off).passed);
}

TEST_F(GoldenRun, WorstColumnIsMeasuredInItsOwnTolerance) {
  ExpectSpec off = spec("time,x,y\n0.5,0.5,10.5\n1,1.001,11.1\n");
  off.columns = {{"x", 0, 1e-6}, {"y", 0, 0.05}};
  const CaseCheck check = verdict(off);
  EXPECT_EQ(check.quantity, "x");
  EXPECT_NE(check.message.find("columns that differ: x, y"), std::string::npos) << check.message;
}

TEST_F(GoldenRun, ShiftedColumnFails) {
  ExpectSpec shifted = spec("time,x,y\n0,0,10.1\n0.1,0.1,10.2\n0.2,0.2,10.3\n0.3,0.3,10.4\n");
  shifted.atol = 1e-9;
  shifted.window.until = 0.3;
  EXPECT_EQ(verdict(shifted).quantity, "y");
  EXPECT_FALSE(verdict(shifted).passed);
  ExpectSpec swapped = spec("time,y,x\n0,0,10\n0.5,0.5,10.5\n1,1,11\n");
  swapped.atol = 1e-9;
  EXPECT_FALSE(verdict(swapped).passed);
}

TEST_F(GoldenRun, TimesMustBelongToSteps) {
  expect_setup_error(spec("time,x\n0,0\n1.06,1\n"), "more than half a step after the end of the");
  expect_setup_error(spec("time,x\n0,0\n0.02,0\n"), "belongs to the same step as the row before");
  expect_setup_error(spec("time,x\n-0.1,0\n"), "is before the start");
  ExpectSpec near = spec("time,x\n0.04,0\n0.52,0.5\n0.97,1\n");
  near.atol = 1e-9;
  EXPECT_TRUE(verdict(near).passed);
  ExpectSpec until = spec("time,x\n0,0\n0.2,0.2\n0.5,0.5\n7,1\n");
  until.atol = 1e-9;
  until.window.until = 0.5;
  EXPECT_TRUE(verdict(until).passed);
}

TEST_F(GoldenRun, FileThatEndsEarlyIsAnError) {
  const std::string early = "time,x\n0,0\n0.2,0.2\n0.4,0.4\n";
  expect_setup_error(spec(early), "ends at 0.4 s, and 1 s are needed for the comparison");
  ExpectSpec until = spec(early);
  until.window.until = 0.8;
  expect_setup_error(until, "ends at 0.4 s, and 0.8 s are needed for the comparison");
  for (const double end : {0.4, 0.6}) {  // reached, and within the distance of the rows
    until.window.until = end;
    until.atol = 1e-9;
    EXPECT_TRUE(verdict(until).passed) << end;
  }
  expect_setup_error(spec("time,x\n0,0\n1,1\n"), "fewer than two rows after the start");
  ExpectSpec start = spec("time,x\n0,0\n0.5,0.5\n1,1\n");
  start.window.until = 0.5;
  expect_setup_error(start, "fewer than two rows after the start and before 'until'");
}

TEST_F(GoldenRun, MissingFileOrColumnIsAnError) {
  expect_setup_error(spec(""), "cannot read the golden trajectory");
  ExpectSpec column = spec("time,x\n0,0\n");
  column.columns = {{"xx", 0, 0}};
  expect_setup_error(column, "column 'xx' is not in");
}

TEST_F(GoldenRun, RecordedTrajectoryPasses) {
  ExpectSpec fresh = spec("");
  EXPECT_THROW(GoldenCheck::recorder(fresh, kGrid, "", 0.2), Error);  // no columns to record
  fresh.columns = {{"x", 0, 1e-11}, {"y", 0, 1e-10}};
  GoldenCheck recorder = GoldenCheck::recorder(fresh, kGrid, "", 0.2);
  run(recorder);
  const CaseGolden golden = recorder.recorded();
  EXPECT_EQ(golden.file, fresh.golden);
  EXPECT_EQ(parse_golden(golden.text, "").time.size(), 6u);
  folder_.write("new.csv", golden.text);
  EXPECT_TRUE(verdict(fresh).passed);
}

TEST_F(GoldenRun, RerecordingKeepsTimesAndAddsColumns) {
  ExpectSpec old = spec("time,x\n0,7\n0.3,7\n0.8,7\n");
  old.columns = {{"y", 0, 0}};
  GoldenCheck recorder = GoldenCheck::recorder(old, kGrid, "", 0.2);
  run(recorder);
  EXPECT_EQ(recorder.recorded().text, "time,x,y\n0,0,10\n0.3,0.3,10.3\n0.8,0.8,10.8\n");
}

}  // namespace
}  // namespace cardan::app
