#include <algorithm>
#include <cmath>
#include <cstring>

#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "test/bad_plugins/raw_solver.h"
#include "test/unit/host/dense_problem.h"

namespace cardan::test {
namespace {

/// Options that reached the plugin.
struct Seen {
  int index = -1;
  double value = 0;
  std::vector<cardan_size> sizes;
};
Seen seen;

int32_t record_param(cardan_solver*, int32_t index, double value) {
  seen.index = index;
  seen.value = value;
  return 0;
}

int32_t record_size(cardan_solver*, const cardan_size* size) {
  seen.sizes.push_back(*size);
  return 0;
}

const cardan_solver_desc& recording_solver() {
  static const char* const kChoices[] = {"none", "nncg", nullptr};
  static const cardan_param kParams[] = {
      {"omega", "", "", nullptr, CARDAN_PARAM_REAL, 0, 1, 0.05, 1.95},
      {"sweeps", "", "", nullptr, CARDAN_PARAM_INTEGER, 0, 100, 1, 1000},
      {"symmetric", "", "", nullptr, CARDAN_PARAM_BOOLEAN, 0, 0, 0, 1},
      {"acceleration", "", "", kChoices, CARDAN_PARAM_CHOICE, 0, 0, 0, 1},
      {"radius", "", "m", nullptr, CARDAN_PARAM_REAL, 0, 1, 0, 2}};
  static cardan_solver_desc desc = raw::solver("recording");
  desc.params = kParams;
  desc.num_params = 5;
  desc.set_param = &record_param;
  desc.reserve = &record_size;
  return desc;
}

class Options : public ::testing::Test {
 protected:
  void SetUp() override { seen = {}; }

  void expect_set(const SolverOption& option, int index, double value) {
    solver.set_option(option);
    EXPECT_EQ(seen.index, index);
    EXPECT_EQ(seen.value, value);
  }
  void expect_error(const SolverOption& option, const char* part) {
    try {
      solver.set_option(option);
      ADD_FAILURE() << option.name << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::strstr(error.what(), part), nullptr) << error.what();
      EXPECT_NE(std::strstr(error.what(), "recording"), nullptr) << error.what();
    }
  }

  ContactSolver solver{recording_solver()};
};

TEST_F(Options, OptionsReachThePluginAsNumbers) {
  expect_set({"omega", 1.3, ""}, 0, 1.3);
  expect_set({"sweeps", 1000, ""}, 1, 1000);
  expect_set({"symmetric", 0, "true"}, 2, 1);
  expect_set({"symmetric", 0, ""}, 2, 0);
  expect_set({"acceleration", 0, "nncg"}, 3, 1);
}

TEST_F(Options, InvalidOptionsAreNamed) {
  expect_error({"omga", 1, ""}, "unknown option 'omga'; did you mean 'omega'?");
  expect_error({"omega", 2, ""}, "2 is out of range; expected from 0.05 to 1.95");
  expect_error({"radius", -1, ""}, "expected from 0 to 2 m");
  expect_error({"omega", std::nan(""), ""}, "out of range");
  expect_error({"omega", 0, "fast"}, "'fast' is not a number");
  expect_error({"sweeps", 1.5, ""}, "1.5 is not a whole number");
  expect_error({"symmetric", 2, ""}, "neither true nor false");
  expect_error({"acceleration", 0, "nncq"},
               "'nncq' is not one of its choices; did you mean 'nncg'?");
  expect_error({"acceleration", 1, ""}, "'1' is not one of its choices");
  EXPECT_EQ(seen.index, -1);
}

/// A solver with the id and the present option names of `conic`.
const cardan_solver_desc& renamed_solver() {
  static const cardan_param kParams[] = {
      {"max_polyhedral_rows", "", "", nullptr, CARDAN_PARAM_INTEGER, 0, 60, 0, 100},
      {"pile_rows", "", "", nullptr, CARDAN_PARAM_INTEGER, 0, 60, 0, 100},
      {"pile_sweeps", "", "", nullptr, CARDAN_PARAM_INTEGER, 0, 60, 0, 100}};
  static cardan_solver_desc desc = raw::solver("conic");
  desc.params = kParams;
  desc.num_params = 3;
  desc.set_param = &record_param;
  return desc;
}

/// A version of `conic` whose options have other numbers.
const cardan_solver_desc& reordered_solver() {
  static const cardan_param kParams[] = {
      {"pile_sweeps", "", "", nullptr, CARDAN_PARAM_INTEGER, 0, 60, 0, 100},
      {"max_polyhedral_rows", "", "", nullptr, CARDAN_PARAM_INTEGER, 0, 60, 0, 100}};
  static cardan_solver_desc desc = renamed_solver();
  desc.params = kParams;
  desc.num_params = 2;
  return desc;
}

// The first test that uses old names: each is reported once per process.
TEST_F(Options, EveryOldNameIsReportedOnce) {
  ContactSolver conic(renamed_solver()), other(reordered_solver());
  ::testing::internal::CaptureStderr();
  conic.set_option({"max_facet_rows", 1, ""});
  other.set_option({"heap_sweeps", 1, ""});  // number 0, like max_facet_rows of the other solver
  other.set_option({"max_facet_rows", 1, ""});
  conic.set_option({"heap_sweeps", 1, ""});
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 2) << log;
  EXPECT_NE(log.find("'max_facet_rows' is now named 'max_polyhedral_rows'"), log.npos) << log;
  EXPECT_NE(log.find("'heap_sweeps' is now named 'pile_sweeps'"), log.npos) << log;
}

