#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "test/unit/solvers/field_problems.h"

extern "C" const cardan_entry* cardan_solver_entry_conic(void);
extern "C" const cardan_entry* cardan_solver_entry_lemke(void);

namespace cardan::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const std::string& family) {
  const fs::path folder = fs::path(CARDAN_SOURCE_DIR) / "../shared/problems" / family;
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".dat" || extension == ".hdf5") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(FieldProblems, LemkeSolvesClassicLcps) {
  const std::vector<fs::path> files = files_of("lcp");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  SolverUnderTest lemke(cardan_solver_entry_lemke());
  for (const fs::path& file : files) {
    const TestProblem problem = read_lcp(file);
    const Solved solved = lemke.solve(problem);
    const double residual = natural_map(problem, solved.lambda);
    std::printf("%-34s %4d rows: status %d, stage %d, %3d pivots, residual %.1e\n",
                file.filename().c_str(), problem.m(), solved.status, solved.report.stage,
                solved.report.iterations, residual);
    EXPECT_EQ(solved.status == CARDAN_SOLVED, residual <= 1.01e-10) << file;
    const bool infeasible = file.filename() == "lcp_Pang_isolated_sol_perturbed.dat";
    if (infeasible) {
      EXPECT_EQ(solved.status, CARDAN_INFEASIBLE);
    }
  }
}

TEST(FieldProblems, ConicSolvesFromZero) {
  const std::vector<fs::path> files = files_of("friction_contact");
  if (files.empty()) GTEST_SKIP() << "the problems of the field are not at hand";
  SolverUnderTest conic(cardan_solver_entry_conic());
  std::printf("%-36s %4s %6s %5s %5s %6s %9s %9s %8s\n", "problem", "nc", "status", "stage", "iter",
              "factor", "residual", "siconos", "ms");
  for (const fs::path& file : files) {
    TestProblem problem = read_friction_problem(file);
    // The relative error 1e-8 in the problem's own units.
    const double velocity = problem.b.cwiseAbs().maxCoeff();
    problem.tolerance = 1e-9 * velocity;
    problem.finish();
    const auto begin = std::chrono::steady_clock::now();
    const Solved solved = conic.solve(problem);
    const double ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    const double error = siconos_error(problem, solved.lambda);
    std::printf("%-36s %4d %6d %5d %5d %6d %9.1e %9.1e %8.2f\n", file.filename().c_str(),
                static_cast<int>(problem.blocks.size()), solved.status, solved.report.stage,
                solved.report.iterations, solved.report.factorizations,
                natural_map(problem, solved.lambda), error, ms);
    // The large piles of capsules are hard for every solver; their tolerance is 1e-5.
    const bool pile = file.filename().string().rfind("Capsules", 0) == 0;
    EXPECT_LE(error, pile ? 1e-5 : 1e-8) << file;
  }
}

}  // namespace
}  // namespace cardan::test
