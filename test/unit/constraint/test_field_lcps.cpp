#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "cardan/problem_file.h"
#include "test/unit/constraint/solved_samples.h"

/// Every LCP and MLCP of the field, given to every solver of this build that takes it.
namespace cardan {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const std::string& family) {
  const fs::path folder = fs::path(CARDAN_SOURCE_DIR) / "../shared/problems" / family;
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool takes(const cardan_solver_desc& solver, const Problem& problem) {
  for (const cardan_block& block : problem.blocks) {
    if ((solver.kinds >> block.kind & 1u) == 0) return false;
  }
  return (solver.required_properties & ~problem.properties) == 0;
}

/// Status of each compatible solver, checked against the judge.
std::map<std::string, int> solve_with_all(const fs::path& path) {
  static const SolverRegistry registry;
  std::map<std::string, int> statuses;
  ProblemFile file = read_problem(path.string());
  const double tolerance = std::max(file.problem.tolerance, 1e-12);
  std::printf("%-38s %3d rows, tolerance %.0e:", path.filename().c_str(), file.problem.m(),
              tolerance);
  for (const SolverOrigin& origin : registry.solvers()) {
    const std::string id = origin.desc->id;
    if (!takes(*origin.desc, file.problem)) continue;
    const test::Solution solution = test::solve(id, file.problem, tolerance);
    statuses[id] = solution.status;
    std::printf(" %s %d", id.c_str(), solution.status);
    if (solution.status == CARDAN_SOLVED) {
      EXPECT_LE(solution.residual, 1.01 * tolerance) << path << " " << id;
    }
  }
  std::printf("\n");
  return statuses;
}

bool solved_by_one(const std::map<std::string, int>& statuses) {
  return std::any_of(statuses.begin(), statuses.end(),
                     [](const auto& entry) { return entry.second == CARDAN_SOLVED; });
}

TEST(FieldProblems, EverySolvableLcpIsSolved) {
  const std::vector<fs::path> files = files_of("lcp");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  for (const fs::path& file : files) {
    const std::map<std::string, int> statuses = solve_with_all(file);
    if (file.filename() == "lcp_Pang_isolated_sol_perturbed.dat") {
      // w_1 = −z_2 − z_3 − 1e-4 < 0 for every z ≥ 0.
      EXPECT_FALSE(solved_by_one(statuses));
      EXPECT_EQ(statuses.at("lemke"), CARDAN_INFEASIBLE);
    } else {
      EXPECT_TRUE(solved_by_one(statuses)) << file;
    }
    // Complementary pivoting without a rule for ties cycles on this problem.
    if (file.filename() == "lcp_CPS_2.dat") {
      EXPECT_EQ(statuses.at("lemke"), CARDAN_SOLVED);
    }
  }
}

TEST(FieldProblems, EveryMixedLcpIsSolved) {
  const std::vector<fs::path> files = files_of("mlcp");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  for (const fs::path& file : files) {
    EXPECT_TRUE(solved_by_one(solve_with_all(file))) << file;
  }
}

}  // namespace
}  // namespace cardan