TEST_F(Options, OldNamesSetTheRenamedOptions) {
  ContactSolver conic(renamed_solver());
  const char* const old_names[] = {"max_facet_rows", "heap_rows", "heap_sweeps"};
  for (int i = 0; i < 3; ++i) {
    seen = {};
    conic.set_option({old_names[i], 10.0 + i, ""});
    EXPECT_EQ(seen.index, i) << old_names[i];
    EXPECT_EQ(seen.value, 10 + i);
  }
  conic.set_option({"pile_rows", 7, ""});
  EXPECT_EQ(seen.index, 1);
  EXPECT_EQ(seen.value, 7);
}

TEST_F(Options, OldNamesOfOneSolverAreUnknownToOthers) {
  expect_error({"heap_rows", 1, ""}, "unknown option 'heap_rows'");
}

TEST_F(Options, ReservedSizeGrowsByDoubling) {
  cardan_size size{};
  size.struct_size = sizeof size;
  size.m = 12;
  size.properties = CARDAN_SYMMETRIC | CARDAN_GROUPED;
  solver.reserve(size);
  ASSERT_EQ(seen.sizes.size(), 1u);
  EXPECT_EQ(seen.sizes[0].m, 12);
  solver.reserve(size);
  EXPECT_EQ(seen.sizes.size(), 1u);

  size.m = 13;
  solver.reserve(size);
  ASSERT_EQ(seen.sizes.size(), 2u);
  EXPECT_EQ(seen.sizes[1].m, 24);
  size.m = 24;
  size.cols = 100;
  size.nnz_Y = 5;
  solver.reserve(size);
  ASSERT_EQ(seen.sizes.size(), 3u);
  EXPECT_EQ(seen.sizes[2].m, 24);
  EXPECT_EQ(seen.sizes[2].cols, 100);

  // A property that one problem lacks can no longer be counted on.
  size.properties = CARDAN_GROUPED;
  solver.reserve(size);
  ASSERT_EQ(seen.sizes.size(), 4u);
  EXPECT_EQ(seen.sizes[3].properties, static_cast<std::uint32_t>(CARDAN_GROUPED));
}

TEST(SizeOf, RowsOfAGroupAreCounted) {
  DenseProblem problem;
  problem.Y = Eigen::MatrixXd::Ones(7, 2);
  problem.S = Eigen::MatrixXd::Identity(7, 7);
  problem.b = Eigen::VectorXd::Zero(7);
  problem.add(CARDAN_CONE, 3, 0.5);
  problem.add(CARDAN_BOX_MU, 1, 0.1, 0).group = 0;
  problem.add(CARDAN_BALL_MU, 2, 0.1, 0).group = 0;
  problem.add(CARDAN_NONNEGATIVE, 1);
  const cardan_size size = size_of(problem.view());
  EXPECT_EQ(size.m, 7);
  EXPECT_EQ(size.num_blocks, 4);
  EXPECT_EQ(size.max_group_rows, 6);
  EXPECT_EQ(size.cols, 2);
  EXPECT_EQ(size.nnz_Y, 14);
  EXPECT_EQ(size.nnz_S, 7);
}

TEST(ContactSolverMoves, MovedSolverKeepsItsInstance) {
  ContactSolver first(recording_solver());
  ContactSolver second(std::move(first));
  second.set_option({"omega", 1.1, ""});
  EXPECT_EQ(seen.value, 1.1);
  ContactSolver third(recording_solver());
  third = std::move(second);
  third.set_option({"omega", 1.2, ""});
  EXPECT_EQ(seen.value, 1.2);
  EXPECT_EQ(third.id(), "recording");
}

}  // namespace
}  // namespace cardan::test
